package io.tributary.sink.ownership;

import io.tributary.metrics.Metric;
import io.tributary.sink.tidb.TargetRow;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the ownership of one partition's merged tables does, tries that were rolled back included.
 * Thread-safe: the writer's thread counts, any reads.
 */
public final class OwnershipMetrics {
  private final AtomicLong remembered = new AtomicLong();
  private final AtomicLong read = new AtomicLong();
  private final AtomicLong unread = new AtomicLong();
  private final AtomicLong hidden = new AtomicLong();
  private final AtomicLong returned = new AtomicLong();
  private final AtomicLong cached = new AtomicLong();

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

  /** So many keys are in memory now. */
  void remembers(int keys) {
    cached.set(keys);
  }

  /** As they are shown. */
  public List<Metric> metrics() {
    return List.of(
        new Metric(
            "ownership-hits-total",
            "keys",
            "Keys of merged tables whose shards were known from memory.",
            remembered::get),
        new Metric(
            "ownership-reads-total",
            "keys",
            "Keys of merged tables whose shards were read from the target.",
            read::get),
        new Metric(
            "ownership-unread-total",
            "keys",
            "Keys of merged tables with nothing but a DELETE, for which no shard had to be known.",
            unread::get),
        new Metric(
            "ownership-images-hidden-total",
            "images",
            "Rows of a shard that became hidden behind another shard's row of the same key.",
            hidden::get),
        new Metric(
            "ownership-images-returned-total",
            "images",
            "Hidden rows that became visible again.",
            returned::get),
        new Metric(
            "ownership-remembered-keys",
            "keys",
            "Keys in memory, at most ownership.cache.max.keys.",
            cached::get));
  }
}
