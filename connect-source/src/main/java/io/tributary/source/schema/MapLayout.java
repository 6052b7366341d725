package io.tributary.source.schema;

import io.tributary.source.schema.MapBytes.CutShortException;

/**
 * The part of a TABLE_MAP that every server writes: names, types, and what the types need to be
 * read (MySQL's {@code libbinlogevents/src/rows_event.cpp}, {@code Table_map_event}).
 *
 * @param types type code of each column; the real ones of CHAR, ENUM and SET
 * @param metadata see {@link WireColumn#metadata()}
 */
record MapLayout(String schema, String table, int[] types, int[] metadata) {
  /** Table id (6) and flags (2) come before the schema's name. */
  static final int NAMES_AT = 8;

  /** Reads up to where the optional metadata begins. */
  static MapLayout read(MapBytes in) throws CutShortException, UnreadableTypeException {
    in.skip(NAMES_AT);
    String schema = in.name(in.unsignedByte());
    in.skip(1);
    String table = in.name(in.unsignedByte());
    in.skip(1);
    int count = in.packed();
    byte[] codes = in.take(count);
    MapBytes meta = in.part(in.packed());
    int[] types = new int[count];
    int[] metadata = new int[count];
    for (int i = 0; i < count; i++) {
      readType(codes[i] & 0xFF, meta, i, types, metadata);
    }
    in.skip((count + 7) / 8);
    for (int i = 0; i < count; i++) {
      if (!possible(types[i], metadata[i])) {
        throw new CutShortException();
      }
    }
    return new MapLayout(schema, table, types, metadata);
  }

  private static void readType(int code, MapBytes meta, int i, int[] types, int[] metadata)
      throws CutShortException, UnreadableTypeException {
    types[i] = code;
    metadata[i] =
        switch (code) {
          case FieldType.TINY,
              FieldType.SHORT,
              FieldType.INT24,
              FieldType.LONG,
              FieldType.LONGLONG,
              FieldType.YEAR,
              FieldType.DATE,
              FieldType.TIME,
              FieldType.DATETIME,
              FieldType.TIMESTAMP ->
              0;
          case FieldType.FLOAT, FieldType.DOUBLE -> size(meta);
          case FieldType.TIME2,
              FieldType.DATETIME2,
              FieldType.TIMESTAMP2,
              FieldType.BLOB,
              FieldType.TINY_BLOB,
              FieldType.MEDIUM_BLOB,
              FieldType.LONG_BLOB,
              FieldType.BLOB_COMPRESSED,
              FieldType.JSON,
              FieldType.GEOMETRY,
              FieldType.VECTOR ->
              meta.unsignedByte();
          case FieldType.VARCHAR, FieldType.VAR_STRING, FieldType.VARCHAR_COMPRESSED ->
              meta.unsignedByte() | meta.unsignedByte() << 8;
          case FieldType.NEWDECIMAL -> meta.unsignedByte() << 8 | meta.unsignedByte();
          case FieldType.BIT -> meta.unsignedByte() + 8 * meta.unsignedByte();
          case FieldType.STRING, FieldType.ENUM, FieldType.SET -> string(meta, i, types);
          default -> throw new UnreadableTypeException(i, code);
        };
  }

  private static boolean possible(int type, int meta) {
    return switch (type) {
      case FieldType.NEWDECIMAL -> decimal(meta >> 8, meta & 0xFF);
      case FieldType.BIT -> meta >= 1 && meta <= 64;
      case FieldType.TIME2, FieldType.DATETIME2, FieldType.TIMESTAMP2 -> meta <= 6;
      case FieldType.ENUM -> meta == 1 || meta == 2;
      case FieldType.SET -> meta >= 1 && meta <= 8;
      case FieldType.BLOB,
          FieldType.TINY_BLOB,
          FieldType.MEDIUM_BLOB,
          FieldType.LONG_BLOB,
          FieldType.BLOB_COMPRESSED,
          FieldType.JSON,
          FieldType.GEOMETRY,
          FieldType.VECTOR ->
          meta >= 1 && meta <= 4;
      default -> true;
    };
  }

  private static boolean decimal(int precision, int scale) {
    return precision >= 1 && precision <= 65 && scale <= 30 && scale <= precision;
  }

  /** FLOAT and DOUBLE name their size, which their code tells already. */
  private static int size(MapBytes meta) throws CutShortException {
    meta.skip(1);
    return 0;
  }

  /**
   * CHAR, ENUM and SET share a code; the first byte of the metadata has the real one. Its bits 4
   * and 5 hold, inverted, bits 8 and 9 of a CHAR's length, so that the lengths above 255 fit.
   */
  private static int string(MapBytes meta, int i, int[] types) throws CutShortException {
    int first = meta.unsignedByte();
    int second = meta.unsignedByte();
    if ((first & 0x30) != 0x30) {
      types[i] = first | 0x30;
      return second | ((first & 0x30) ^ 0x30) << 4;
    }
    types[i] = first;
    return second;
  }

  /** A column type that no row decoder exists for. */
  static final class UnreadableTypeException extends Exception {
    private static final long serialVersionUID = 1L;
    private final int column;
    private final int code;

    UnreadableTypeException(int column, int code) {
      super("column " + (column + 1) + " has type code " + code);
      this.column = column;
      this.code = code;
    }

    int column() {
      return column;
    }

    int code() {
      return code;
    }
  }
}
