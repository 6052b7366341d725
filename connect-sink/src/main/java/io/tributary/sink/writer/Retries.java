package io.tributary.sink.writer;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetException.Kind;
import java.time.Clock;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tries a unit of work again from its start while its error can pass. Belongs to the writer's
 * thread.
 */
final class Retries {
  private static final Logger LOG = LoggerFactory.getLogger(Retries.class);

  private final Connections connections;
  private final WriterSettings settings;
  private final Clock clock;
  private final Pause pause;
  private final RetryCounts counts;
  private final RandomGenerator random = new Random();
  private boolean exhausted;

  Retries(
      Connections connections,
      WriterSettings settings,
      Clock clock,
      Pause pause,
      RetryCounts counts) {
    this.connections = connections;
    this.settings = settings;
    this.clock = clock;
    this.pause = pause;
    this.counts = counts;
  }

  /**
   * Runs the work; after an error of kind TRANSIENT or CONNECTION_LOST runs it again, on a new
   * connection, until {@code retry.timeout.ms} have passed since the first one; for ever when that
   * is -1.
   *
   * @param what the work as a noun, for messages
   */
  <T> T run(String what, Work<T> work)
      throws TargetException,
          ApplyException,
          FenceLostException,
          WriterClosedException,
          InterruptedException {
    long firstFailureMs = -1;
    Backoff backoff = new Backoff(settings.retryBackoffMaxMs(), random);
    for (int attempt = 1; ; attempt++) {
      try {
        T done = work.run();
        counts.succeeded();
        return done;
      } catch (TargetException e) {
        // Also a session with an error that passes is not trusted: what it holds is not known.
        connections.drop();
        if (e.kind() != Kind.TRANSIENT && e.kind() != Kind.CONNECTION_LOST) {
          throw e;
        }
        long nowMs = clock.millis();
        firstFailureMs = firstFailureMs < 0 ? nowMs : firstFailureMs;
        long timeoutMs = settings.retryTimeoutMs();
        if (timeoutMs >= 0 && nowMs - firstFailureMs >= timeoutMs) {
          throw gaveUp(what, e, attempt);
        }
        long pauseMs = backoff.nextMs();
        LOG.warn(
            "{} failed (attempt {}), trying again in {} ms: {}",
            what,
            attempt,
            pauseMs,
            e.getMessage());
        LOG.debug("the error of {}", what, e);
        counts.retried(e.retryCause(), firstFailureMs);
        pause.pause(pauseMs);
      }
    }
  }

  /** Whether some work was given up because its error lasted: trying again is no use. */
  boolean exhausted() {
    return exhausted;
  }

  private TargetException gaveUp(String what, TargetException e, int attempts) {
    exhausted = true;
    return new TargetException(
        Kind.FATAL,
        e.errorCode(),
        what
            + " failed "
            + attempts
            + " times within retry.timeout.ms ("
            + settings.retryTimeoutMs()
            + "), last with: "
            + e.getMessage()
            + ". Restart the task when the target answers again; nothing is lost",
        e);
  }

  /** One unit of work. */
  @FunctionalInterface
  interface Work<T> {
    T run()
        throws TargetException,
            ApplyException,
            FenceLostException,
            WriterClosedException,
            InterruptedException;
  }

  /** Waits a number of milliseconds. */
  @FunctionalInterface
  interface Pause {
    void pause(long ms) throws WriterClosedException, InterruptedException;
  }
}
