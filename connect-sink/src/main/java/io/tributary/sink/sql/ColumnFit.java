package io.tributary.sink.sql;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.sink.tidb.TargetColumn;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a target column holds every value of a source column without bending one (hazard 23).
 *
 * <p>Strict mode stops at values out of range, but rounds without an error: decimals, fractional
 * seconds, DOUBLE into FLOAT, text into numbers. So types are compared before the first value. A
 * signed source column may go to an unsigned target column of enough bits: there a negative value
 * stops by itself ({@link Literals}).
 */
final class ColumnFit {
  /** Most bytes of a geometry, as of a LONGBLOB. */
  private static final long LONGEST = 0xFFFF_FFFFL;

  private static final double DIGITS_PER_BIT = Math.log10(2);

  private final Column source;
  private final TargetColumn target;
  private final boolean tidb;

  private ColumnFit(Column source, TargetColumn target, boolean tidb) {
    this.source = source;
    this.target = target;
    this.tidb = tidb;
  }

  /** Why values could be bent, empty when none can. */
  static Optional<String> refusal(Column source, TargetColumn target, boolean tidb) {
    if (target.type() == null) {
      return Optional.of("its type is not known");
    }
    return Optional.ofNullable(new ColumnFit(source, target, tidb).reason());
  }

  private String reason() {
    return switch (source.type()) {
      case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, BIT, YEAR -> integer();
      case DECIMAL -> decimal();
      case FLOAT, DOUBLE -> floating();
      case DATE, TIME, DATETIME, TIMESTAMP -> temporal();
      case CHAR, VARCHAR, TEXT -> text();
      case BINARY, VARBINARY, BLOB -> bytes();
      case ENUM, SET -> labels();
      case JSON -> target.type() == source.type() ? null : otherType();
      case GEOMETRY -> target.type() == source.type() ? null : asBytes(LONGEST);
      case VECTOR -> vector();
    };
  }

  private String otherType() {
    return "it is of another type";
  }

  private String integer() {
    int bits = bits(source.type(), source.unsigned(), source.length());
    if (source.type() == ColumnType.YEAR && target.type() == ColumnType.YEAR) {
      return null;
    }
    if (target.type().integer() || target.type() == ColumnType.BIT && unsignedSource()) {
      int most = bits(target.type(), target.unsigned(), target.length());
      return bits <= most ? null : "its range is smaller";
    }
    int digits = (int) (bits * DIGITS_PER_BIT) + 1;
    if (target.type() == ColumnType.DECIMAL) {
      return digits <= target.length() - target.scale() ? null : "it has fewer digits";
    }
    return source.type() == ColumnType.BIT ? otherType() : numberAsText(digits + 1);
  }

  private boolean unsignedSource() {
    return source.unsigned() || source.type() == ColumnType.BIT;
  }

  /** Bits of the largest value. */
  private static int bits(ColumnType type, boolean unsigned, long length) {
    int bits =
        switch (type) {
          case TINYINT -> 8;
          case SMALLINT -> 16;
          case MEDIUMINT -> 24;
          case INT -> 32;
          case BIGINT -> 64;
          case YEAR -> 12;
          default -> (int) length;
        };
    return unsigned || !type.integer() ? bits : bits - 1;
  }

  private String decimal() {
    long whole = source.length() - source.scale();
    if (target.type() == ColumnType.DECIMAL) {
      if (source.scale() > target.scale()) {
        return "it has fewer digits after the point, values would be rounded";
      }
      return whole <= target.length() - target.scale() ? null : "it has fewer digits";
    }
    if (target.type().integer()) {
      int bits = bits(target.type(), target.unsigned(), 0);
      if (source.scale() > 0) {
        return "it has no digits after the point, values would be rounded";
      }
      return whole <= (int) (bits * DIGITS_PER_BIT) ? null : "its range is smaller";
    }
    return numberAsText(source.length() + 3);
  }

  private String numberAsText(long characters) {
    if (!target.text()) {
      boolean floating = target.type() == ColumnType.FLOAT || target.type() == ColumnType.DOUBLE;
      return floating ? "it is not exact, values would be rounded" : otherType();
    }
    return characters <= target.length() ? null : "it is shorter";
  }

