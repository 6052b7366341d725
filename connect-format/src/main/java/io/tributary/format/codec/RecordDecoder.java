package io.tributary.format.codec;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.tributary.format.model.Change;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Heartbeat;
import io.tributary.format.model.Origin;
import io.tributary.format.model.Position;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.model.XaId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * Reads records and fragments. Fields that it does not know are skipped; another version, foreign
 * or cut bytes are refused.
 *
 * <p>Not thread-safe; reuse one instance, it remembers the table descriptors that it has read.
 * Equal descriptors of its records are then one object as a rule.
 */
public final class RecordDecoder {
  private static final byte[] MAGIC =
      ("\"" + RecordJson.MAGIC + "\"").getBytes(StandardCharsets.US_ASCII);

  private final KnownTables known = new KnownTables();

  /**
   * Reads the value of one Kafka record.
   *
   * @throws RecordFormatException when the bytes are not a record of version 1; the message says
   *     why
   */
  public DecodedRecord decode(byte[] bytes) throws RecordFormatException {
    if (bytes == null || bytes.length == 0) {
      throw new RecordFormatException("the record has no value: not a Tributary record");
    }
    requireMagic(bytes);
    return reading(
        bytes,
        in -> {
          version(in);
          return new Fields(bytes, in, known).read();
        });
  }

  /**
   * Reads the changes of a slice whose fragments have been joined.
   *
   * @param tables the descriptors of the fragments' header
   * @param joinedPieces the pieces of all fragments in the order of their numbers
   * @throws RecordFormatException when they are not whole changes of these tables
   */
  public List<Change> changes(List<TableDescriptor> tables, byte[] joinedPieces)
      throws RecordFormatException {
    byte[] array = new byte[joinedPieces.length + 2];
    array[0] = '[';
    System.arraycopy(joinedPieces, 0, array, 1, joinedPieces.length);
    array[array.length - 1] = ']';
    return reading(array, in -> new ChangeReader(in, tables).changes());
  }

  /**
   * The same, read one by one, for slices that do not fit into memory.
   *
   * @param tables the descriptors of the fragments' header
   * @param joinedPieces the pieces of all fragments in the order of their numbers, from the
   *     beginning of a change on
   * @throws RecordFormatException when they cannot be read
   */
  public ChangeSequence changes(List<TableDescriptor> tables, InputStream joinedPieces)
      throws RecordFormatException {
    return ChangeSequence.of(tables, joinedPieces);
  }

  private interface Body<T> {
    T read(JsonReader in) throws IOException, RecordFormatException;
  }

  private static <T> T reading(byte[] bytes, Body<T> body) throws RecordFormatException {
    try (JsonReader in = new JsonReader(bytes)) {
      T result = body.read(in);
      if (in.parser().nextToken() != null) {
        throw in.unexpected("the end of the record");
      }
      return result;
    } catch (JacksonException e) {
      long at = e.getLocation() == null ? -1 : e.getLocation().getByteOffset();
      if (e instanceof JsonEOFException || at >= bytes.length - 1) {
        throw new RecordFormatException(
            "the record ends in the middle, after " + bytes.length + " bytes: it was cut", e);
      }
      throw new RecordFormatException(
          "not JSON as Tributary writes it: " + e.getOriginalMessage() + " at byte " + at, e);
    } catch (IOException e) {
      throw new RecordFormatException("cannot read the record: " + e.getMessage(), e);
    }
  }

  /** Looks at the bytes themselves: the parser would take some foreign bytes for UTF-16. */
  private static void requireMagic(byte[] bytes) throws RecordFormatException {
    int at = skipWhiteSpace(bytes, 0);
    boolean begins = at < bytes.length && bytes[at] == '{';
    at = skipWhiteSpace(bytes, at + 1);
    if (!begins
        || !Arrays.equals(
            bytes, at, Math.min(at + MAGIC.length, bytes.length), MAGIC, 0, MAGIC.length)) {
      throw new RecordFormatException(
          "not a Tributary record: it does not begin with {\""
              + RecordJson.MAGIC
              + "\": (was the topic written by something else, or by a converter other than"
              + " ByteArrayConverter?)");
    }
  }

  private static int skipWhiteSpace(byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length
        && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
      at++;
    }
    return Math.min(at, bytes.length);
  }

  private static void version(JsonReader in) throws IOException, RecordFormatException {
    in.beginObject();
    in.nextField();
    long version = in.integer();
    if (version != RecordJson.VERSION) {
      throw new RecordFormatException(
          "record format version "
              + version
              + "; this reader knows version "
              + RecordJson.VERSION
              + ": upgrade the sink before the sources");
    }
  }

  /** The fields of one record while it is read. */
  private static final class Fields {
    private final byte[] bytes;
    private final JsonReader in;
    private final KnownTables known;
    private final HeaderReader header;
    private String source;
    private String connector;
    private String history;
    private Position position;
    private String gtid;
    private XaId xa;
    private Long commitMicros;
    private Slice slice;
    private String executed;
    private Heartbeat heartbeat;
    private List<TableDescriptor> tables;
    private List<Change> changes;
    private byte[] piece;

    Fields(byte[] bytes, JsonReader in, KnownTables known) {
      this.bytes = bytes;
      this.known = known;
      this.in = in;
      this.header = new HeaderReader(in);
    }

    DecodedRecord read() throws IOException, RecordFormatException {
      for (String field = in.nextField(); field != null; field = in.nextField()) {
        switch (field) {
          case "source" -> source = in.text();
          case "connector" -> connector = in.text();
          case "history" -> history = in.text();
          case "position" -> position = in.position();
          case "gtid" -> gtid = in.text();
          case "xa" -> xa = header.xa();
          case "commitMicros" -> commitMicros = in.integer();
          case "slice" -> slice = header.slice();
          case "executed" -> executed = in.text();
          case "heartbeat" -> heartbeat = header.heartbeat();
          case "tables" -> tables = known.read(bytes, in, header::table);
          case "changes" -> changes = new ChangeReader(in, in.required(tables, "tables")).changes();
          case "piece" -> piece = piece();
          default -> in.skipValue();
        }
      }
      return finish();
    }

    private byte[] piece() throws IOException, RecordFormatException {
      if (in.parser().nextToken() != JsonToken.VALUE_STRING) {
        throw in.unexpected("a string");
      }
      return in.parser().getBinaryValue();
    }

    private DecodedRecord finish() throws RecordFormatException {
      in.required(slice, "slice");
      if (heartbeat == null) {
        in.required(tables, "tables");
        if (slice.fragmented()) {
          in.required(piece, "piece");
        } else {
          in.required(changes, "changes");
        }
      }
      TransactionRecord record =
          new TransactionRecord(
              new Origin(
                  in.required(source, "source"),
                  in.required(connector, "connector"),
                  in.required(history, "history")),
              new Commit(
                  in.required(position, "position"),
                  gtid,
                  xa,
                  in.required(commitMicros, "commitMicros")),
              slice,
              executed,
              heartbeat,
              tables == null ? List.of() : tables,
              changes == null ? List.of() : changes);
      return new DecodedRecord(record, slice.fragmented() ? piece : null);
    }
  }
}
