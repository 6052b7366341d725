package io.tributary.source;

import io.tributary.format.model.Position;
import io.tributary.source.reader.ReaderMetrics;
import io.tributary.source.reader.Upstream;
import io.tributary.source.reader.WatermarkSampler;

/**
 * Watermarks from a sampler for each connection: what a server said before a connection was lost
 * does not count for the next, which may be another server. {@link #close} may come from any
 * thread, the rest belongs to the task's.
 */
final class SampledWatermarks implements RecordStream.WatermarkFeed, AutoCloseable {
  private final String source;
  private final Upstream upstream;
  private final long intervalMs;
  private final ReaderMetrics metrics;
  private volatile WatermarkSampler sampler;

  SampledWatermarks(String source, Upstream upstream, long intervalMs, ReaderMetrics metrics) {
    this.source = source;
    this.upstream = upstream;
    this.intervalMs = intervalMs;
    this.metrics = metrics;
  }

  @Override
  public void follow(String history) {
    close();
    sampler = WatermarkSampler.start(source, upstream, history, intervalMs, metrics);
  }

  @Override
  public long passed(Position reached) {
    WatermarkSampler current = sampler;
    return current == null ? 0 : current.watermarks().passed(reached);
  }

  @Override
  public void close() {
    WatermarkSampler current = sampler;
    if (current != null) {
      current.close();
    }
  }
}
