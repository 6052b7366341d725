package io.tributary.source.transaction;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.spill.SpillBuffers;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;

/**
 * Assembles the events of one connection into transactions whose outcome is known.
 *
 * <p>One assembler for each connection: it begins at a transaction boundary without any table map,
 * and after a {@link TransactionException} it is of no more use.
 *
 * <p>What the groups of events are ({@code sql/binlog.cc}, {@code sql/xa.cc}): GTID, BEGIN, rows,
 * XID or COMMIT; GTID and one statement; GTID, XA START, rows, XA END, XA PREPARE, and later GTID,
 * XA COMMIT or XA ROLLBACK. Servers without GTIDs leave the GTID out. MariaDB has no BEGIN: the
 * GTID says whether the group is one statement.
 *
 * <p>Mixed engines (hazard 32): in row format the rows of tables without transactions never stand
 * in the transaction's group ({@code binlog_cache_mngr} keeps them in the statement cache): the
 * server writes them at the end of their statement as a group of its own that ends with COMMIT. So
 * what a ROLLBACK, ROLLBACK TO or XA ROLLBACK in the binlog undoes is rows of transactional tables,
 * and all of them are dropped. Such a group exists because it holds statements that cannot be
 * rolled back: of temporary tables, which pass, or statement-based changes, which stop.
 *
 * <p>A group that a file leaves unfinished, without a ROTATE event, is what a server wrote that
 * died then: it has not committed, and replicas roll it back too ({@code
 * Format_description_log_event::do_apply_event}).
 *
 * <p>Not thread-safe.
 */
public final class TransactionAssembler {
  private final EventCursor cursor;
  private final XaBranches branches;
  private final Progress progress;
  private final Failures failures;
  private final GroupReader groups;
  private boolean failed;

  /**
   * @param settings what it is told once
   * @param tables which tables are captured, and how their rows are read
   * @param buffers where changes are kept until the outcome is known
   * @param from the boundary to go on from. Its position and files may be null when reading by GTID
   *     in a history that they do not belong to; its GTID set must be the one of exactly this
   *     boundary (transactions in it are passed over), or null when that is not known.
   * @param start what the server was asked for: in a file, {@code from.readFrom()}; then everything
   *     up to {@code from.position()} is read silently (XA transactions that are still open there
   *     are kept, all else is dropped). Or after a GTID set, {@code from.executed()}.
   */
  public TransactionAssembler(
      AssemblerSettings settings,
      CapturedTables tables,
      SpillBuffers buffers,
      ResumePoint from,
      StartPoint start) {
    branches = new XaBranches();
    progress = new Progress(branches, from, start);
    failures = new Failures(settings.source(), progress);
    Outcomes outcomes = new Outcomes(settings.abandoned(), branches, progress, failures);
    groups = new GroupReader(tables, buffers, progress, failures, outcomes);
    cursor = new EventCursor(start instanceof StartPoint.AfterGtids);
    if (start instanceof StartPoint.InFile place) {
      cursor.expect(place.file(), place.offset());
    }
  }

  /**
   * Takes the next event.
   *
   * @return the boundary that the event reached, or null when it reached none, or one that lies at
   *     or before the resume point. Boundaries without slices come after everything that is not
   *     captured, rolled back or prepared, at the beginning of a file, and when the server says by
   *     heartbeat that it has passed over something.
   * @throws TransactionException when the event is not understood, or cannot be followed by rows;
   *     {@link #boundary()} is where to resume
   */
  public CompletedTransaction accept(BinlogEvent event) throws TransactionException {
    if (failed) {
      throw new IllegalStateException("an assembler is of no use after its first exception");
    }
    failed = true;
    checkPlace(event);
    CompletedTransaction completed = dispatch(event);
    if (!groups.open() && !event.header().artificial()) {
      progress.reached(event.header().end());
    }
    failed = false;
    return completed;
  }

  /** The last boundary that was reached: where to resume. */
  public ResumePoint boundary() {
    return progress.boundary();
  }

  /** The XA branches that are prepared here. */
  public OpenBranches openBranches() {
    return branches.open();
  }

  /** Gives back all buffers, those of held XA transactions too. */
  public void close() {
    groups.close();
  }

  private void checkPlace(BinlogEvent event) throws TransactionException {
    EventHeader header = event.header();
    String gap = cursor.advance(event, groups.open());
    if (gap != null) {
      throw failures.at(
          header,
          groups.gtid(),
          gap + ". Restarting the connector reads again from the resume point");
    }
    if (groups.open() && fileEvent(event)) {
      groups.leaveUnfinished(event);
    }
    if (progress.silent() && !(fileEvent(event) && header.artificial())) {
      if (progress.resumesInside(header, groups.open())) {
        throw failures.at(
            header,
            groups.gtid(),
            "the resume point lies inside a transaction, so it does not belong to this binlog. Set"
                + " the connector's offsets to a transaction boundary");
      }
      progress.passing(header.start());
    }
  }

  private static boolean fileEvent(BinlogEvent event) {
    return event instanceof BinlogEvent.Rotate || event instanceof BinlogEvent.FormatDescription;
  }

  private CompletedTransaction dispatch(BinlogEvent event) throws TransactionException {
    EventHeader header = event.header();
    if (event instanceof BinlogEvent.Gtid gtid) {
      return groups.begin(gtid);
    } else if (event instanceof BinlogEvent.AnonymousGtid gtid) {
      return groups.begin(gtid);
    } else if (event instanceof BinlogEvent.Query query) {
      return groups.query(query);
    } else if (event instanceof BinlogEvent.TableMap map) {
      return groups.map(map);
    } else if (event instanceof BinlogEvent.Rows rows) {
      return groups.rows(rows);
    } else if (event instanceof BinlogEvent.Xid) {
      return groups.xid(header);
    } else if (event instanceof BinlogEvent.XaPrepare prepare) {
      return groups.prepare(prepare);
    } else if (event instanceof BinlogEvent.Incident incident) {
      return groups.incident(incident);
    } else if (event instanceof BinlogEvent.Unknown unknown) {
      return groups.unknown(unknown);
    } else if (event instanceof BinlogEvent.Heartbeat) {
      return groups.open() ? null : progress.idle(header);
    }
    return file(event);
  }

  /** Events that belong to the file rather than to a transaction; the rest needs no reading. */
  private CompletedTransaction file(BinlogEvent event) throws TransactionException {
    EventHeader header = event.header();
    if (event instanceof BinlogEvent.Rotate rotate) {
      cursor.expect(rotate.file(), rotate.offset());
    } else if (event instanceof BinlogEvent.PreviousGtids previous) {
      progress.before(GtidSet.parse(previous.set()));
      return progress.stretch(header);
    } else if (event instanceof BinlogEvent.FormatDescription format) {
      groups.server(format.serverVersion());
      if (header.artificial()) {
        return null;
      }
      if (progress.reset(header.end())) {
        throw failures.at(
            header,
            null,
            "the file was created after the resume point was read, though its number is not higher:"
                + " the binlog was reset. Check what the target holds, then set the connector's"
                + " offsets anew");
      }
      return progress.stretch(header);
    }
    return null;
  }
}
