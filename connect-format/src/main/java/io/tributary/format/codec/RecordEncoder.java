package io.tributary.format.codec;

import io.tributary.format.model.Change;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TransactionRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes whole records, and fragments of those that are too large for one message.
 *
 * <p>The changes of the given {@link TransactionRecord} headers are not looked at: they come as the
 * bytes that {@link ChangeEncoder} wrote, joined by commas.
 *
 * <p>Not thread-safe; reuse one instance, it remembers how table descriptors are written.
 */
public final class RecordEncoder {
  private static final byte[] TABLES = ",\"tables\":[".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NOTHING = {};
  private static final int MAX_REMEMBERED_TABLES = 4096;

  /** Fragments that repeat a large header for a few bytes of changes would flood the topic. */
  private static final int LEAST_SHARE_OF_PIECE = 10;

  /** By identity: a captured table's descriptor is one object as long as its schema holds. */
  private final Map<TableDescriptor, byte[]> tables = new IdentityHashMap<>();

  /** The last head: whether a record fits is asked right before it is written. */
  private TransactionRecord lastHeader;

  private Slice lastSlice;
  private byte[] lastHead;

  private final ChangeEncoder changeEncoder = new ChangeEncoder();

  /** A record with the changes that it holds itself, unfragmented; heartbeats are written so. */
  public byte[] encode(TransactionRecord record) {
    ByteArrayOutputStream changes = new ByteArrayOutputStream();
    try {
      for (Change change : record.changes()) {
        if (changes.size() > 0) {
          changes.write(',');
        }
        changeEncoder.encode(change, record.tables().get(change.table()).columns(), changes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot happen: writing to memory", e);
    }
    return encode(record, changes.toByteArray());
  }

  /**
   * A whole record.
   *
   * @param header everything but the changes; its slice is not fragmented
   * @param changes encoded changes joined by commas, possibly empty
   */
  public byte[] encode(TransactionRecord header, byte[] changes) {
    byte[] head = head(header, header.slice());
    if (header.heartbeat() != null) {
      return join(head, "}", NOTHING, "");
    }
    return join(head, ",\"changes\":[", changes, "]}");
  }

  /**
   * One fragment.
   *
   * @param header everything but the changes; its slice says which fragment this is
   * @param piece a range of the encoded changes
   */
  public byte[] encodeFragment(TransactionRecord header, byte[] piece) {
    return join(
        head(header, header.slice()), ",\"piece\":\"", Base64.getEncoder().encode(piece), "\"}");
  }

  /**
   * A slice as one record if it fits, else as fragments numbered from 0, the last one marked.
   *
   * @param header everything but the changes; the fragment number and last mark of its slice are
   *     not looked at
   * @param changes encoded changes joined by commas, not empty
   * @param maxBytes bound of each record's length in bytes
   * @throws IllegalArgumentException when {@code maxBytes} leaves less than a tenth of a record
   *     beside the header
   */
  public List<byte[]> encode(TransactionRecord header, byte[] changes, int maxBytes) {
    if (fits(header, changes.length, maxBytes)) {
      return List.of(encode(withSlice(header, fragment(header.slice(), 0, true)), changes));
    }
    int pieceBytes = pieceBytes(header, maxBytes);
    List<byte[]> fragments = new ArrayList<>();
    for (int from = 0; from < changes.length; from += pieceBytes) {
      int length = Math.min(pieceBytes, changes.length - from);
      byte[] piece = new byte[length];
      System.arraycopy(changes, from, piece, 0, length);
      Slice slice = fragment(header.slice(), fragments.size(), from + length == changes.length);
      fragments.add(encodeFragment(withSlice(header, slice), piece));
    }
    return fragments;
  }

  /**
   * Whether a slice fits one record.
   *
   * @param header as for {@link #encode(TransactionRecord, byte[], int)}
   * @param changesBytes length of its encoded changes
   * @param maxBytes bound of the record's length in bytes
   */
  public boolean fits(TransactionRecord header, long changesBytes, int maxBytes) {
    byte[] whole = head(header, fragment(header.slice(), 0, true));
    return whole.length + ",\"changes\":[]}".length() + changesBytes <= maxBytes;
  }

  /**
   * How many bytes of encoded changes a fragment can take, for callers that cut a slice themselves
   * because it does not fit into memory.
   *
   * @param header as for {@link #encode(TransactionRecord, byte[], int)}
   * @param maxBytes bound of each record's length in bytes
   * @throws IllegalArgumentException when {@code maxBytes} leaves less than a tenth of a record
   *     beside the header
   */
  public int pieceBytes(TransactionRecord header, int maxBytes) {
    byte[] longest = head(header, fragment(header.slice(), Integer.MAX_VALUE, false));
    int overhead = longest.length + ",\"piece\":\"\"}".length();
    int room = (maxBytes - overhead) / 4 * 3;
    if (room < maxBytes / LEAST_SHARE_OF_PIECE) {
      throw new IllegalArgumentException(
          "record.max.bytes = "
              + maxBytes
              + " is too small: header and descriptors of "
              + header.tables().size()
              + " tables take "
              + overhead
              + " bytes of it in every fragment (source "
              + header.origin().source()
              + ", position "
              + header.commit().position()
              + "); raise it together with the topic's max.message.bytes");
    }
    return room;
  }

  private static Slice fragment(Slice slice, int number, boolean last) {
    return new Slice(
        slice.partition(), slice.partitions(), slice.previous(), slice.attempt(), number, last);
  }

  private static TransactionRecord withSlice(TransactionRecord header, Slice slice) {
    return new TransactionRecord(
        header.origin(),
        header.commit(),
        slice,
        header.executed(),
        header.heartbeat(),
        header.tables(),
        header.changes());
  }

  /** The record's object up to and with its tables, without the closing brace. */
  private byte[] head(TransactionRecord header, Slice slice) {
    if (header != lastHeader || !slice.equals(lastSlice)) {
      lastHead = newHead(header, slice);
      lastHeader = header;
      lastSlice = slice;
    }
    return lastHead;
  }

  private byte[] newHead(TransactionRecord header, Slice slice) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(1024);
    byte[] object = HeaderWriter.header(header, slice);
    out.write(object, 0, object.length - 1);
    if (header.heartbeat() == null) {
      out.writeBytes(TABLES);
      for (int i = 0; i < header.tables().size(); i++) {
        if (i > 0) {
          out.write(',');
        }
        out.writeBytes(tableBytes(header.tables().get(i)));
      }
      out.write(']');
    }
    return out.toByteArray();
  }

  private static byte[] join(byte[] head, String between, byte[] body, String end) {
    long length = (long) head.length + between.length() + body.length + end.length();
    if (length > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("a record of " + length + " bytes: cut it into fragments");
    }
    byte[] record = Arrays.copyOf(head, (int) length);
    int at = head.length;
    for (int i = 0; i < between.length(); i++) {
      record[at++] = (byte) between.charAt(i);
    }
    System.arraycopy(body, 0, record, at, body.length);
    at += body.length;
    for (int i = 0; i < end.length(); i++) {
      record[at++] = (byte) end.charAt(i);
    }
    return record;
  }

  private byte[] tableBytes(TableDescriptor table) {
    byte[] known = tables.get(table);
    if (known == null) {
      if (tables.size() >= MAX_REMEMBERED_TABLES) {
        tables.clear();
      }
      known = HeaderWriter.table(table);
      tables.put(table, known);
    }
    return known;
  }
}
