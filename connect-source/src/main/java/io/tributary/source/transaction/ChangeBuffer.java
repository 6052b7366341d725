package io.tributary.source.transaction;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Holds the encoded changes of one open transaction for one partition until its outcome is known.
 * {@link #close} gives back what it holds.
 */
public abstract class ChangeBuffer extends OutputStream {
  /** Bytes written and not cut off again. */
  public abstract long size();

  /**
   * Forgets everything after the first bytes, as ROLLBACK TO a savepoint does.
   *
   * @param size how many bytes to keep, at most {@link #size()}
   */
  public abstract void truncate(long size) throws IOException;

  /** All bytes, in a new array. */
  public abstract byte[] toByteArray() throws IOException;

  @Override
  public abstract void close();
}
