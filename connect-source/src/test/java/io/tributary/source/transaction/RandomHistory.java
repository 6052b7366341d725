package io.tributary.source.transaction;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.XaId;
import io.tributary.source.binlog.BinlogEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A random binlog, and what a reader must make of it: the model keeps lists of texts, nothing else.
 */
final class RandomHistory {
  /** A group in the binlog and what becomes visible by it; null when nothing does. */
  record Group(int firstEvent, int lastEvent, String gtid, XaId prepares, String visible) {}

  private final Random random;
  private final BinlogScript script = new BinlogScript();
  private final List<Group> groups = new ArrayList<>();
  private final List<Branch> open = new ArrayList<>();
  private GtidSet executed = GtidSet.parse("");
  private final boolean gtids;
  private long number;
  private int row;

  private record Branch(XaId xa, List<String> changes) {}

  RandomHistory(long seed, boolean gtids) {
    random = new Random(seed);
    this.gtids = gtids;
    int steps = 5 + random.nextInt(25);
    for (int step = 0; step < steps; step++) {
      step();
    }
    // Most branches find their outcome, some never do.
    while (!open.isEmpty() && random.nextInt(8) > 0) {
      outcome();
    }
  }

  BinlogScript script() {
    return script;
  }

  List<BinlogEvent> events() {
    return script.events();
  }

  List<Group> groups() {
    return groups;
  }

  List<String> visible() {
    return groups.stream().map(Group::visible).filter(text -> text != null).toList();
  }

  private void step() {
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> plain();
      case 4, 5, 6 -> branch(false);
      case 7 -> branch(true);
      case 8, 9 -> outcome();
      case 10 -> definition();
      default -> {
        if (random.nextInt(3) == 0) {
          script.rotate(executed.toString());
        } else {
          script.heartbeat();
        }
      }
    }
  }

  private String begin() {
    if (!gtids) {
      if (random.nextBoolean()) {
        script.anonymous();
      }
      return null;
    }
    String gtid = BinlogScript.UUID + (random.nextInt(4) == 0 ? ":tag:" : ":") + ++number;
    executed = executed.add(gtid);
    script.gtid(gtid);
    return gtid;
  }

  private int next() {
    return script.size();
  }

  private void end(int first, String gtid, XaId prepares, List<String> changes) {
    String visible = changes.isEmpty() ? null : String.join(" ", changes);
    groups.add(new Group(first, next() - 1, gtid, prepares, visible));
  }

  private void plain() {
    int first = next();
    String gtid = begin();
    script.begin();
    List<String> changes = statements();
    switch (random.nextInt(5)) {
      case 0 -> {
        script.query("ROLLBACK");
        changes = List.of();
      }
      case 1 -> script.query("COMMIT");
      default -> script.xid();
    }
    end(first, gtid, null, changes);
  }

  private void definition() {
    int first = next();
    String gtid = begin();
    script.query("ALTER TABLE s.t ADD COLUMN x" + first + " INT");
    end(first, gtid, null, List.of());
  }

  private void branch(boolean onePhase) {
    XaId xa = freshXa();
    int first = next();
    String gtid = begin();
    script.xaStart(xa);
    List<String> changes = random.nextInt(6) == 0 ? new ArrayList<>() : statements();
    script.query("XA END " + xa).xaPrepare(xa, onePhase);
    if (onePhase) {
      end(first, gtid, null, changes);
    } else {
      end(first, gtid, xa, List.of());
      open.add(new Branch(xa, changes));
    }
  }

  /** Ids are few, so that they come again after their outcome. */
  private XaId freshXa() {
    while (true) {
      byte[] gtrid = ("g" + random.nextInt(6)).getBytes(StandardCharsets.UTF_8);
      byte[] bqual = random.nextBoolean() ? new byte[0] : new byte[] {(byte) random.nextInt(3)};
      XaId xa = new XaId(random.nextInt(2), gtrid, bqual);
      if (open.stream().noneMatch(branch -> branch.xa().equals(xa))) {
        return xa;
      }
    }
  }

  private void outcome() {
    if (open.isEmpty()) {
      return;
    }
    Branch branch = open.remove(random.nextInt(open.size()));
    int first = next();
    String gtid = begin();
    if (random.nextInt(3) == 0) {
      script.query("XA ROLLBACK " + branch.xa());
      end(first, gtid, null, List.of());
    } else {
      script.xaCommit(branch.xa());
      end(first, gtid, null, branch.changes());
    }
  }

  private List<String> statements() {
    List<String> changes = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<List<String>> saved = new ArrayList<>();
    int count = random.nextInt(7);
    for (int i = 0; i < count; i++) {
      switch (random.nextInt(6)) {
        case 0 -> {
          String name = "p" + random.nextInt(3);
          int same = names.indexOf(name);
          if (same >= 0) {
            names.remove(same);
            saved.remove(same);
          }
          names.add(name);
          saved.add(List.copyOf(changes));
          script.query("SAVEPOINT `" + name + "`");
        }
        case 1 -> {
          if (!names.isEmpty()) {
            int to = random.nextInt(names.size());
            script.query("ROLLBACK TO `" + names.get(to) + "`");
            changes = new ArrayList<>(saved.get(to));
            names.subList(to + 1, names.size()).clear();
            saved.subList(to + 1, saved.size()).clear();
          }
        }
        case 2 -> script.change(ChangeKind.INSERT, "s.hidden", "1,x");
        default -> {
          int id = ++row;
          script.insert(id + ",v" + id);
          changes.add("+" + id + ",v" + id);
        }
      }
    }
    return changes;
  }
}
