package io.tributary.source.row;

import io.tributary.format.model.Column;
import io.tributary.source.charset.MySqlCharset;
import io.tributary.source.charset.MySqlCharsets;
import io.tributary.source.schema.FieldType;
import io.tributary.source.schema.WireColumn;

/** Chooses the decoder of a column. */
final class ValueDecoders {
  private static final String BINARY = "binary";

  private ValueDecoders() {}

  /**
   * The decoder of a column.
   *
   * @param text scratch space that the decoders of one table share
   */
  static ValueDecoder of(Column column, WireColumn wire, TextBuffer text) {
    int meta = wire.metadata();
    return switch (wire.type()) {
      case FieldType.TINY -> NumberDecoders.integer(1, column.unsigned());
      case FieldType.SHORT -> NumberDecoders.integer(2, column.unsigned());
      case FieldType.INT24 -> NumberDecoders.integer(3, column.unsigned());
      case FieldType.LONG -> NumberDecoders.integer(4, column.unsigned());
      case FieldType.LONGLONG -> NumberDecoders.integer(8, column.unsigned());
      case FieldType.NEWDECIMAL -> new DecimalDecoder(meta >> 8, meta & 0xFF, text);
      case FieldType.FLOAT -> NumberDecoders.single();
      case FieldType.DOUBLE -> NumberDecoders.doubled();
      case FieldType.BIT -> NumberDecoders.bit(meta);
      case FieldType.YEAR -> NumberDecoders.year();
      case FieldType.DATE -> TemporalDecoders.date(text);
      case FieldType.TIME -> OldTemporalDecoders.time(text);
      case FieldType.DATETIME -> OldTemporalDecoders.datetime(text);
      case FieldType.TIMESTAMP -> OldTemporalDecoders.timestamp(text);
      case FieldType.TIME2 -> TemporalDecoders.time(meta, text);
      case FieldType.DATETIME2 -> TemporalDecoders.datetime(meta, text);
      case FieldType.TIMESTAMP2 -> TemporalDecoders.timestamp(meta, text);
      case FieldType.ENUM -> StringDecoders.enumeration(meta, column.labels());
      case FieldType.SET -> StringDecoders.set(meta, column.labels());
      case FieldType.JSON -> new JsonDecoder(meta, text);
      case FieldType.GEOMETRY, FieldType.VECTOR -> StringDecoders.bytes(meta);
      default -> string(wire);
    };
  }

  private static ValueDecoder string(WireColumn wire) {
    int meta = wire.metadata();
    boolean bytes = BINARY.equals(wire.charset());
    return switch (wire.type()) {
      case FieldType.STRING ->
          bytes
              ? StringDecoders.padded(meta)
              : StringDecoders.text(StringDecoders.prefixBytes(meta), charset(wire));
      case FieldType.VARCHAR, FieldType.VAR_STRING ->
          bytes
              ? StringDecoders.bytes(StringDecoders.prefixBytes(meta))
              : StringDecoders.text(StringDecoders.prefixBytes(meta), charset(wire));
      case FieldType.VARCHAR_COMPRESSED -> compressed(StringDecoders.prefixBytes(meta), wire);
      case FieldType.BLOB_COMPRESSED -> compressed(meta, wire);
      case FieldType.BLOB, FieldType.TINY_BLOB, FieldType.MEDIUM_BLOB, FieldType.LONG_BLOB ->
          bytes ? StringDecoders.bytes(meta) : StringDecoders.text(meta, charset(wire));
      default -> throw new IllegalArgumentException("no decoder for type code " + wire.type());
    };
  }

  private static ValueDecoder compressed(int prefixBytes, WireColumn wire) {
    return BINARY.equals(wire.charset())
        ? CompressedDecoders.bytes(prefixBytes)
        : CompressedDecoders.text(prefixBytes, charset(wire));
  }

  private static MySqlCharset charset(WireColumn wire) {
    MySqlCharset charset = MySqlCharsets.named(wire.charset());
    if (charset == null) {
      throw new IllegalArgumentException("no character set " + wire.charset());
    }
    return charset;
  }
}
