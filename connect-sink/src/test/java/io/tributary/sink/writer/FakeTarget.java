package io.tributary.sink.writer;

import io.tributary.format.model.Change;
import io.tributary.format.spill.SpillDirectory;
import io.tributary.sink.checkpoint.Advance;
import io.tributary.sink.checkpoint.AppliedPart;
import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Checkpoints;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.checkpoint.SourceState;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetException.Kind;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.TargetSession;
import io.tributary.sink.tidb.TargetSessions;
import io.tributary.sink.tidb.TargetTransaction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A target in memory with one checkpoint row: transactions, a lock on the row, and faults by
 * script. Thread-safe.
 */
public final class FakeTarget implements TargetSessions, Checkpoints {
  /** What goes wrong at the next step of that name. */
  public record Fault(String step, Kind kind, boolean committed) {}

  private final Deque<Fault> faults = new ArrayDeque<>();
  private final List<Long> rows = new ArrayList<>();
  private final List<String> steps = new ArrayList<>();
  private final Map<AffinityKey, String> rules = new HashMap<>();
  private final Map<String, SourceState> sources = new HashMap<>();
  private Fence fence = new Fence(0, 0, Fence.NO_OFFSET);
  private int partitions;
  private long pass;
  private AppliedPart part;
  private Session lockOwner;
  private int stepsUntilAction;
  private Runnable action;
  private long firstBadRow;
  private Kind badKind;

  /** The next step of this name fails; a COMMIT may have been done all the same. */
  public synchronized void fail(String step, Kind kind, boolean committed) {
    faults.add(new Fault(step, kind, committed));
  }

  /** Time by which a writer that is told to end has ended, of {@link System#nanoTime}. */
  static long soon() {
    return System.nanoTime() + 10_000_000_000L;
  }

  /** Ids of the rows that were committed, in order. */
  public synchronized List<Long> rows() {
    return List.copyOf(rows);
  }

  /** What was done, in order. */
  public synchronized List<String> steps() {
    return List.copyOf(steps);
  }

  public synchronized Fence fence() {
    return fence;
  }

  /** What is in the target in part; null when nothing is. */
  public synchronized AppliedPart part() {
    return part;
  }

  public synchronized SourceState source(String name) {
    return sources.get(name);
  }

  @Override
  public TargetSession open() throws TargetException {
    step("open");
    return new Session();
  }

  /** Does something in the writer's thread after so many steps; 0 for never. */
  public synchronized void after(int number, Runnable action) {
    stepsUntilAction = number;
    this.action = action;
  }

  private void step(String name) throws TargetException {
    note(name);
    Runnable due = due();
    if (due != null) {
      due.run();
    }
  }

  /** Rows from this one on do not fit. */
  public synchronized void failFromRow(long id, Kind kind) {
    firstBadRow = id;
    badKind = kind;
  }

  private synchronized void requireFits(long id) throws TargetException {
    if (badKind != null && id >= firstBadRow) {
      throw new TargetException(badKind, 1, "row " + id + " does not fit", null);
    }
  }

  private synchronized Runnable due() {
    return stepsUntilAction > 0 && --stepsUntilAction == 0 ? action : null;
  }

  private synchronized void note(String name) throws TargetException {
    steps.add(name);
    Fault fault = faults.peek();
    if (fault != null && fault.step.equals(name) && !name.equals("commit")) {
      faults.remove();
      throw new TargetException(fault.kind, 1, name + " failed", null);
    }
  }

  private synchronized void lock(Session session) throws TargetException {
    while (lockOwner != null && lockOwner != session) {
      try {
        wait(5_000);
      } catch (InterruptedException e) {
        throw new TargetException(Kind.CONNECTION_LOST, 0, "interrupted", e);
      }
    }
    lockOwner = session;
  }

  private synchronized void end(Session session, boolean commit) {
    if (commit) {
      session.pending.forEach(Runnable::run);
    }
    session.pending.clear();
    session.inserted.clear();
    if (lockOwner == session) {
      lockOwner = null;
      notifyAll();
    }
  }

  @Override
  public void create(TargetTransaction session) throws TargetException {
    step("create");
  }

  @Override
  public void ensure(TargetTransaction session, CheckpointKey key) throws TargetException {
    step("ensure");
  }

  @Override
  public long raiseEpoch(TargetTransaction transaction, CheckpointKey key) throws TargetException {
    step("raise");
    Session session = (Session) transaction;
    lock(session);
    long epoch = fence().epoch() + 1;
    session.pending.add(() -> fence = new Fence(epoch, fence.version(), fence.nextOffset()));
    return epoch;
  }

