package io.tributary.source.filter;

import io.tributary.format.model.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;

/** How values of a column are compared. Each kind has one Java type for contents and constants. */
enum ValueKind {
  /** {@link BigDecimal}, by value. */
  NUMBER("a number") {
    @Override
    Object constant(Literal literal) {
      return literal instanceof Literal.Number number ? number.value() : null;
    }

    @Override
    Object content(Object value) {
      if (value instanceof Long number) {
        return BigDecimal.valueOf(number);
      }
      return value instanceof BigInteger number
          ? new BigDecimal(number)
          : new BigDecimal((String) value);
    }

    @Override
    int compare(Object a, Object b) {
      return ((BigDecimal) a).compareTo((BigDecimal) b);
    }
  },

  /** {@link String}, by code points: the order of the UTF-8 bytes. */
  TEXT("a 'string'") {
    @Override
    Object constant(Literal literal) {
      return literal instanceof Literal.Text text ? text.value() : null;
    }

    /** The ENUM error value, a number, prints as the empty string. */
    @Override
    Object content(Object value) {
      return value instanceof String text ? text : "";
    }

    @Override
    int compare(Object a, Object b) {
      return compareCodePoints((String) a, (String) b);
    }
  },

  /** {@code byte[]}, by unsigned bytes. */
  BYTES("X'hexadecimal digits'") {
    @Override
    Object constant(Literal literal) {
      return literal instanceof Literal.Bytes bytes ? bytes.value() : null;
    }

    @Override
    Object content(Object value) {
      return value;
    }

    @Override
    int compare(Object a, Object b) {
      return Arrays.compareUnsigned((byte[]) a, (byte[]) b);
    }
  },

  /** {@link String} in the canonical form, whose order is that of the dates. */
  DATE("'YYYY-MM-DD'") {
    @Override
    Object constant(Literal literal) {
      return literal instanceof Literal.Text text ? Temporal.date(text.value()) : null;
    }

    @Override
    Object content(Object value) {
      return value;
    }

    @Override
    int compare(Object a, Object b) {
      return ((String) a).compareTo((String) b);
    }
  },

  /** {@link Long}, microseconds. */
  TIME("'[-]HH:MM:SS[.ffffff]'") {
    @Override
    Object constant(Literal literal) {
      return literal instanceof Literal.Text text ? Temporal.timeMicros(text.value()) : null;
    }

    @Override
    Object content(Object value) {
      return Temporal.timeMicros((String) value);
    }

    @Override
    int compare(Object a, Object b) {
      return ((Long) a).compareTo((Long) b);
    }
  },

  /** {@link String} in the canonical form with six fractional digits. */
  DATETIME("'YYYY-MM-DD [HH:MM:SS[.ffffff]]'") {
    @Override
    Object constant(Literal literal) {
      return literal instanceof Literal.Text text ? Temporal.datetime(text.value()) : null;
    }

    @Override
    Object content(Object value) {
      return Temporal.withMicros((String) value);
    }

    @Override
    int compare(Object a, Object b) {
      return ((String) a).compareTo((String) b);
    }
  };

  private final String form;

  ValueKind(String form) {
    this.form = form;
  }

  /** How values of a type compare; null when they do not. */
  static ValueKind of(ColumnType type) {
    return switch (type) {
      case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL, BIT, YEAR -> NUMBER;
      case CHAR, VARCHAR, TEXT, ENUM, SET -> TEXT;
      case BINARY, VARBINARY, BLOB -> BYTES;
      case DATE -> DATE;
      case TIME -> TIME;
      case DATETIME, TIMESTAMP -> DATETIME;
      // Not exact, or without an order.
      case FLOAT, DOUBLE, JSON, GEOMETRY, VECTOR -> null;
    };
  }

  /** How a literal is written that values compare with. */
  String form() {
    return form;
  }

  /** What a literal stands for; null when it is none that values compare with. */
  abstract Object constant(Literal literal);

  /** What a value of a row, other than NULL, stands for. */
  abstract Object content(Object value);

  abstract int compare(Object a, Object b);

  private static int compareCodePoints(String a, String b) {
    int length = Math.min(a.length(), b.length());
    for (int i = 0; i < length; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        boolean sameLength = Character.isSurrogate(x) == Character.isSurrogate(y);
        // Surrogates stand for code points above all others.
        return sameLength ? x - y : Character.isSurrogate(x) ? 1 : -1;
      }
    }
    return a.length() - b.length();
  }
}
