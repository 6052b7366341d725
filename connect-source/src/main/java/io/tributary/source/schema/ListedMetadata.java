package io.tributary.source.schema;

import io.tributary.source.schema.MapBytes.CutShortException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Joins a table map without column names to the server's list of columns. What both say must agree:
 * the number of columns, their types, lengths and digits, and, where the map has them, signs and
 * collations.
 */
final class ListedMetadata {
  private static final Pattern TYPE =
      Pattern.compile("([a-z]+)(?:\\((.*?)\\))?(.*)", Pattern.DOTALL);
  private static final Pattern LABEL =
      Pattern.compile("'((?:[^'\\\\]|''|\\\\.)*)'", Pattern.DOTALL);

  private final MapLayout layout;
  private final OptionalMetadata map;
  private final ColumnList list;
  private final MapDialect dialect;

  private final List<Boolean> unsigned = new ArrayList<>();
  private final List<Integer> characters = new ArrayList<>();
  private final List<Integer> labelCollations = new ArrayList<>();
  private final List<List<String>> labels = new ArrayList<>();
  private final List<Integer> dimensions = new ArrayList<>();

  private ListedMetadata(
      MapLayout layout, OptionalMetadata map, ColumnList list, MapDialect dialect) {
    this.layout = layout;
    this.map = map;
    this.list = list;
    this.dialect = dialect;
  }

  /** The two do not describe the same table. */
  static final class MismatchException extends Exception {
    private static final long serialVersionUID = 1L;

    MismatchException(String message) {
      super(message);
    }
  }

  /** The map's metadata with what the list adds. */
  static OptionalMetadata complete(
      MapLayout layout, OptionalMetadata map, ColumnList list, MapDialect dialect)
      throws MismatchException, CutShortException {
    return new ListedMetadata(layout, map, list, dialect).complete();
  }

  private OptionalMetadata complete() throws MismatchException, CutShortException {
    int count = layout.types().length;
    if (list.columns().size() != count) {
      throw new MismatchException(
          "the binlog has " + count + " columns, the server lists " + list.columns().size());
    }
    List<String> names = new ArrayList<>();
    int parts = 0;
    for (int i = 0; i < count; i++) {
      ListedColumn column = list.columns().get(i);
      names.add(column.name());
      parts = Math.max(parts, column.key());
      add(column, layout.types()[i], layout.metadata()[i]);
    }
    List<Integer> key = new ArrayList<>();
    for (int part = 1; part <= parts; part++) {
      for (int i = 0; i < count; i++) {
        if (list.columns().get(i).key() == part) {
          key.add(i);
        }
      }
    }
    return map.listed(
        new OptionalMetadata.Listed(
            names, unsigned, characters, labelCollations, labels, key, dimensions));
  }

  private void add(ListedColumn column, int type, int meta)
      throws MismatchException, CutShortException {
    Matcher words = TYPE.matcher(column.type().toLowerCase(Locale.ROOT));
    if (!words.matches() || !fits(words.group(1), words.group(2), column, type, meta)) {
      throw new MismatchException(
          "column "
              + column.name()
              + " is listed as "
              + column.type()
              + ", which is not what the binlog has (type code "
              + type
              + ", "
              + meta
              + ")");
    }
    if (dialect.signed(type)) {
      boolean without = words.group(3).contains("unsigned") || words.group(3).contains("zerofill");
      // YEAR counts as unsigned in table maps.
      agree(column, map.signs(), without || type == FieldType.YEAR, map, unsigned.size());
      unsigned.add(without || type == FieldType.YEAR);
    }
    if (dialect.character(type)) {
      characters.add(collation(column, map.characterCollations(), characters.size(), true));
    } else if (dialect.labelled(type)) {
      labelCollations.add(collation(column, map.labelCollations(), labelCollations.size(), false));
      labels.add(labels(column));
    }
    if (type == FieldType.VECTOR) {
      dimensions.add(Integer.parseInt(words.group(2)));
    }
  }

  private static void agree(
      ListedColumn column, boolean known, boolean unsigned, OptionalMetadata map, int n)
      throws MismatchException, CutShortException {
    if (known && map.unsigned(n) != unsigned) {
      throw new MismatchException(
          "column " + column.name() + " is listed as " + column.type() + ", with another sign");
    }
  }

