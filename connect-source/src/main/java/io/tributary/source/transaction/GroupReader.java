package io.tributary.source.transaction;

import io.tributary.format.codec.ChangeEncoder;
import io.tributary.format.spill.SpillBuffers;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.statement.ServerVersion;
import io.tributary.source.statement.SqlMode;
import io.tributary.source.statement.Statement;
import io.tributary.source.statement.StatementReader;
import io.tributary.source.transaction.EventGroup.Kind;
import io.tributary.source.transaction.RowCollector.RowsException;
import java.io.IOException;
import java.util.Set;

/** Reads the events of the group that is open, and what opens one. */
final class GroupReader {
  /** INTVAR, RAND and USER_VAR: they matter only to the statement that follows them. */
  private static final Set<Integer> STATEMENT_CONTEXT = Set.of(5, 13, 14);

  private static final int QUOTED_LENGTH = 300;

  private final CapturedTables tables;
  private final SpillBuffers buffers;
  private final ChangeEncoder encoder = new ChangeEncoder();
  private final StatementPolicy policy;
  private final RowCollector collector;
  private final Progress progress;
  private final Failures failures;
  private final Outcomes outcomes;
  private StatementReader statements = new StatementReader(ServerVersion.UNKNOWN);
  private EventGroup group;

  GroupReader(
      CapturedTables tables,
      SpillBuffers buffers,
      Progress progress,
      Failures failures,
      Outcomes outcomes) {
    this.tables = tables;
    this.buffers = buffers;
    this.progress = progress;
    this.failures = failures;
    this.outcomes = outcomes;
    policy = new StatementPolicy(tables);
    collector = new RowCollector(tables);
  }

  /** Whether a group has begun and not ended. */
  boolean open() {
    return group != null;
  }

  /** GTID of the open group, null when it has none or none is open. */
  String gtid() {
    return group == null ? null : group.gtid();
  }

  /** The server that wrote what follows. */
  void server(String version) {
    statements = new StatementReader(ServerVersion.parse(version));
  }

  void close() {
    if (group != null) {
      group.changes().close();
    }
    outcomes.close();
  }

  CompletedTransaction begin(BinlogEvent.Gtid gtid) throws TransactionException {
    boolean mariaDb = gtid.gtid().indexOf(':') < 0;
    Kind kind = !mariaDb ? Kind.UNDECIDED : gtid.standalone() ? Kind.STANDALONE : Kind.TRANSACTION;
    begin(new EventGroup.Identity(gtid.gtid(), gtid.commitMicros()), gtid.header(), kind);
    return null;
  }

  CompletedTransaction begin(BinlogEvent.AnonymousGtid gtid) throws TransactionException {
    begin(new EventGroup.Identity(null, gtid.commitMicros()), gtid.header(), Kind.UNDECIDED);
    return null;
  }

  private void begin(EventGroup.Identity identity, EventHeader header, Kind kind)
      throws TransactionException {
    if (group != null) {
      throw failure(header, "a transaction begins, but the one before it has no end");
    }
    OpenTransaction changes = new OpenTransaction(buffers, encoder);
    String gtid = identity.gtid();
    group = new EventGroup(identity, header, kind, changes, progress.readBefore(gtid));
    if (progress.outOfOrder(gtid)) {
      throw failure(
          header,
          "its number is not higher than those of its domain before it ("
              + progress.boundary().executed()
              + "): the server ran with gtid_strict_mode=OFF, and a position does not tell any more"
              + " what has been read. Turn it on, bring the target to what the source holds, then"
              + " start the connector at a file and position after this transaction");
    }
    if (progress.executed(gtid)) {
      group.ignore();
    } else if (progress.passedBefore(gtid)) {
      group.pass();
    }
  }

  /**
   * A file ends or begins while a group is open. Without a ROTATE event the server died while it
   * wrote the group: the group is dropped.
   */
  void leaveUnfinished(BinlogEvent event) throws TransactionException {
    boolean died =
        event instanceof BinlogEvent.Rotate rotate
            && rotate.header().artificial()
            && !rotate.file().equals(group.file());
    if (!died) {
      throw failure(event.header(), "a file ends or begins inside a transaction");
    }
    outcomes.drop(end());
  }

