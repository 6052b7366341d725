package io.tributary.source.transaction;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Position;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** How far the reader has come: the last boundary and what was executed up to it. */
final class Progress {
  private final XaBranches branches;
  private final boolean byGtids;

  /** Where the resume point lay; boundaries up to there are not worth a word. */
  private final Position resumed;

  private ResumePoint boundary;
  private GtidSet executed;
  private String executedText;
  private boolean silent;

  /** Whether the set was read from the binlog, so that what is read silently must be added too. */
  private boolean setFromBinlog;

  private boolean emptyBefore;
  private Commit last;

  /**
   * MariaDB: what was read, which lies behind {@link #executed} while open prepares are fetched
   * again; null when not known.
   */
  private GtidSet read;

  private String readText;

  /** MariaDB: domains in which something new has come over this connection. */
  private final Set<String> newDomains = new HashSet<>();

  Progress(XaBranches branches, ResumePoint from, StartPoint start) {
    this.branches = branches;
    byGtids = start instanceof StartPoint.AfterGtids;
    resumed = from.position();
    boundary = from;
    executed = from.executed() == null ? null : GtidSet.parse(from.executed());
    executedText = from.executed();
    read = executed == null ? null : GtidSet.parse(from.gtidsToReadAfter());
    readText = from.gtidsToReadAfter();
    silent = !byGtids && !from.position().atOrBefore(from.readFrom());
    last = new Commit(from.position(), null, null, 0);
  }

  ResumePoint boundary() {
    return boundary;
  }

  /** The boundary for messages. */
  String place() {
    return boundary.position() == null
        ? "after GTIDs " + boundary.executed()
        : boundary.file() + ":" + boundary.position().offset();
  }

  /** Whether a file that ends up here was written after the binlog of the boundary was reset. */
  boolean reset(Position fileBegin) {
    return !byGtids && fileBegin.afterResetOf(boundary.position());
  }

  /** Whether what is read now lies before the resume point and only open XA branches count. */
  boolean silent() {
    return silent;
  }

  /** An event begins here, between transactions: silence ends at the resume point. */
  void passing(Position start) {
    if (silent && resumed.atOrBefore(start)) {
      endSilence();
    }
  }

  /** An event ended here and no transaction is open: the resume point may have been reached. */
  void reached(Position end) {
    if (silent && end.compareTo(resumed) == 0) {
      endSilence();
    }
  }

  /** What was read silently tells the GTID set at the resume point and what is prepared there. */
  private void endSilence() {
    silent = false;
    if (executed != null) {
      branches.all().forEach(this::leaveOut);
    }
    EventGroup oldest = branches.oldest();
    boundary =
        new ResumePoint(
            boundary.file(),
            boundary.position(),
            executedText,
            oldest == null ? boundary.file() : oldest.file(),
            oldest == null ? boundary.position() : oldest.start(),
            oldest == null ? null : oldest.readBefore());
  }

  /** Whether the resume point lies inside an event, or before an event of an open transaction. */
  boolean resumesInside(EventHeader event, boolean inTransaction) {
    boolean before = !resumed.atOrBefore(event.start());
    return before ? !event.end().atOrBefore(resumed) : inTransaction;
  }

  /** MySQL: whether the transaction was passed before the resume point. */
  boolean executed(String gtid) {
    return !silent && executed != null && mySql(gtid) && executed.contains(gtid);
  }

  /**
   * MariaDB: whether the transaction lies in the set of the resume point. Servers send such ones
   * when asked from before an open prepare.
   */
  boolean passedBefore(String gtid) {
    return !silent && executed != null && mariaDb(gtid) && executed.contains(gtid);
  }

  /** MariaDB: whether the transaction comes after a higher one of its domain. */
  boolean outOfOrder(String gtid) {
    if (silent || executed == null || !mariaDb(gtid)) {
      return false;
    }
    String domain = gtid.substring(0, gtid.indexOf('-'));
    if (executed.contains(gtid)) {
      return newDomains.contains(domain);
    }
    newDomains.add(domain);
    return false;
  }

