package io.tributary.sink.writer;

import io.tributary.sink.checkpoint.Advance;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Checkpoints;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetException.Kind;
import io.tributary.sink.tidb.TargetSession;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings a run of records to the target in one transaction: the fence first, then the data, then
 * the sources' positions (hazard 18). Belongs to the writer's thread.
 */
final class Flush {
  private static final Logger LOG = LoggerFactory.getLogger(Flush.class);

  private final CheckpointKey key;
  private final Checkpoints checkpoints;
  private final ChangeApplier applier;
  private final Connections connections;
  private final Retries retries;
  private long lastNanos;

  Flush(
      CheckpointKey key,
      Checkpoints checkpoints,
      ChangeApplier applier,
      Connections connections,
      Retries retries) {
    this.key = key;
    this.checkpoints = checkpoints;
    this.applier = applier;
    this.connections = connections;
    this.retries = retries;
  }

  /**
   * Writes the content and returns the fence after it.
   *
   * @throws FenceLostException when the fence is not {@code advance.from()} any more
   */
  Fence run(Advance advance, FlushContent content)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    return retries.run(
        "a flush of " + key.topicPartition(),
        () -> {
          boolean committed = false;
          try {
            committed = attempt(advance, content);
          } finally {
            if (committed) {
              applier.committed();
            } else {
              applier.rolledBack();
            }
          }
          return advance.to();
        });
  }

  /** Time that the last transaction which was committed took. */
  long lastNanos() {
    return lastNanos;
  }

  private boolean attempt(Advance advance, FlushContent content)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    TargetSession session = connections.session();
    long beginNanos = System.nanoTime();
    boolean written = false;
    try {
      session.begin();
      if (!checkpoints.advance(session, key, advance)) {
        throw new FenceLostException(
            "the checkpoint of "
                + key.topicPartition()
                + " does not hold "
                + advance.from()
                + " any more");
      }
      if (!content.records().isEmpty()) {
        applier.apply(session, content.records());
      }
      checkpoints.save(session, key, content.states());
      written = true;
    } finally {
      if (!written) {
        // The server rolls back; a new connection is the surest way to have nothing left over.
        connections.drop();
      }
    }
    commit(session, advance.from(), advance.to());
    lastNanos = System.nanoTime() - beginNanos;
    return true;
  }

  private void commit(TargetSession session, Fence from, Fence to)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    try {
      session.commit();
    } catch (TargetException e) {
      connections.drop();
      LOG.warn("{}: a COMMIT has no clear outcome, reading it", key.topicPartition(), e);
      if (!settled(from, to)) {
        throw e.kind() == Kind.CONNECTION_LOST
            // Lost and now known to be undone: from the start again.
            ? new TargetException(Kind.TRANSIENT, e.errorCode(), e.getMessage(), e)
            : e;
      }
    }
  }

  /** Whether the transaction that was to move the fence has been committed. */
  private boolean settled(Fence from, Fence to)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    Fence found =
        retries.run(
            "reading the outcome of a COMMIT of " + key.topicPartition(),
            () -> {
              TargetSession session = connections.session();
              session.begin();
              Fence fence = checkpoints.lock(session, key);
              session.rollback();
              return fence;
            });
    if (!found.equals(to) && !found.equals(from)) {
      throw new FenceLostException(
          "the checkpoint of " + key.topicPartition() + " holds " + found + ", not " + from);
    }
    LOG.info(
        "{}: that transaction was {}",
        key.topicPartition(),
        found.equals(to) ? "committed" : "rolled back");
    return found.equals(to);
  }
}
