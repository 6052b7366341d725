package io.tributary.source.reader;

import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServerException;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a server for its time and then for the end of its binlog, at an interval, on a thread of its
 * own, so that a slow answer never holds up reading. It asks one history's server only.
 *
 * <p>{@link #close} may come from any thread.
 */
public final class WatermarkSampler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WatermarkSampler.class);

  private final String source;
  private final Upstream upstream;
  private final String history;
  private final long intervalMs;
  private final ReaderMetrics metrics;
  private final Watermarks watermarks = new Watermarks();
  private final CountDownLatch closed = new CountDownLatch(1);
  private boolean failing;
  private volatile SourceServer server;

  private WatermarkSampler(
      String source, Upstream upstream, String history, long intervalMs, ReaderMetrics metrics) {
    this.source = source;
    this.upstream = upstream;
    this.history = history;
    this.intervalMs = intervalMs;
    this.metrics = metrics;
  }

  /**
   * Begins to ask.
   *
   * @param metrics is told the answers, too
   */
  public static WatermarkSampler start(
      String source, Upstream upstream, String history, long intervalMs, ReaderMetrics metrics) {
    WatermarkSampler sampler = new WatermarkSampler(source, upstream, history, intervalMs, metrics);
    Thread thread = new Thread(sampler::run, "tributary-watermark-" + source);
    thread.setDaemon(true);
    thread.start();
    return sampler;
  }

  /** What was answered so far. */
  public Watermarks watermarks() {
    return watermarks;
  }

  private void run() {
    try {
      do {
        sample();
      } while (!closed.await(intervalMs, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      drop();
    }
  }

  private void sample() {
    try {
      if (server == null) {
        server = upstream.openServer();
        String found = server.facts().history();
        if (!found.equals(history)) {
          throw new IllegalStateException("SQL answers come from " + found + ", not " + history);
        }
      }
      SourceServer.TimedEnd end = server.timedEnd();
      watermarks.add(end);
      boolean near = metrics.inFile(end.end().file());
      metrics.ends(end, near ? Map.of() : server.fileBytes());
      failing = false;
    } catch (SourceServerException | RuntimeException e) {
      drop();
      if (!failing && closed.getCount() > 0) {
        LOG.warn("Source {}: no new watermark until the server answers: {}", source, e.toString());
      }
      failing = true;
    }
  }

  private void drop() {
    SourceServer dead = server;
    server = null;
    if (dead != null) {
      dead.close();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    SourceServer current = server;
    if (current != null) {
      current.close();
    }
  }
}