  /** The open group is open no more. */
  private EventGroup end() {
    EventGroup ended = group;
    group = null;
    collector.clear();
    return ended;
  }

  CompletedTransaction query(BinlogEvent.Query query) throws TransactionException {
    SqlMode mode = new SqlMode(query.sqlMode());
    Statement statement = statements.read(query.sql(), query.schema(), mode);
    if (statement instanceof Statement.Definition || statement instanceof Statement.DataChange) {
      ChangedDefinitions changed = statements.changedDefinitions(query.sql(), query.schema(), mode);
      if (changed.any()) {
        tables.passed(query.header().end(), changed);
      }
    }
    if (statement instanceof Statement.Empty) {
      return null;
    }
    if (statement instanceof Statement.Unreadable unreadable) {
      return object(
          query.header(), quote(query) + " is not understood: " + unreadable.reason(), null);
    }
    boolean inside = group != null && (group.kind() == Kind.TRANSACTION || group.kind() == Kind.XA);
    return inside ? inside(query, statement) : first(query, statement);
  }

  /** A statement that opens a group or is one. */
  private CompletedTransaction first(BinlogEvent.Query query, Statement statement)
      throws TransactionException {
    EventHeader header = query.header();
    if (group == null) {
      begin(new EventGroup.Identity(null, 0), header, Kind.UNDECIDED);
    }
    if (statement instanceof Statement.Begin) {
      group.decide(Kind.TRANSACTION);
      if (progress.silent()) {
        group.ignore();
      }
      return null;
    } else if (statement instanceof Statement.XaStart xaStart) {
      group.startXa(xaStart.xa());
      return null;
    } else if (statement instanceof Statement.XaCommit commit) {
      return outcomes.xaCommit(header, end(), commit.xa());
    } else if (statement instanceof Statement.XaRollback rollback) {
      return outcomes.xaRollback(header, end(), rollback.xa());
    } else if (statement instanceof Statement.Commit || statement instanceof Statement.Rollback) {
      return outcomes.rollback(header, end());
    } else if (statement instanceof Statement.Definition
        || statement instanceof Statement.DataChange) {
      pass(query, statement);
      return outcomes.commit(header, end());
    }
    return object(header, quote(query) + " stands outside a transaction", null);
  }

  private CompletedTransaction inside(BinlogEvent.Query query, Statement statement)
      throws TransactionException {
    EventHeader header = query.header();
    boolean xa = group.xa() != null;
    if (statement instanceof Statement.Commit) {
      return outcomes.commit(header, end());
    } else if (statement instanceof Statement.Rollback) {
      return outcomes.rollback(header, end());
    } else if (statement instanceof Statement.XaCommit commit && !xa) {
      return outcomes.xaCommit(header, end(), commit.xa());
    } else if (statement instanceof Statement.XaRollback rollback && !xa) {
      return outcomes.xaRollback(header, end(), rollback.xa());
    } else if (statement instanceof Statement.XaCommit commit && commit.xa().equals(group.xa())) {
      return outcomes.commit(header, end());
    } else if (statement instanceof Statement.XaRollback rollback
        && rollback.xa().equals(group.xa())) {
      return outcomes.rollback(header, end());
    } else if (statement instanceof Statement.XaStart xaStart && !xa) {
      group.startXa(xaStart.xa());
    } else if (statement instanceof Statement.Definition
        || statement instanceof Statement.DataChange) {
      pass(query, statement);
    } else if (!(statement instanceof Statement.XaEnd)) {
      return savepoint(query, statement);
    }
    return null;
  }

  private CompletedTransaction savepoint(BinlogEvent.Query query, Statement statement)
      throws TransactionException {
    try {
      String problem = group.changes().savepoint(statement);
      return problem == null ? null : object(query.header(), quote(query) + problem, null);
    } catch (IOException e) {
      throw failures.at(query.header(), gtid(), "the buffer cannot be cut: " + e.getMessage(), e);
    }
  }

