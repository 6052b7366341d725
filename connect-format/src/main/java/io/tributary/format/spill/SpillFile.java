package io.tributary.format.spill;

import java.io.Closeable;
import java.io.IOException;

/** A file of one buffer; its content is gone when it is closed. {@link #close} from any thread. */
interface SpillFile extends Closeable {
  /** Writes all of the bytes at a place. */
  void write(long at, byte[] bytes, int offset, int length) throws IOException;

  /** Reads exactly so many bytes from a place. */
  void read(long at, byte[] bytes, int offset, int length) throws IOException;

  /** Gives back what lies beyond a size. */
  void truncate(long size) throws IOException;

  @Override
  void close();
}
