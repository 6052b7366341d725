package io.tributary.sink.checkpoint;

/**
 * What the checkpoint row must hold for a writer to write: its own epoch, and what its last flush
 * left there.
 *
 * @param epoch raised by every takeover; the writer's own
 * @param version raised by every flush. Beside {@code nextOffset} it tells a flush that was
 *     committed from one that was not where both leave the same offset (an open fragment holds it)
 * @param nextOffset Kafka offset to read from; {@link #NO_OFFSET} while none is known
 */
public record Fence(long epoch, long version, long nextOffset) {
  /** The value of {@code nextOffset} before the first flush and after a reset. */
  public static final long NO_OFFSET = -1;

  /** The fence that a flush leaves. */
  public Fence next(long offset) {
    return new Fence(epoch, version + 1, offset);
  }
}
