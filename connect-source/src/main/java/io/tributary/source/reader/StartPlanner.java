package io.tributary.source.reader;

import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.BinlogFile;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.offset.StartPosition;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.preflight.SourceServerException;
import java.util.ArrayList;
import java.util.List;

/**
 * Decides where a connection begins.
 *
 * <p>A source goes on by file and position as long as the history is the same and the file is
 * there; by GTID when the history is another, the file is gone or the position does not fit the
 * protocol. In the last case a source without GTIDs reads the file from its beginning, silently up
 * to the position. Nothing is ever skipped: what the server no longer has stops the source.
 */
final class StartPlanner {
  /** COM_BINLOG_DUMP has 4 bytes for the position (MySQL source, sql/rpl_source.cc). */
  private static final long MAX_WIRE_OFFSET = (1L << 32) - 1;

  private static final long FILE_BEGIN = 4;

  private static final String PATCH =
      "PATCH /connectors/<name>/offsets (connector stopped) with {\"gtids\": SET} or {\"file\":"
          + " NAME, \"offset\": NUMBER}";

  private final SourceServer server;
  private final ServerFacts facts;
  private final OldBranches oldBranches;
  private final TimeSearch times;

  StartPlanner(SourceServer server, ServerFacts facts, OldBranches oldBranches, TimeSearch times) {
    this.server = server;
    this.facts = facts;
    this.oldBranches = oldBranches;
    this.times = times;
  }

  StartPlan plan(StartRequest request)
      throws SourceServerException, StartException, BinlogException, InterruptedException {
    if (!facts.logBin()) {
      throw new StartException(
          "the server writes no binlog (log_bin is OFF); start it with --log-bin");
    }
    if (facts.mariaDb() && !facts.gtids()) {
      throw new StartException(
          "the server (MariaDB "
              + facts.version()
              + ") has gtid_strict_mode = OFF, so GTIDs may come with numbers that were used before;"
              + " run SET GLOBAL gtid_strict_mode = ON, and set it in its configuration file");
    }
    if (request instanceof StartRequest.GoOn goOn) {
      return goOn(goOn);
    }
    StartPosition position = ((StartRequest.At) request).position();
    if (position instanceof StartPosition.Latest) {
      return latest();
    }
    if (position instanceof StartPosition.Earliest) {
      String oldest = server.files().get(0);
      return inFile(oldest, FILE_BEGIN, oldest);
    }
    if (position instanceof StartPosition.InFile file) {
      requireFile(file.file(), "the start position");
      return inFile(file.file(), file.offset(), file.file());
    }
    if (position instanceof StartPosition.AtTime at) {
      TimeSearch.Found found = times.find(server, at.time());
      return inFile(found.file(), found.offset(), found.readFrom());
    }
    return afterGtids(((StartPosition.AfterGtids) position).set());
  }

  /**
   * The end of the binlog. The newest file is read from its beginning, silently: so the GTID set is
   * the one of exactly this position, and XA transactions that are prepared there are known. Where
   * branches were prepared in older files (hazard 34), the oldest file is where reading begins.
   */
  private StartPlan latest() throws SourceServerException {
    String newest = server.end().file();
    boolean old = oldBranches.preparedBefore(server);
    BinlogEnd end = server.end();
    return inFile(end.file(), end.offset(), old ? server.files().get(0) : newest);
  }

  private StartPlan inFile(String file, long offset, String readFrom) {
    Position position = new Position(BinlogFile.number(file), 0, offset);
    Position read = new Position(BinlogFile.number(readFrom), 0, FILE_BEGIN);
    return new StartPlan(
        facts,
        new ResumePoint(file, position, null, readFrom, read),
        new StartPoint.InFile(readFrom, FILE_BEGIN),
        facts.gtids(),
        false);
  }

  private StartPlan afterGtids(String set) throws SourceServerException, StartException {
    requireGtids("the start position is a GTID set");
    requireNotation(set, "the start position");
    String unknown = server.notExecuted(set);
    if (!unknown.isEmpty()) {
      throw new StartException(
          "the start position names transactions that the server never executed ("
              + unknown
              + "); take the set from the server's "
              + (facts.mariaDb() ? "@@gtid_binlog_pos" : "@@gtid_executed"));
    }
    requireNotPurged(set);
    return new StartPlan(
        facts,
        new ResumePoint(null, null, set, null, null),
        new StartPoint.AfterGtids(set),
        true,
        false);
  }

  private StartPlan goOn(StartRequest.GoOn goOn) throws SourceServerException, StartException {
    ResumePoint resume = goOn.resume();
    boolean sameHistory = facts.history().equals(goOn.history()) && !goOn.reset();
    requireExecuted(goOn, resume.executed());
    List<String> files = server.files();
    boolean filesThere =
        sameHistory && files.contains(resume.file()) && files.contains(resume.readFromFile());
    if (filesThere && resume.readFrom().offset() <= MAX_WIRE_OFFSET) {
      return new StartPlan(
          facts,
          resume,
          new StartPoint.InFile(resume.readFromFile(), resume.readFrom().offset()),
          facts.gtids() && resume.executed() != null,
          true);
    }
    if (resume.executed() == null || !facts.gtids()) {
      if (filesThere) {
        return fromTheBeginningOfTheFile(resume);
      }
      throw withoutGtids(goOn, files);
    }
    String readAfter = resume.gtidsToReadAfter();
    requireNotPurged(readAfter);
    // A file that is gone at the upper end was not purged but reset away.
    boolean continuing = sameHistory && !newerThanAll(resume.file(), files);
    ResumePoint from =
        continuing
            ? resume
            : new ResumePoint(null, null, resume.executed(), null, null, resume.readAfter());
    return new StartPlan(facts, from, new StartPoint.AfterGtids(readAfter), true, continuing);
  }

