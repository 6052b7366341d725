package io.tributary.source.schema;

/** Column type codes of the binlog, {@code enum_field_types} in MySQL's {@code field_types.h}. */
public final class FieldType {
  public static final int TINY = 1;
  public static final int SHORT = 2;
  public static final int LONG = 3;
  public static final int FLOAT = 4;
  public static final int DOUBLE = 5;
  public static final int TIMESTAMP = 7;
  public static final int LONGLONG = 8;
  public static final int INT24 = 9;
  public static final int DATE = 10;
  public static final int TIME = 11;
  public static final int DATETIME = 12;
  public static final int YEAR = 13;
  public static final int VARCHAR = 15;
  public static final int BIT = 16;
  public static final int TIMESTAMP2 = 17;
  public static final int DATETIME2 = 18;
  public static final int TIME2 = 19;

  /** MariaDB: TEXT and BLOB with COMPRESSED. */
  public static final int BLOB_COMPRESSED = 140;

  /** MariaDB: VARCHAR and VARBINARY with COMPRESSED. */
  public static final int VARCHAR_COMPRESSED = 141;

  public static final int VECTOR = 242;
  public static final int JSON = 245;
  public static final int NEWDECIMAL = 246;
  public static final int ENUM = 247;
  public static final int SET = 248;
  public static final int TINY_BLOB = 249;
  public static final int MEDIUM_BLOB = 250;
  public static final int LONG_BLOB = 251;
  public static final int BLOB = 252;
  public static final int VAR_STRING = 253;
  public static final int STRING = 254;
  public static final int GEOMETRY = 255;

  private FieldType() {}
}
