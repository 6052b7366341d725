package io.tributary.sink.tidb;

import io.tributary.format.model.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Reads {@code column_type} of {@code information_schema.columns}, such as {@code decimal(10,2)
 * unsigned} or {@code enum('a','b')}.
 *
 * <p>MySQL escapes backslashes and control characters inside labels, TiDB prints them as they are;
 * both double quotes.
 */
final class ColumnDefinition {
  private final String text;
  private final boolean tidb;
  private final String name;

  ColumnDefinition(String text, TargetServer server) {
    this.text = text;
    this.tidb = server.tidb();
    int end = 0;
    while (end < text.length() && Character.isLetter(text.charAt(end))) {
      end++;
    }
    this.name = text.substring(0, end).toLowerCase(Locale.ROOT);
  }

  /** The type, null when it is not known. */
  ColumnType type() {
    return switch (name) {
      case "tinyint" -> ColumnType.TINYINT;
      case "smallint" -> ColumnType.SMALLINT;
      case "mediumint" -> ColumnType.MEDIUMINT;
      case "int" -> ColumnType.INT;
      case "bigint" -> ColumnType.BIGINT;
      case "decimal" -> ColumnType.DECIMAL;
      case "float" -> ColumnType.FLOAT;
      case "double" -> ColumnType.DOUBLE;
      case "bit" -> ColumnType.BIT;
      case "year" -> ColumnType.YEAR;
      case "date" -> ColumnType.DATE;
      case "time" -> ColumnType.TIME;
      case "datetime" -> ColumnType.DATETIME;
      case "timestamp" -> ColumnType.TIMESTAMP;
      case "char" -> ColumnType.CHAR;
      case "varchar" -> ColumnType.VARCHAR;
      case "tinytext", "text", "mediumtext", "longtext" -> ColumnType.TEXT;
      case "binary" -> ColumnType.BINARY;
      case "varbinary" -> ColumnType.VARBINARY;
      case "tinyblob", "blob", "mediumblob", "longblob" -> ColumnType.BLOB;
      case "enum" -> ColumnType.ENUM;
      case "set" -> ColumnType.SET;
      case "json" -> ColumnType.JSON;
      case "vector" -> ColumnType.VECTOR;
      case "geometry", "point", "linestring", "polygon" -> ColumnType.GEOMETRY;
      case "multipoint", "multilinestring", "multipolygon" -> ColumnType.GEOMETRY;
      case "geomcollection", "geometrycollection" -> ColumnType.GEOMETRY;
      default -> null;
    };
  }

  boolean unsigned() {
    return text.toLowerCase(Locale.ROOT).contains("unsigned");
  }

  /** As {@link TargetColumn#length()} says. */
  long length() {
    return switch (name) {
      case "tinytext", "tinyblob" -> 0xFFL;
      case "text", "blob" -> 0xFFFFL;
      case "mediumtext", "mediumblob" -> 0xFF_FFFFL;
      case "longtext", "longblob" -> 0xFFFF_FFFFL;
      case "decimal" -> argument(0, 10);
      case "char", "varchar", "binary", "varbinary", "bit" -> argument(0, 1);
      case "vector" -> argument(0, 0);
      default -> 0;
    };
  }

  /** As {@link TargetColumn#scale()} says. */
  int scale() {
    return switch (name) {
      case "decimal" -> argument(1, 0);
      case "time", "datetime", "timestamp" -> argument(0, 0);
      case "float", "double" -> argument(1, -1);
      default -> 0;
    };
  }

  private int argument(int index, int otherwise) {
    int open = text.indexOf('(');
    int close = text.indexOf(')');
    if (open < 0 || close < open) {
      return otherwise;
    }
    String[] arguments = text.substring(open + 1, close).split(",", -1);
    return index < arguments.length ? Integer.parseInt(arguments[index].trim()) : otherwise;
  }

  /** The labels of ENUM and SET, empty for other types. */
  List<String> labels() {
    List<String> labels = new ArrayList<>();
    if (!name.equals("enum") && !name.equals("set")) {
      return labels;
    }
    StringBuilder label = null;
    for (int i = text.indexOf('('); i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\'' && label == null) {
        label = new StringBuilder();
      } else if (c == '\'' && i + 1 < text.length() && text.charAt(i + 1) == '\'') {
        label.append(c);
        i++;
      } else if (c == '\'') {
        labels.add(label.toString());
        label = null;
      } else if (c == '\\' && label != null && !tidb) {
        i++;
        label.append(unescaped(text.charAt(i)));
      } else if (label != null) {
        label.append(c);
      }
    }
    return labels;
  }

  /** The character that stands after a backslash, sql/sql_show.cc#append_unescaped of MySQL. */
  private static char unescaped(char c) {
    return switch (c) {
      case '0' -> '\0';
      case 'n' -> '\n';
      case 'r' -> '\r';
      default -> c;
    };
  }
}