  /** The position is kept: up to it only what is prepared counts. */
  private StartPlan fromTheBeginningOfTheFile(ResumePoint resume) {
    Position readFrom = resume.readFrom();
    Position begin = new Position(readFrom.file(), readFrom.created(), FILE_BEGIN);
    String file = resume.readFromFile();
    return new StartPlan(
        facts,
        new ResumePoint(resume.file(), resume.position(), resume.executed(), file, begin),
        new StartPoint.InFile(file, FILE_BEGIN),
        facts.gtids() && resume.executed() != null,
        true);
  }

  private void requireExecuted(StartRequest.GoOn goOn, String executed)
      throws SourceServerException, StartException {
    if (executed == null || !facts.gtids()) {
      return;
    }
    requireNotation(executed, "what this source has passed");
    String lost = server.notExecuted(executed);
    if (!lost.isEmpty()) {
      throw new StartException(
          "the server ("
              + facts.history()
              + ") does not have transactions that this source has already passed on ("
              + lost
              + ", read from "
              + goOn.history()
              + "): its binlogs were reset, it was restored from a backup, lost the end of its binlog,"
              + " or is not a replica"
              + " that had caught up. Point the connector to a server that has them, or accept the"
              + " difference with "
              + PATCH);
    }
  }

  private void requireNotPurged(String set) throws SourceServerException, StartException {
    String purged = server.purgedBeyond(set);
    if (!purged.isEmpty()) {
      throw new StartException(
          "the server has purged transactions that this source still needs ("
              + purged
              + "); its oldest binlog file is "
              + server.files().get(0)
              + ". Bring the files back, or load the tables anew and set the offset with "
              + PATCH);
    }
  }

  private StartException withoutGtids(StartRequest.GoOn goOn, List<String> files) {
    ResumePoint resume = goOn.resume();
    String where = "the source stands at " + resume.file() + ":" + resume.position().offset();
    String noGtids = " and GTIDs, which would tell where to go on, are not in use";
    if (goOn.reset()) {
      return new StartException(
          where + ", but the binlog was reset since" + noGtids + ". Set the offset with " + PATCH);
    }
    if (!facts.history().equals(goOn.history())) {
      return new StartException(
          where
              + " of history "
              + goOn.history()
              + ", but the server is "
              + facts.history()
              + noGtids
              + ". Point the connector to the old server, or set the offset with "
              + PATCH);
    }
    return new StartException(
        where
            + " and needs "
            + resume.readFromFile()
            + ", which the server no longer has (oldest "
            + files.get(0)
            + ", newest "
            + files.get(files.size() - 1)
            + ")"
            + noGtids
            + ". Bring the file back, or load the tables anew and set the offset with "
            + PATCH);
  }

  private void requireFile(String file, String who) throws SourceServerException, StartException {
    List<String> files = server.files();
    if (!files.contains(file)) {
      throw new StartException(
          who
              + " names the binlog file "
              + file
              + ", which the server does not have (oldest "
              + files.get(0)
              + ", newest "
              + files.get(files.size() - 1)
              + ")");
    }
  }

  private void requireGtids(String who) throws StartException {
    if (!facts.gtids()) {
      throw new StartException(
          who + ", but the server has gtid_mode other than ON; give a file and position");
    }
  }

  /** MySQL's sets have colons, MariaDB's positions have none. */
  private void requireNotation(String set, String what) throws StartException {
    boolean mariaDb = set.indexOf(':') < 0;
    if (!set.isBlank() && mariaDb != facts.mariaDb()) {
      throw new StartException(
          what
              + " is told by GTIDs of "
              + (mariaDb ? "a MariaDB" : "a MySQL")
              + " ("
              + set
              + "), but the server is "
              + (facts.mariaDb() ? "a MariaDB" : "a MySQL")
              + " ("
              + facts.version()
              + "). Load the tables anew and set the offset with "
              + PATCH);
    }
  }

  private static boolean newerThanAll(String file, List<String> files) {
    return files.stream().allMatch(other -> BinlogFile.number(other) < BinlogFile.number(file));
  }

  /** Tells whether XA branches are open that were prepared before the newest binlog file. */
  @FunctionalInterface
  interface OldBranches {
    boolean preparedBefore(SourceServer server) throws SourceServerException;

    /**
     * Looks several times: a branch that is there each time was prepared before the first look, and
     * may have been so in an older file. Branches that are just being committed vanish.
     *
     * @param pause waits a little between two looks
     */
    static OldBranches lookingThrice(Runnable pause) {
      return server -> {
        List<String> there = new ArrayList<>(server.preparedBranches());
        for (int look = 1; look < 3 && !there.isEmpty(); look++) {
          pause.run();
          there.retainAll(server.preparedBranches());
        }
        return !there.isEmpty();
      };
    }
  }
}