  /** Objects to a statement that changes captured rows without row events. */
  private void pass(BinlogEvent.Query query, Statement statement) throws TransactionException {
    String objection = policy.objection(query, statement, statements);
    if (objection != null) {
      object(query.header(), quote(query) + " is " + objection, null);
    }
  }

  CompletedTransaction map(BinlogEvent.TableMap map) throws TransactionException {
    if (holdsRows(map.header())) {
      try {
        collector.map(map);
      } catch (RowsException e) {
        return object(map.header(), e.getMessage(), e);
      }
    }
    return null;
  }

  CompletedTransaction rows(BinlogEvent.Rows rows) throws TransactionException {
    EventHeader header = rows.header();
    if (holdsRows(header)) {
      try {
        collector.rows(rows, group.changes());
      } catch (RowsException e) {
        return object(header, e.getMessage(), e);
      }
    }
    return endOfRows(header, rows.endOfStatement());
  }

  private CompletedTransaction endOfRows(EventHeader header, boolean endOfStatement)
      throws TransactionException {
    boolean ends = group != null && group.kind() == Kind.STANDALONE && endOfStatement;
    return ends ? outcomes.commit(header, end()) : null;
  }

  /** Whether rows may stand here and are of interest. */
  private boolean holdsRows(EventHeader header) throws TransactionException {
    if (group == null || group.kind() == Kind.UNDECIDED) {
      object(header, "rows outside a transaction: reading began inside one", null);
      return false;
    }
    return !group.ignored();
  }

  CompletedTransaction xid(EventHeader header) throws TransactionException {
    if (group == null || group.kind() == Kind.UNDECIDED) {
      return object(header, "the end of a transaction (XID) that did not begin", null);
    }
    return outcomes.commit(header, end());
  }

  CompletedTransaction prepare(BinlogEvent.XaPrepare prepare) throws TransactionException {
    EventHeader header = prepare.header();
    if (group == null || group.kind() == Kind.UNDECIDED) {
      return object(header, "the end of an XA transaction that did not begin", null);
    }
    if (group.xa() == null) {
      group.startXa(XaBranches.canonical(prepare.xa()));
    } else if (!group.xa().equals(XaBranches.canonical(prepare.xa()))) {
      throw failure(header, "XA START says " + group.xa() + " and XA PREPARE says " + prepare.xa());
    }
    return prepare.onePhase() ? outcomes.commit(header, end()) : outcomes.prepare(header, end());
  }

  CompletedTransaction incident(BinlogEvent.Incident incident) throws TransactionException {
    return object(
        incident.header(),
        "the server lost events (INCIDENT: "
            + incident.message()
            + "). Bring the target to what the source holds, then start the connector at a position"
            + " after it",
        null);
  }

  CompletedTransaction unknown(BinlogEvent.Unknown unknown) throws TransactionException {
    if (STATEMENT_CONTEXT.contains(unknown.header().type())) {
      return null;
    }
    return object(
        unknown.header(),
        "an event of type "
            + unknown.header().type()
            + " ("
            + unknown.name()
            + ") is not understood and must not be skipped. Look at it by mysqlbinlog; bring the"
            + " target to what the source holds, then start the connector at a position after it",
        null);
  }

  private CompletedTransaction object(EventHeader header, String what) throws TransactionException {
    return object(header, what, null);
  }

  /**
   * Throws, unless what it is about has been passed before: then it matters only when an XA branch
   * that is still open at the resume point commits.
   */
  private CompletedTransaction object(EventHeader header, String what, Throwable cause)
      throws TransactionException {
    if (group != null && group.ignored()) {
      return null;
    }
    TransactionException exception = failures.at(header, gtid(), what, cause);
    if (!progress.silent() && (group == null || !group.passed())) {
      throw exception;
    }
    if (group != null) {
      group.changes().objectTo(exception);
    }
    return null;
  }

  private TransactionException failure(EventHeader header, String what) {
    return failures.at(header, gtid(), what);
  }

  private static String quote(BinlogEvent.Query query) {
    String sql = query.sql().strip();
    boolean cut = sql.length() > QUOTED_LENGTH;
    return "the statement \"" + (cut ? sql.substring(0, QUOTED_LENGTH) + ".." : sql) + "\"";
  }
}
