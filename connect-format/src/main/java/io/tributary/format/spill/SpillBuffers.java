package io.tributary.format.spill;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Buffers that share a bound of memory. When it is reached, the buffer that holds most in memory
 * moves that to a file of its own; so no buffer is ever too large, and a few large ones that are
 * held for long (prepared XA transactions, fragments) do not take the memory of the others.
 *
 * <p>For one thread, the buffers too; only {@link #close} may come from any thread.
 */
public final class SpillBuffers implements AutoCloseable {
  private static final int FIRST_CHUNK_BYTES = 256;
  private static final int LEAST_CHUNK_BYTES = 16;
  private static final int MAX_CHUNK_BYTES = 1 << 16;

  private final long maxBytes;
  private final SpillFiles files;
  private final int firstChunkBytes;
  private final Set<SpillBuffer> open = new HashSet<>();
  private final Set<SpillFile> openFiles = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;
  private long heldBytes;
  private long spilledBytes;

  /**
   * @param maxBytes most bytes of memory that all buffers take together; a buffer's first few bytes
   *     are always let in
   * @param directory where files are made
   */
  public SpillBuffers(long maxBytes, SpillDirectory directory) {
    this(maxBytes, (SpillFiles) directory);
  }

  SpillBuffers(long maxBytes, SpillFiles files) {
    this.maxBytes = maxBytes;
    this.files = files;
    this.firstChunkBytes =
        (int) Math.max(LEAST_CHUNK_BYTES, Math.min(FIRST_CHUNK_BYTES, maxBytes / 8));
  }

  /** A new, empty buffer. */
  public SpillBuffer open() {
    SpillBuffer buffer = new SpillBuffer(this);
    open.add(buffer);
    return buffer;
  }

  /** Bytes of memory that the open buffers take. */
  public long heldBytes() {
    return heldBytes;
  }

  /** Bytes that were written to files so far, also by buffers that are closed. */
  public long spilledBytes() {
    return spilledBytes;
  }

  /** Number of buffers that are open. */
  public int openCount() {
    return open.size();
  }

  /** Closes all files, which frees their space; buffers that have one cannot be used any more. */
  @Override
  public void close() {
    closed = true;
    openFiles.forEach(SpillFile::close);
    openFiles.clear();
  }

  /** Memory for a buffer that has some already; the bound is kept by spilling. */
  byte[] chunk(int before) throws IOException {
    int length = before == 0 ? firstChunkBytes : Math.min(2 * before, largestChunk());
    while (heldBytes + length > maxBytes && spillLargest()) {
      // Until there is room, or nothing is left to spill.
    }
    heldBytes += length;
    return new byte[length];
  }

  private int largestChunk() {
    return (int) Math.max(firstChunkBytes, Math.min(MAX_CHUNK_BYTES, maxBytes / 8));
  }

  private boolean spillLargest() throws IOException {
    SpillBuffer largest = null;
    for (SpillBuffer buffer : open) {
      if (buffer.heldBytes() > (largest == null ? 0 : largest.heldBytes())) {
        largest = buffer;
      }
    }
    if (largest == null) {
      return false;
    }
    spilledBytes += largest.spill();
    return true;
  }

  SpillFile file() throws IOException {
    SpillFile file = files.create();
    openFiles.add(file);
    if (closed) {
      release(file);
      throw new IOException("the buffers are closed");
    }
    return file;
  }

  void release(SpillFile file) {
    openFiles.remove(file);
    file.close();
  }

  void released(long bytes) {
    heldBytes -= bytes;
  }

  void closed(SpillBuffer buffer) {
    open.remove(buffer);
  }
}
