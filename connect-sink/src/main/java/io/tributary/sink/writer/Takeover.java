package io.tributary.sink.writer;

import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Checkpoints;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetSession;

/**
 * Takes the fence of a partition (hazard 19): raises the epoch in a transaction of its own that has
 * read nothing before, and reads the checkpoint after that has been committed. From then on no
 * other writer can commit; a flush of one that was under way has been waited for.
 */
final class Takeover {
  private final CheckpointKey key;
  private final Checkpoints checkpoints;
  private final Connections connections;
  private final Retries retries;

  Takeover(CheckpointKey key, Checkpoints checkpoints, Connections connections, Retries retries) {
    this.key = key;
    this.checkpoints = checkpoints;
    this.connections = connections;
    this.retries = retries;
  }

  /**
   * Returns the checkpoint that the fence was taken at.
   *
   * @throws FenceLostException when another writer took it at once
   */
  Checkpoint take()
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    return retries.run("taking the fence of " + key.topicPartition(), this::attempt);
  }

  private Checkpoint attempt() throws TargetException, FenceLostException, WriterClosedException {
    TargetSession session = connections.session();
    checkpoints.create(session);
    checkpoints.ensure(session, key);
    session.begin();
    long epoch = checkpoints.raiseEpoch(session, key);
    // When the answer of this COMMIT is lost the epoch is raised once more: harmless.
    session.commit();
    Checkpoint checkpoint = checkpoints.load(session, key);
    if (checkpoint.fence().epoch() != epoch) {
      throw new FenceLostException(
          "the fence of " + key.topicPartition() + " was taken by another writer at once");
    }
    return checkpoint;
  }
}