  @Override
  public Checkpoint load(TargetTransaction session, CheckpointKey key) throws TargetException {
    step("load");
    synchronized (this) {
      return new Checkpoint(fence, partitions, pass, List.copyOf(sources.values()), part);
    }
  }

  @Override
  public boolean advance(TargetTransaction transaction, CheckpointKey key, Advance advance)
      throws TargetException {
    step("advance");
    Session session = (Session) transaction;
    lock(session);
    if (!fence().equals(advance.from())) {
      return false;
    }
    session.pending.add(
        () -> {
          fence = advance.to();
          partitions = advance.partitions();
          part = advance.part();
        });
    return true;
  }

  @Override
  public void save(TargetTransaction transaction, CheckpointKey key, Collection<SourceState> states)
      throws TargetException {
    step("save");
    ((Session) transaction)
        .pending.add(() -> states.forEach(state -> sources.put(state.source(), state)));
  }

  @Override
  public Fence lock(TargetTransaction transaction, CheckpointKey key) throws TargetException {
    step("lock");
    lock((Session) transaction);
    return fence();
  }

  @Override
  public synchronized String affinity(TargetTransaction session, AffinityKey key, String rule) {
    return rules.computeIfAbsent(key, k -> rule);
  }

  @Override
  public void alter(TargetTransaction transaction, Map<CheckpointKey, Long> offsets)
      throws TargetException {
    Session session = (Session) transaction;
    lock(session);
    for (long offset : offsets.values()) {
      session.pending.add(
          () -> {
            fence = new Fence(fence.epoch() + 1, fence.version() + 1, offset);
            pass++;
          });
    }
  }

  @Override
  public Collection<CheckpointKey> keys(TargetTransaction session, String connector) {
    return List.of(new CheckpointKey(connector, "topic", 0));
  }

  /** An applier that inserts the ids of rows, one by one. */
  public ChangeApplier applier() {
    return new ChangeApplier() {
      @Override
      public void check(TargetTransaction transaction, PositionedRecord record)
          throws TargetException {
        step("check");
      }

      @Override
      public void apply(TargetTransaction transaction, List<PositionedRecord> run)
          throws TargetException {
        for (PositionedRecord record : run) {
          step("apply " + record.record().commit().position().offset());
          Session session = (Session) transaction;
          for (Change change : record.record().changes()) {
            long id = (Long) ((Change.Insert) change).after().value(0);
            requireFits(id);
            session.inserted.add(id);
            session.pending.add(() -> rows.add(id));
          }
        }
        step("apply");
      }

      @Override
      public void committed() {
        synchronized (FakeTarget.this) {
          steps.add("committed");
        }
      }

      @Override
      public void rolledBack() {
        synchronized (FakeTarget.this) {
          steps.add("rolledBack");
        }
      }
    };
  }

  private final class Session implements TargetSession {
    private final List<Runnable> pending = new ArrayList<>();
    private final List<Long> inserted = new ArrayList<>();
    private volatile boolean dead;

    private void requireAlive() throws TargetException {
      if (dead) {
        throw new TargetException(Kind.CONNECTION_LOST, 0, "the connection was ended", null);
      }
    }

    @Override
    public void begin() throws TargetException {
      step("begin");
      requireAlive();
    }

    @Override
    public void commit() throws TargetException {
      step("commit");
      requireAlive();
      Fault fault;
      synchronized (FakeTarget.this) {
        fault = faults.peek();
        if (fault != null && fault.step.equals("commit")) {
          faults.remove();
        } else {
          fault = null;
        }
      }
      end(this, fault == null || fault.committed);
      if (fault != null) {
        throw new TargetException(fault.kind, 1, "commit failed", null);
      }
    }

    @Override
    public void rollback() {
      end(this, false);
    }

    @Override
    public void abort() {
      dead = true;
      end(this, false);
    }

    @Override
    public void close() {
      end(this, false);
    }

    @Override
    public long update(String sql) {
      throw new UnsupportedOperationException(sql);
    }

    @Override
    public <T> List<T> query(String sql, RowMapper<T> mapper) {
      throw new UnsupportedOperationException(sql);
    }

    @Override
    public TargetServer server() {
      return new TargetServer(TargetServer.Kind.MYSQL, "fake");
    }
  }

  /** What a writer to this target works with; its fragments spill to a temporary folder. */
  public WriterParts parts(Clock clock) {
    return parts(clock, Throttle.none());
  }

  /** The same, throttled. */
  WriterParts parts(Clock clock, Throttle throttle) {
    try {
      return new WriterParts(
          this,
          this,
          this::applier,
          clock,
          SpillDirectory.of(""),
          new WriterMetrics(clock),
          throttle);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
