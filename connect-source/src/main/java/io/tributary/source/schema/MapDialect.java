package io.tributary.source.schema;

import java.util.Locale;

/** Whose table maps are read: the servers count columns differently in the optional metadata. */
public enum MapDialect {
  /** MySQL and its forks but MariaDB. */
  MYSQL,
  /** MariaDB: GEOMETRY has a character set. */
  MARIADB;

  /** The dialect of a server by its version, as the FORMAT_DESCRIPTION event has it. */
  public static MapDialect of(String serverVersion) {
    return serverVersion.toLowerCase(Locale.ROOT).contains("mariadb") ? MARIADB : MYSQL;
  }

  /** Whether the type has an entry in the signedness field. */
  boolean signed(int type) {
    return switch (type) {
      case FieldType.TINY,
          FieldType.SHORT,
          FieldType.INT24,
          FieldType.LONG,
          FieldType.LONGLONG,
          FieldType.NEWDECIMAL,
          FieldType.FLOAT,
          FieldType.DOUBLE,
          FieldType.YEAR ->
          true;
      default -> false;
    };
  }

  /** Whether the type has an entry in the character set fields. */
  boolean character(int type) {
    return switch (type) {
      case FieldType.STRING,
          FieldType.VAR_STRING,
          FieldType.VARCHAR,
          FieldType.TINY_BLOB,
          FieldType.MEDIUM_BLOB,
          FieldType.LONG_BLOB,
          FieldType.BLOB,
          FieldType.BLOB_COMPRESSED,
          FieldType.VARCHAR_COMPRESSED ->
          true;
      case FieldType.VECTOR -> true;
      case FieldType.GEOMETRY -> this == MARIADB;
      default -> false;
    };
  }

  /**
   * Whether the type alone does not tell how long its values are. MariaDB writes TIME, DATETIME and
   * TIMESTAMP with {@code mysql56_temporal_format=OFF} under the old codes whether they have
   * fractional digits or not, in other lengths, and without saying how many.
   */
  boolean ambiguous(int type) {
    return this == MARIADB
        && (type == FieldType.TIME || type == FieldType.DATETIME || type == FieldType.TIMESTAMP);
  }

  /** Whether the type has an entry in the ENUM and SET character set fields. */
  boolean labelled(int type) {
    return type == FieldType.ENUM || type == FieldType.SET;
  }
}
