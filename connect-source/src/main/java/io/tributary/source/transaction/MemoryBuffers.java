package io.tributary.source.transaction;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * Keeps changes in memory, up to a bound over all open transactions.
 *
 * <p>Not thread-safe, its buffers neither.
 */
public final class MemoryBuffers implements ChangeBuffers {
  private final long maxBytes;
  private long heldBytes;

  /**
   * @param maxBytes most bytes that all buffers may hold together
   */
  public MemoryBuffers(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  @Override
  public ChangeBuffer open() {
    return new MemoryBuffer();
  }

  @Override
  public long heldBytes() {
    return heldBytes;
  }

  private final class MemoryBuffer extends ChangeBuffer {
    private static final int FIRST_BYTES = 256;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int size;

    @Override
    public void write(int b) throws IOException {
      reserve(1);
      bytes[size++] = (byte) b;
      heldBytes++;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, source.length);
      reserve(length);
      System.arraycopy(source, offset, bytes, size, length);
      size += length;
      heldBytes += length;
    }

    private void reserve(int length) throws IOException {
      if (length > maxBytes - heldBytes || length > Integer.MAX_VALUE - 8 - size) {
        throw new IOException(
            "open transactions hold "
                + heldBytes
                + " bytes of changes, and buffer.max.bytes allows "
                + Math.min(maxBytes, Integer.MAX_VALUE - 8)
                + ": raise it together with the worker's heap");
      }
      if (size + length > bytes.length) {
        long doubled = Math.min(2L * bytes.length, Integer.MAX_VALUE - 8);
        bytes = Arrays.copyOf(bytes, (int) Math.max(doubled, size + length));
      }
    }

    @Override
    public long size() {
      return size;
    }

    @Override
    public void truncate(long newSize) {
      Objects.checkIndex(newSize, size + 1L);
      heldBytes -= size - newSize;
      size = (int) newSize;
    }

    @Override
    public byte[] toByteArray() {
      return Arrays.copyOf(bytes, size);
    }

    @Override
    public void close() {
      truncate(0);
      bytes = new byte[0];
    }
  }
}
