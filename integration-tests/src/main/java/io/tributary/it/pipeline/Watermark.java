package io.tributary.it.pipeline;

import io.tributary.it.environment.Target;

/** How far each source has come in the target, by the one documented query. */
public final class Watermark {
  public Watermark(Target target, String metadataDatabase, String sink, String topic) {}

  /** Whether everything of a source up to a position is in the target. */
  public boolean reached(String source, BinlogPosition end) {
    return false;
  }

  /** Positions of all sources, for people. */
  public String describe() {
    return "";
  }
}
