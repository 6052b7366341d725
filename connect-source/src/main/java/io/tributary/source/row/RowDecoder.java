package io.tributary.source.row;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.Row;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.row.MalformedValueException.Fault;
import io.tributary.source.schema.TableSchema;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * Decodes the row events of one table as one table map describes it. Making one costs more than
 * decoding a row: keep it beside the {@link TableSchema} it was made for.
 *
 * <p>The body's layout: table id (6 bytes), flags (2), in version 2 the extra data's length (2, its
 * own bytes included) and the extra data, number of columns (packed), a bitmap of the columns that
 * the images have (for UPDATE one for each image), then the images: a bitmap of their NULLs and the
 * other values ({@code Rows_event} in MySQL's {@code rows_event.h}).
 *
 * <p>Not thread-safe: it has scratch space.
 */
public final class RowDecoder {
  private static final int ID_AND_FLAGS_BYTES = 8;

  private static final String DAMAGED_ADVICE =
      "; check the file by mysqlbinlog --verify-binlog-checksum at the source. If it is sound, leave"
          + " the table out by table.exclude.list and report this message";

  private static final String VALUE_ADVICE =
      "; the value cannot be carried over without loss: leave the table out by table.exclude.list,"
          + " or start after this transaction and copy its rows by hand once the value has been"
          + " corrected at the source";

  private static final String PARTIAL_ADVICE =
      ". Set binlog_row_value_options='' or binlog_row_image=FULL for that session, bring the"
          + " target's table to what the source holds, then start the connector at a position after"
          + " it";

  /** {@code PARTIAL_JSON_UPDATES}, the only bit of {@code enum_binlog_row_value_options}. */
  private static final int PARTIAL_JSON = 1;

  private final TableSchema schema;
  private final ValueDecoder[] decoders;
  private final int[] jsonColumns;
  private final RowBytes in = new RowBytes();

  /** Column that is being read, for messages; -1 outside of columns. */
  private int column = -1;

  private RowDecoder(TableSchema schema) {
    this.schema = schema;
    this.decoders = new ValueDecoder[schema.columns().size()];
    TextBuffer text = new TextBuffer();
    for (int i = 0; i < decoders.length; i++) {
      decoders[i] = ValueDecoders.of(schema.columns().get(i), schema.wire().get(i), text);
    }
    jsonColumns =
        IntStream.range(0, decoders.length)
            .filter(i -> decoders[i] instanceof JsonDecoder)
            .toArray();
  }

  /** A decoder for the rows of this table. */
  public static RowDecoder of(TableSchema schema) {
    return new RowDecoder(schema);
  }

  /**
   * Decodes all rows of an event and hands each to the sink. Rows before a damaged one have been
   * handed over when the exception comes.
   *
   * @throws RowDecodeException when the body is not what the table map says, or a value cannot be
   *     represented without loss
   * @throws X what the sink throws
   */
  public <X extends Exception> void decode(BinlogEvent.Rows rows, RowSink<X> sink)
      throws RowDecodeException, X {
    column = -1;
    in.over(rows.body());
    int before;
    int after;
    try {
      openBody(rows.version());
      before = in.claim(bitmapBytes(decoders.length));
      after = rows.kind() == ChangeKind.UPDATE ? in.claim(bitmapBytes(decoders.length)) : before;
    } catch (MalformedValueException e) {
      throw failure(rows, e);
    }
    // A row image may have no bytes at all: an INSERT of nothing but defaults with row image
    // MINIMAL. It is there all the same.
    int left;
    do {
      left = in.remaining();
      sink.accept(next(rows, before, after));
    } while (in.remaining() > 0 && in.remaining() < left);
    if (in.remaining() > 0) {
      throw failure(
          rows, MalformedValueException.damaged(left + " bytes are left after rows without any"));
    }
  }

  private RowChange next(BinlogEvent.Rows rows, int before, int after) throws RowDecodeException {
    try {
      return switch (rows.kind()) {
        case INSERT -> new RowChange(ChangeKind.INSERT, null, image(after));
        case DELETE -> new RowChange(ChangeKind.DELETE, image(before), null);
        case UPDATE -> {
          Row old = image(before);
          Row changed = rows.partial() ? partialImage(after, old) : image(after);
          yield new RowChange(ChangeKind.UPDATE, old, changed);
        }
      };
    } catch (MalformedValueException e) {
      throw failure(rows, e);
    }
  }

  private void openBody(int version) throws MalformedValueException {
    in.claim(ID_AND_FLAGS_BYTES);
    if (version >= 2) {
      int extraBytes = (int) in.little(2);
      in.claim(extraBytes - 2);
    }
    int columns = in.packed();
    if (columns != decoders.length) {
      throw MalformedValueException.damaged(
          "the event has " + columns + " columns, the table map " + decoders.length);
    }
  }

  /**
   * Reads one row image.
   *
   * @param present where in the body the bitmap of the columns stands that the image has
   */
  private Row image(int present) throws MalformedValueException {
    return image(present, new BitSet(), null);
  }

  /**
   * Reads an image after an update with {@code binlog_row_value_options}. In front of it stand the
   * options (packed) and, with PARTIAL_JSON, a bit for each JSON column of the table, also for
   * those that the image has not: 1 where only the changes of its value are there ({@code
   * Rows_log_event::print_verbose_one_row} in MySQL's {@code log_event.cc}).
   */
  private Row partialImage(int present, Row before) throws MalformedValueException {
    int options = in.packed();
    if ((options & ~PARTIAL_JSON) != 0) {
      throw MalformedValueException.damaged("it has the value options " + options);
    }
    BitSet partial = new BitSet();
    if (options == PARTIAL_JSON) {
      int bits = in.claim(bitmapBytes(jsonColumns.length));
      for (int i = 0; i < jsonColumns.length; i++) {
        partial.set(jsonColumns[i], bit(in.array(), bits, i) == 1);
      }
    }
    return image(present, partial, before);
  }

  private Row image(int present, BitSet partial, Row before) throws MalformedValueException {
    byte[] body = in.array();
    int count = 0;
    for (int i = 0; i < decoders.length; i++) {
      count += bit(body, present, i);
    }
    int nulls = in.claim(bitmapBytes(count));
    Object[] values = new Object[decoders.length];
    int inImage = 0;
    for (int i = 0; i < values.length; i++) {
      if (bit(body, present, i) == 0) {
        values[i] = Row.ABSENT;
      } else if (bit(body, nulls, inImage++) == 0) {
        column = i;
        values[i] = partial.get(i) ? changed(i, before.value(i)) : decoders[i].read(in);
      }
    }
    column = -1;
    return Row.owning(values);
  }

  private String changed(int json, Object before) throws MalformedValueException {
    if (before == Row.ABSENT) {
      throw MalformedValueException.noValueBefore(
          "the event has only what changed of its value (PARTIAL_UPDATE_ROWS) and not the value"
              + " before: its session wrote with binlog_row_value_options=PARTIAL_JSON and"
              + " binlog_row_image=MINIMAL or NOBLOB");
    }
    if (!(before instanceof String text)) {
      throw MalformedValueException.damaged("it is updated in part, but was NULL before");
    }
    return ((JsonDecoder) decoders[json]).readPartial(in, text);
  }

  private static int bit(byte[] bytes, int from, int index) {
    return bytes[from + (index >> 3)] >> (index & 7) & 1;
  }

  private static int bitmapBytes(int columns) {
    return (columns + 7) / 8;
  }

  private static String advice(Fault fault) {
    return switch (fault) {
      case DAMAGED -> DAMAGED_ADVICE;
      case NOT_REPRESENTABLE -> VALUE_ADVICE;
      case NO_VALUE_BEFORE -> PARTIAL_ADVICE;
    };
  }

  private RowDecodeException failure(BinlogEvent.Rows rows, MalformedValueException cause) {
    StringBuilder message = new StringBuilder("a row of ").append(schema.name());
    if (column >= 0) {
      Column failed = schema.columns().get(column);
      message.append(", column ").append(failed.name()).append(" (").append(failed.type());
      if (failed.collation() != null) {
        message.append(", character set ").append(schema.wire().get(column).charset());
      }
      message.append(')');
    }
    message
        .append(", at ")
        .append(rows.header().file())
        .append(':')
        .append(rows.header().start().offset())
        .append(" cannot be read: ")
        .append(cause.getMessage())
        .append(advice(cause.fault()));
    return new RowDecodeException(message.toString(), cause);
  }
}
