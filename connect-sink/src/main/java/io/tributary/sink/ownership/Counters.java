package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetRow;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** The counters of one applier. Thread-safe. */
final class Counters implements OwnershipCounters {
  private final AtomicLong remembered = new AtomicLong();
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong unread = new AtomicLong();
  private final AtomicLong hidden = new AtomicLong();
  private final AtomicLong returned = new AtomicLong();

  void asked(int ofMemory, Road.Found found) {
    remembered.addAndGet(ofMemory);
    read.addAndGet(found.states().size());
    unread.addAndGet(found.unread().size());
  }

  void changed(Map<String, KeyState<TargetRow>> before, Map<String, KeyState<TargetRow>> after) {
    after.forEach(
        (form, now) -> {
          KeyState<TargetRow> then = before.get(form);
          if (then.hidden().isEmpty() && now.hidden().isEmpty()) {
            return;
          }
          Set<Integer> shards = new HashSet<>();
          then.hidden().forEach(holder -> shards.add(holder.shard()));
          now.hidden().stream()
              .filter(holder -> !shards.contains(holder.shard()))
              .forEach(holder -> hidden.incrementAndGet());
          if (now.visible() != null && shards.contains(now.visible().shard())) {
            returned.incrementAndGet();
          }
        });
  }

  @Override
  public long remembered() {
    return remembered.get();
  }

  @Override
  public long read() {
    return read.get();
  }

  @Override
  public long unread() {
    return unread.get();
  }

  @Override
  public long hidden() {
    return hidden.get();
  }

  @Override
  public long returned() {
    return returned.get();
  }
}
