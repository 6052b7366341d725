package io.tributary.it.chaos.workload;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Distributed transactions of two branches. Some stay prepared for a while, some are committed on
 * one server long before the other. Decisions are remembered, so that branches found after a server
 * was killed end as was decided. Used by one thread.
 */
final class Coordinator {
  private static final int OPEN_AT_MOST = 6;

  private final Sessions sessions;
  private final Random random;
  private final List<Open> open = new ArrayList<>();
  private final Set<String> committed = new HashSet<>();
  private long next;

  Coordinator(Sessions sessions, Random random) {
    this.sessions = sessions;
    this.random = random;
  }

  /** Two prepared branches; the first of them may be committed already. */
  private static final class Open {
    final String name;
    final Transaction first;
    final Transaction second;
    final Runnable done;
    boolean half;

    Open(String name, Transaction first, Transaction second, Runnable done) {
      this.name = name;
      this.first = first;
      this.second = second;
      this.done = done;
    }
  }

  /** A new name for a distributed transaction. */
  String newName() {
    return "chaos-" + ++next;
  }

  /**
   * Takes over two prepared branches and commits them now or later, in either order.
   *
   * @param done runs when both are committed
   */
  void commit(String name, Transaction first, Transaction second, Runnable done)
      throws SQLException {
    boolean swap = random.nextBoolean();
    Open both = new Open(name, swap ? second : first, swap ? first : second, done);
    open.add(both);
    int waiting = random.nextInt(10);
    if (waiting >= 2) {
      committed.add(name);
      both.first.commitPrepared();
      both.half = true;
      if (waiting >= 4) {
        finish(both);
      }
    }
    if (open.size() > OPEN_AT_MOST) {
      step();
    }
  }

  /** One step with one of those that are open. */
  void step() throws SQLException {
    if (open.isEmpty()) {
      return;
    }
    Open one = open.get(random.nextInt(open.size()));
    if (one.half) {
      finish(one);
    } else {
      committed.add(one.name);
      one.first.commitPrepared();
      one.half = true;
    }
  }

  private void finish(Open both) throws SQLException {
    both.second.commitPrepared();
    open.remove(both);
    both.done.run();
  }

  /** Ends those that are half done; what is only prepared stays so. */
  void finishHalves() throws SQLException {
    for (Open one : List.copyOf(open)) {
      if (one.half) {
        finish(one);
      }
    }
  }

  /** Ends all. */
  void finishAll() throws SQLException {
    while (!open.isEmpty()) {
      step();
    }
  }

  /** Ends every branch that the servers hold as it was decided; the open ones are forgotten. */
  void recover() throws SQLException {
    for (int upstream = 1; upstream <= sessions.count(); upstream++) {
      for (String xid : prepared(upstream)) {
        boolean commit = committed.contains(xid.substring(1, xid.indexOf('\'', 1)));
        sessions.execute(upstream, (commit ? "XA COMMIT " : "XA ROLLBACK ") + xid);
      }
    }
    open.clear();
  }

  private List<String> prepared(int upstream) throws SQLException {
    List<String> xids = new ArrayList<>();
    for (String row : sessions.rows(upstream, "XA RECOVER")) {
      String[] columns = row.split("\t", -1);
      int gtridLength = Integer.parseInt(columns[1]);
      String data = columns[3];
      if (data.startsWith("chaos-")) {
        xids.add(
            "'%s','%s',%s"
                .formatted(
                    data.substring(0, gtridLength), data.substring(gtridLength), columns[0]));
      }
    }
    return xids;
  }
}