  private int collation(ListedColumn column, boolean known, int n, boolean character)
      throws MismatchException, CutShortException {
    String listed = column.collation() == null ? Collation.BINARY : column.collation();
    int found =
        !known
            ? Collation.numberOf(listed)
            : character ? map.characterCollation(n) : map.labelCollation(n);
    Collation inMap = Collation.of(found);
    if (inMap != null && !inMap.named(listed)) {
      throw new MismatchException(
          "column "
              + column.name()
              + " is listed with collation "
              + listed
              + ", the binlog has "
              + inMap.name());
    }
    return found;
  }

  /** The server lists labels in utf8mb3 and prints what it lacks as a question mark. */
  private static List<String> labels(ListedColumn column) throws MismatchException {
    List<String> labels = new ArrayList<>();
    Matcher label = LABEL.matcher(column.type());
    while (label.find()) {
      labels.add(unescaped(label.group(1)));
    }
    if (labels.stream().anyMatch(text -> text.indexOf('?') >= 0)) {
      throw new MismatchException(
          "column "
              + column.name()
              + " is listed as "
              + column.type()
              + ", where a question mark may stand for another character");
    }
    return labels;
  }

  /** As {@code append_unescaped()} of MySQL's {@code sql/sql_show.cc} writes them. */
  private static String unescaped(String listed) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < listed.length(); i++) {
      char c = listed.charAt(i);
      if (c == '\\') {
        i++;
        c =
            switch (listed.charAt(i)) {
              case '0' -> '\0';
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> listed.charAt(i);
            };
      } else if (c == '\'') {
        i++;
      }
      text.append(c);
    }
    return text.toString();
  }

  private static boolean fits(String word, String size, ListedColumn column, int type, int meta) {
    return switch (type) {
      case FieldType.TINY -> word.equals("tinyint");
      case FieldType.SHORT -> word.equals("smallint");
      case FieldType.INT24 -> word.equals("mediumint");
      case FieldType.LONG -> word.equals("int");
      case FieldType.LONGLONG -> word.equals("bigint");
      case FieldType.FLOAT -> word.equals("float");
      case FieldType.DOUBLE -> word.equals("double");
      case FieldType.YEAR -> word.equals("year");
      case FieldType.DATE -> word.equals("date");
      case FieldType.NEWDECIMAL ->
          word.equals("decimal") && size.equals((meta >> 8) + "," + (meta & 0xFF));
      case FieldType.BIT -> word.equals("bit") && size.equals(String.valueOf(meta));
      case FieldType.TIME, FieldType.TIME2 -> word.equals("time") && digits(size) == meta;
      case FieldType.DATETIME, FieldType.DATETIME2 ->
          word.equals("datetime") && digits(size) == meta;
      case FieldType.TIMESTAMP, FieldType.TIMESTAMP2 ->
          word.equals("timestamp") && digits(size) == meta;
      case FieldType.STRING ->
          (word.equals("char") || word.equals("binary")) && column.octets() == meta;
      case FieldType.VARCHAR, FieldType.VAR_STRING ->
          (word.equals("varchar") || word.equals("varbinary")) && column.octets() == meta;
      case FieldType.BLOB, FieldType.TINY_BLOB, FieldType.MEDIUM_BLOB, FieldType.LONG_BLOB ->
          blobPrefix(word) == meta;
      case FieldType.JSON -> word.equals("json");
      case FieldType.VECTOR -> word.equals("vector") && size != null;
      case FieldType.ENUM -> word.equals("enum");
      case FieldType.SET -> word.equals("set");
      case FieldType.GEOMETRY ->
          word.matches("geom(etry|collection|etrycollection)|(multi)?(point|linestring|polygon)");
      default -> false;
    };
  }

  private static int digits(String size) {
    return size == null ? 0 : Integer.parseInt(size);
  }

  private static int blobPrefix(String word) {
    return switch (word) {
      case "tinytext", "tinyblob" -> 1;
      case "text", "blob" -> 2;
      case "mediumtext", "mediumblob" -> 3;
      case "longtext", "longblob" -> 4;
      default -> 0;
    };
  }
}
