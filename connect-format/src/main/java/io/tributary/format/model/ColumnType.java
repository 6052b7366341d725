package io.tributary.format.model;

/**
 * A MySQL column type, and with it the Java type that a value of the column has in a {@link Row}.
 * SQL NULL is {@code null} for every type.
 */
public enum ColumnType {
  /** {@link Long}. */
  TINYINT,
  /** {@link Long}. */
  SMALLINT,
  /** {@link Long}. */
  MEDIUMINT,
  /** {@link Long}. */
  INT,
  /** {@link Long}; {@link java.math.BigInteger} for unsigned values above 2^63-1. */
  BIGINT,
  /** {@link String} as MySQL prints it, with all digits of the scale. */
  DECIMAL,
  /** {@link Double}: the float's exact expansion. */
  FLOAT,
  /** {@link Double}. */
  DOUBLE,
  /** {@link Long}, or {@link java.math.BigInteger} above 2^63-1. */
  BIT,
  /** {@link Long}: 0, 1901 to 2155. */
  YEAR,
  /** {@link String} {@code YYYY-MM-DD}, zero and impossible dates as they are. */
  DATE,
  /** {@link String} {@code [-]HH[H]:MM:SS[.ffffff]} with as many digits as the column has. */
  TIME,
  /** {@link String} {@code YYYY-MM-DD HH:MM:SS[.ffffff]}. */
  DATETIME,
  /** {@link String} like DATETIME, in UTC; zero stays {@code 0000-00-00 00:00:00}. */
  TIMESTAMP,
  /** {@link String}. */
  CHAR,
  /** {@link String}. */
  VARCHAR,
  /** {@link String}; TINYTEXT to LONGTEXT. */
  TEXT,
  /** {@code byte[]}, padded to the column's length with zero bytes. */
  BINARY,
  /** {@code byte[]}. */
  VARBINARY,
  /** {@code byte[]}; TINYBLOB to LONGBLOB. */
  BLOB,
  /** {@link String}, the label; {@link Long} 0 for the error value (index 0). */
  ENUM,
  /** {@link String}, the labels joined by commas in the column's order. */
  SET,
  /** {@link String}, JSON text. */
  JSON,
  /** {@code byte[]}: SRID and WKB as MySQL stores it. */
  GEOMETRY,
  /** {@code byte[]}: 4-byte little-endian floats. */
  VECTOR;

  /** Whether values are {@code byte[]}. */
  public boolean bytes() {
    return switch (this) {
      case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> true;
      default -> false;
    };
  }

  /** Whether the type is an integer one, TINYINT to BIGINT. */
  public boolean integer() {
    return switch (this) {
      case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> true;
      default -> false;
    };
  }
}