  /** MariaDB: the GTID list of what was read before this transaction. */
  String readBefore(String gtid) {
    if (!mariaDb(gtid)) {
      return null;
    }
    return read == null && emptyBefore ? "" : readText;
  }

  /** The outcome of the transaction is known. */
  void passed(String gtid) {
    if (mariaDb(gtid)) {
      haveRead(gtid);
      if (passedBefore(gtid)) {
        return;
      }
    }
    if (gtid == null || silent && executed != null && !setFromBinlog) {
      return;
    }
    if (executed == null && emptyBefore) {
      executed = GtidSet.parse("");
      setFromBinlog = true;
    }
    if (executed != null) {
      change(executed.add(gtid));
    }
  }

  private void haveRead(String gtid) {
    if (read == null && emptyBefore) {
      read = GtidSet.parse("");
    }
    if (read != null) {
      read = read.add(gtid);
      readText = read.toString();
    }
  }

  /** The transaction is prepared and held: it is not in the set before its outcome is known. */
  void prepared(String gtid) {
    if (!mySql(gtid)) {
      passed(gtid);
    }
  }

  /** A file begins: the set of all that the files before it hold. */
  void before(GtidSet set) {
    if (read == null && !set.isEmpty()) {
      read = set;
      readText = set.toString();
    }
    if (executed != null) {
      return;
    }
    // Empty also on a server without GTIDs, so wait for the first one.
    emptyBefore = set.isEmpty();
    if (!set.isEmpty()) {
      setFromBinlog = true;
      change(set);
      branches.all().forEach(this::leaveOut);
    }
  }

  private void leaveOut(EventGroup branch) {
    if (mySql(branch.gtid())) {
      change(executed.without(branch.gtid()));
    }
  }

  /** MariaDB's lists cannot leave out a transaction, and may count one twice. */
  private static boolean mySql(String gtid) {
    return gtid != null && gtid.indexOf(':') >= 0;
  }

  private static boolean mariaDb(String gtid) {
    return gtid != null && gtid.indexOf(':') < 0;
  }

  private void change(GtidSet set) {
    executed = set;
    executedText = set.toString();
  }

  /** A boundary with an outcome; null while silent. */
  CompletedTransaction complete(EventHeader at, Commit commit, List<EncodedSlice> slices) {
    if (silent) {
      return null;
    }
    last = commit;
    if (slices.isEmpty() && alreadyPassed(at.end())) {
      return null;
    }
    moveTo(at);
    return new CompletedTransaction(commit, slices, boundary);
  }

  /**
   * A boundary without an outcome; null while silent, and by GTID until something new has come:
   * only what was prepared before is sent again there.
   */
  CompletedTransaction stretch(EventHeader at) {
    boolean nothingNew = byGtids && boundary.position() == null;
    return nothingNew ? null : idle(at);
  }

  /** The server says that all before this place was sent or passed over. */
  CompletedTransaction idle(EventHeader at) {
    boolean known = boundary.position() != null && at.end().atOrBefore(boundary.position());
    if (silent || known || alreadyPassed(at.end())) {
      return null;
    }
    moveTo(at);
    long micros = last.micros() > 0 ? last.micros() : at.timestamp() * 1_000_000;
    Commit commit = new Commit(at.end(), last.gtid(), null, micros);
    return new CompletedTransaction(commit, List.of(), boundary);
  }

  private boolean alreadyPassed(Position end) {
    return resumed != null && end.atOrBefore(resumed);
  }

  private void moveTo(EventHeader at) {
    EventGroup oldest = branches.oldest();
    boundary =
        new ResumePoint(
            at.file(),
            at.end(),
            executedText,
            oldest == null ? at.file() : oldest.file(),
            oldest == null ? at.end() : oldest.start(),
            oldest == null ? null : oldest.readBefore());
  }
}
