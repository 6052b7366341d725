package io.tributary.format.spill;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Bytes that are written at the end, cut off at the end, and read anywhere. Its front may lie in a
 * file, its tail is in memory. For the thread of its {@link SpillBuffers}.
 */
public final class SpillBuffer extends OutputStream {
  private static final int STREAM_BYTES = 1 << 16;

  private final SpillBuffers owner;
  private final List<byte[]> chunks = new ArrayList<>();
  private SpillFile file;
  private long fileBytes;
  private long tailBytes;

  /** Memory that the chunks take. */
  private long heldBytes;

  /** Bytes that are free in the last chunk. */
  private int free;

  SpillBuffer(SpillBuffers owner) {
    this.owner = owner;
  }

  /** A buffer that holds these bytes in memory, whatever their number. */
  public static SpillBuffer of(byte[] bytes) {
    SpillBuffer buffer =
        new SpillBuffers(
                Long.MAX_VALUE,
                () -> {
                  throw new IOException("memory has no bound here");
                })
            .open();
    try {
      buffer.write(bytes);
    } catch (IOException e) {
      throw new IllegalStateException("cannot happen: writing to memory", e);
    }
    return buffer;
  }

  @Override
  public void write(int b) throws IOException {
    reserve();
    byte[] last = chunks.get(chunks.size() - 1);
    last[last.length - free] = (byte) b;
    free--;
    tailBytes++;
  }

  @Override
  public void write(byte[] source, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(offset, length, source.length);
    int done = 0;
    while (done < length) {
      reserve();
      byte[] last = chunks.get(chunks.size() - 1);
      int count = Math.min(free, length - done);
      System.arraycopy(source, offset + done, last, last.length - free, count);
      free -= count;
      tailBytes += count;
      done += count;
    }
  }

  private void reserve() throws IOException {
    if (free == 0) {
      // Making room may spill this very buffer: look at the chunks only after it.
      byte[] chunk = owner.chunk(chunks.isEmpty() ? 0 : chunks.get(chunks.size() - 1).length);
      chunks.add(chunk);
      heldBytes += chunk.length;
      free = chunk.length;
    }
  }

  /** Bytes written and not cut off again. */
  public long size() {
    return fileBytes + tailBytes;
  }

  long heldBytes() {
    return heldBytes;
  }

  /** Moves the tail to the file; returns its length. */
  long spill() throws IOException {
    if (file == null) {
      file = owner.file();
    }
    long at = fileBytes;
    long left = tailBytes;
    for (byte[] chunk : chunks) {
      int count = (int) Math.min(left, chunk.length);
      file.write(at, chunk, 0, count);
      at += count;
      left -= count;
    }
    long spilled = tailBytes;
    fileBytes = at;
    dropTail();
    return spilled;
  }

  private void dropTail() {
    chunks.clear();
    owner.released(heldBytes);
    heldBytes = 0;
    tailBytes = 0;
    free = 0;
  }

  /**
   * Forgets everything after the first bytes, as ROLLBACK TO a savepoint does.
   *
   * @param size how many bytes to keep, at most {@link #size()}
   */
  public void truncate(long size) throws IOException {
    Objects.checkIndex(size, size() + 1);
    if (size <= fileBytes) {
      dropTail();
      if (file != null && size < fileBytes) {
        file.truncate(size);
        fileBytes = size;
      }
      return;
    }
    tailBytes = size - fileBytes;
    long capacity = heldBytes;
    while (capacity - chunks.get(chunks.size() - 1).length >= tailBytes) {
      byte[] last = chunks.remove(chunks.size() - 1);
      capacity -= last.length;
    }
    owner.released(heldBytes - capacity);
    heldBytes = capacity;
    free = (int) (capacity - tailBytes);
  }

  /**
   * Some of the bytes, in a new array.
   *
   * @param from number of the first one
   * @param length how many; {@code from + length} is at most {@link #size()}
   */
  public byte[] read(long from, int length) throws IOException {
    byte[] bytes = new byte[length];
    read(from, bytes, 0, length);
    return bytes;
  }

  private void read(long from, byte[] target, int offset, int length) throws IOException {
    Objects.checkFromIndexSize(from, length, size());
    int inFile = (int) Math.max(0, Math.min(length, fileBytes - from));
    if (inFile > 0) {
      file.read(from, target, offset, inFile);
    }
    int done = inFile;
    long begin = fileBytes;
    for (byte[] chunk : chunks) {
      if (done == length) {
        return;
      }
      long end = begin + chunk.length;
      if (from + done < end) {
        int at = (int) (from + done - begin);
        int count = Math.min(length - done, chunk.length - at);
        System.arraycopy(chunk, at, target, offset + done, count);
        done += count;
      }
      begin = end;
    }
  }

  /** The bytes from a place on; nothing may be written or cut off while it is read. */
  public InputStream stream(long from) {
    return new Reader(from);
  }

  /** Gives back memory and file. May be called twice. */
  @Override
  public void close() {
    dropTail();
    if (file != null) {
      owner.release(file);
      file = null;
    }
    fileBytes = 0;
    owner.closed(this);
  }

  private final class Reader extends InputStream {
    private final byte[] buffer = new byte[(int) Math.min(STREAM_BYTES, Math.max(1, size()))];
    private long next;
    private int at;
    private int filled;

    private Reader(long from) {
      next = from;
    }

    private boolean fill() throws IOException {
      if (at < filled) {
        return true;
      }
      filled = (int) Math.min(buffer.length, size() - next);
      at = 0;
      if (filled <= 0) {
        return false;
      }
      SpillBuffer.this.read(next, buffer, 0, filled);
      next += filled;
      return true;
    }

    @Override
    public int read() throws IOException {
      return fill() ? buffer[at++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      Objects.checkFromIndexSize(offset, length, target.length);
      if (length == 0) {
        return 0;
      }
      if (!fill()) {
        return -1;
      }
      int count = Math.min(length, filled - at);
      System.arraycopy(buffer, at, target, offset, count);
      at += count;
      return count;
    }
  }
}