  private String floating() {
    if (target.type() != ColumnType.DOUBLE && target.type() != source.type()) {
      return target.type() == ColumnType.FLOAT
          ? "it has fewer digits, values would be rounded"
          : otherType();
    }
    return target.scale() < 0 ? null : "it rounds to " + target.scale() + " digits";
  }

  private String temporal() {
    boolean fits =
        target.type() == source.type()
            || target.type() == ColumnType.DATETIME && source.type() != ColumnType.TIME;
    if (!fits) {
      return target.type() == ColumnType.TIMESTAMP ? "its range is smaller" : otherType();
    }
    return source.scale() <= target.scale()
        ? null
        : "it has fewer fractional digits, values would be rounded";
  }

  private String text() {
    if (!target.text()) {
      return otherType();
    }
    if (!Charsets.holds(target.charset(), source.collation(), tidb)) {
      return "its character set " + target.charset() + " lacks characters of " + source.collation();
    }
    if (target.type() == ColumnType.CHAR && source.type() != ColumnType.CHAR) {
      return "CHAR drops trailing spaces";
    }
    if (source.type() == ColumnType.TEXT) {
      long most = prefixBytes();
      return target.type() == ColumnType.TEXT && most <= target.length() ? null : "it is shorter";
    }
    long characters = source.length() / Charsets.maxBytes(source.collation());
    // TiDB keeps strings of every character set in UTF-8, which is never shorter.
    String stored = tidb ? "utf8mb4" : target.charset();
    long bytes = characters * Charsets.mostBytesIn(stored, source.collation());
    boolean byBytes = target.type() == ColumnType.TEXT;
    return (byBytes ? bytes : characters) <= target.length() ? null : "it is shorter";
  }

  /** Most bytes of a TEXT or BLOB whose length has so many bytes. */
  private long prefixBytes() {
    return (1L << (8 * source.length())) - 1;
  }

  private String bytes() {
    return switch (target.type()) {
      case BINARY ->
          source.type() == ColumnType.BINARY && source.length() == target.length()
              ? null
              : "BINARY pads values of another length";
      case VARBINARY, BLOB -> {
        long most = source.type() == ColumnType.BLOB ? prefixBytes() : source.length();
        yield most <= target.length() ? null : "it is shorter";
      }
      default -> otherType();
    };
  }

  private String labels() {
    if (target.text()) {
      int longest = source.labels().stream().mapToInt(this::labelLength).max().orElse(0);
      int all = source.labels().stream().mapToInt(label -> labelLength(label) + 1).sum();
      long needed = source.type() == ColumnType.ENUM ? longest : Math.max(0, all - 1);
      return needed <= target.length() ? null : "it is shorter";
    }
    if (target.type() != source.type()) {
      return otherType();
    }
    Set<String> known = new HashSet<>(target.labels());
    for (String label : source.labels()) {
      if (!known.contains(tidb ? label : withoutSupplementary(label))) {
        return "it lacks the label '" + label + "'";
      }
    }
    return null;
  }

  /** In the unit of the target's length. */
  private int labelLength(String label) {
    boolean byBytes = target.type() == ColumnType.TEXT;
    return byBytes ? label.getBytes(StandardCharsets.UTF_8).length : label.length();
  }

  /** MySQL keeps definitions in utf8mb3 and prints a question mark for an emoji. */
  private static String withoutSupplementary(String label) {
    return label.codePoints().anyMatch(Character::isSupplementaryCodePoint)
        ? label.replaceAll("[\\x{10000}-\\x{10FFFF}]", "?")
        : label;
  }

  private String vector() {
    if (target.type() != ColumnType.VECTOR) {
      return asBytes(Float.BYTES * source.length());
    }
    // TiDB's VECTOR without a number takes any dimension, VECTOR(n) exactly n; MySQL's up to n.
    boolean fits = target.length() == 0 || target.length() >= source.length();
    return fits
        ? null
        : "it has fewer dimensions than " + source.type().name().toLowerCase(Locale.ROOT);
  }

  /** For types that a target may lack: their bytes go to a column of bytes. */
  private String asBytes(long most) {
    if (target.type() != ColumnType.BLOB && target.type() != ColumnType.VARBINARY) {
      return "it is of another type; where the target has no such type, a LONGBLOB takes the bytes";
    }
    return most <= target.length() ? null : "it is shorter; a LONGBLOB takes the bytes";
  }
}
