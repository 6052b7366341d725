package io.tributary.sink.writer;

import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.tidb.TargetException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a writer's thread does: take the fence, ask for the seek, then {@link Reign} until the fence
 * is lost, and again when the task says so. Only {@link #durableOffset} is for other threads.
 */
final class WriterLoop implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(WriterLoop.class);

  private final WriterScope scope;
  private final CheckpointKey key;
  private final WriterParts parts;
  private final Mailbox mailbox;
  private final Connections connections;
  private final Retries retries;
  private final AtomicLong durableOffset = new AtomicLong(Fence.NO_OFFSET);

  WriterLoop(WriterScope scope) {
    this.scope = scope;
    this.key = scope.key();
    this.parts = scope.parts();
    this.mailbox = scope.mailbox();
    this.connections = scope.connections();
    this.retries =
        new Retries(
            connections,
            scope.settings(),
            parts.clock(),
            mailbox::pause,
            parts.metrics().retries());
  }

  /** Kafka offset up to which everything is in the target, {@link Fence#NO_OFFSET} if unknown. */
  long durableOffset() {
    return durableOffset.get();
  }

  @Override
  public void run() {
    try {
      while (true) {
        try (Reign reign = new Reign(scope, retries, takeFence(), durableOffset)) {
          reign.run();
        } catch (FenceLostException e) {
          parts.metrics().fenceLost();
          LOG.warn("fence lost, work since the last flush is given up: {}", e.getMessage());
          mailbox.lost();
          mailbox.awaitFencing();
        }
      }
    } catch (WriterClosedException | InterruptedException e) {
      LOG.debug("the writer of {} ends", key.topicPartition());
    } catch (Throwable e) {
      LOG.error("the writer of {} of {} stops", key.topicPartition(), key.connector(), e);
      mailbox.fail(e);
    } finally {
      connections.close();
    }
  }

  private Checkpoint takeFence()
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    Checkpoint checkpoint = new Takeover(key, parts.checkpoints(), connections, retries).take();
    durableOffset.set(checkpoint.fence().nextOffset());
    parts.metrics().fenceTaken();
    parts.metrics().chain().begin(checkpoint);
    LOG.info("{}: took the fence at {}", key.topicPartition(), checkpoint.fence());
    mailbox.seek(checkpoint.fence().nextOffset());
    return checkpoint;
  }
}
