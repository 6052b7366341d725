package io.tributary.source.route;

/**
 * The hash that chooses partitions: FNV-1a with 64 bits over the folded key's bytes, finished by
 * the 64-bit finalizer of MurmurHash3, taken modulo the number of partitions as an unsigned number.
 *
 * <p>It is part of folding version 1 and must never change: rows of one key would part. Not
 * thread-safe.
 *
 * @see <a href="http://www.isthe.com/chongo/tech/comp/fnv/">FNV</a>
 */
final class KeyHash {
  private static final long FNV_OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private long state = FNV_OFFSET_BASIS;

  void reset() {
    state = FNV_OFFSET_BASIS;
  }

  /** Adds one byte: the lowest eight bits. */
  void add(int b) {
    state = (state ^ (b & 0xff)) * FNV_PRIME;
  }

  /** Adds eight bytes, the highest first. */
  void addLong(long value) {
    for (int shift = 56; shift >= 0; shift -= 8) {
      add((int) (value >>> shift));
    }
  }

  /** Adds characters of US-ASCII. */
  void addAscii(CharSequence text, int from, int to) {
    for (int i = from; i < to; i++) {
      add(text.charAt(i));
    }
  }

  /** The hash of all that was added since the last reset. */
  long value() {
    long h = state;
    h ^= h >>> 33;
    h *= 0xff51afd7ed558ccdL;
    h ^= h >>> 33;
    h *= 0xc4ceb9fe1a85ec53L;
    h ^= h >>> 33;
    return h;
  }

  /** A partition from 0 to {@code partitions - 1}. */
  int partition(int partitions) {
    return (int) Long.remainderUnsigned(value(), partitions);
  }
}
