package io.tributary.format.codec;

import io.tributary.format.model.TableDescriptor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table descriptors of records that were read before. Nearly every record repeats, byte for
 * byte, those of one before it; they are then not read again but given as the same objects, which
 * callers may tell apart by identity.
 *
 * <p>An array that begins with the bytes of another, its closing bracket included, is that array:
 * so the bytes before the next record's changes say whether it is known.
 *
 * <p>Not thread-safe.
 */
final class KnownTables {
  /** Bytes by which candidates are found; the names of schema and table stand among them. */
  private static final int KEY_BYTES = 96;

  private static final long MAX_BYTES = 4L << 20;

  private record Known(byte[] bytes, List<TableDescriptor> tables) {
    boolean standsIn(byte[] record, int at) {
      return at + bytes.length <= record.length
          && Arrays.equals(record, at, at + bytes.length, bytes, 0, bytes.length);
    }
  }

  private final Map<Integer, List<Known>> byBeginning = new HashMap<>();
  private long heldBytes;

  /**
   * Reads the array of descriptors that comes next.
   *
   * @param record all bytes that {@code in} reads
   * @param table reads one descriptor
   */
  List<TableDescriptor> read(
      byte[] record, JsonReader in, JsonReader.Element<TableDescriptor> table)
      throws IOException, RecordFormatException {
    in.beginArray();
    int at = (int) in.offset() - 1;
    if (at < 0 || record[at] != '[') {
      return in.elements(table);
    }
    int key =
        Arrays.hashCode(Arrays.copyOfRange(record, at, Math.min(record.length, at + KEY_BYTES)));
    for (Known known : byBeginning.getOrDefault(key, List.of())) {
      if (known.standsIn(record, at)) {
        in.skipElements();
        return known.tables;
      }
    }
    List<TableDescriptor> tables = List.copyOf(in.elements(table));
    remember(key, new Known(Arrays.copyOfRange(record, at, (int) in.offset()), tables));
    return tables;
  }

  private void remember(int key, Known known) {
    heldBytes += known.bytes.length;
    if (heldBytes > MAX_BYTES) {
      byBeginning.clear();
      heldBytes = known.bytes.length;
    }
    byBeginning.computeIfAbsent(key, any -> new ArrayList<>()).add(known);
  }
}
