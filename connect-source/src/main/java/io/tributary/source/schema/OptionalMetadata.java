package io.tributary.source.schema;

import io.tributary.source.schema.MapBytes.CutShortException;
import java.util.ArrayList;
import java.util.List;

/**
 * The optional metadata of a TABLE_MAP: fields of type, length and value, as {@code
 * Table_map_event::Optional_metadata_fields} of MySQL's {@code rows_event.h} documents them. Fields
 * that are not needed here (geometry types, visibility, those of later servers) are skipped by
 * their length.
 */
final class OptionalMetadata {
  private static final int SIGNEDNESS = 1;
  private static final int DEFAULT_CHARSET = 2;
  private static final int COLUMN_CHARSET = 3;
  private static final int COLUMN_NAME = 4;
  private static final int SET_VALUES = 5;
  private static final int ENUM_VALUES = 6;
  private static final int SIMPLE_PRIMARY_KEY = 8;
  private static final int PREFIX_PRIMARY_KEY = 9;
  private static final int LABEL_DEFAULT_CHARSET = 10;
  private static final int LABEL_COLUMN_CHARSET = 11;
  private static final int VECTOR_DIMENSIONS = 13;

  private byte[] signedness;
  private List<String> names;
  private Collations characters;
  private Collations labels;
  private List<byte[][]> setValues = List.of();
  private List<byte[][]> enumValues = List.of();
  private List<Integer> primaryKey = List.of();
  private List<Integer> dimensions = List.of();
  private Listed listed;

  private OptionalMetadata() {}

  /**
   * What the server's list of columns adds, each counted within its family of types.
   *
   * @param names of all columns
   * @param unsigned of numeric columns
   * @param characters collation numbers of character columns
   * @param labelCollations collation numbers of ENUM and SET columns
   * @param labels of ENUM and SET columns
   * @param primaryKey indexes of its columns in its order
   * @param dimensions of VECTOR columns
   */
  record Listed(
      List<String> names,
      List<Boolean> unsigned,
      List<Integer> characters,
      List<Integer> labelCollations,
      List<List<String>> labels,
      List<Integer> primaryKey,
      List<Integer> dimensions) {}

  /** This metadata, completed by a list that was found to agree with it. */
  OptionalMetadata listed(Listed list) {
    OptionalMetadata completed = new OptionalMetadata();
    completed.signedness = signedness;
    completed.characters = characters != null ? characters : Collations.each(list.characters());
    completed.labels = labels != null ? labels : Collations.each(list.labelCollations());
    completed.names = list.names();
    completed.primaryKey = list.primaryKey();
    completed.dimensions = list.dimensions();
    completed.listed = list;
    return completed;
  }

  /** Whether signs of numbers are known. */
  boolean signs() {
    return signedness != null;
  }

  /** Whether collations of character columns are known. */
  boolean characterCollations() {
    return characters != null;
  }

  /** Whether collations of ENUM and SET columns are known. */
  boolean labelCollations() {
    return labels != null;
  }

  /**
   * Labels of the n-th ENUM or SET column, from 0, as the server lists them; null if it did not.
   */
  List<String> listedLabels(int n) {
    return listed == null ? null : listed.labels().get(n);
  }

  /** Reads to the end of the body. */
  static OptionalMetadata read(MapBytes in) throws CutShortException {
    OptionalMetadata metadata = new OptionalMetadata();
    while (in.remaining() > 0) {
      int type = in.unsignedByte();
      metadata.readField(type, in.part(in.packed()));
    }
    return metadata;
  }

  private void readField(int type, MapBytes field) throws CutShortException {
    switch (type) {
      case SIGNEDNESS -> signedness = field.take(field.remaining());
      case DEFAULT_CHARSET -> characters = Collations.withDefault(field);
      case COLUMN_CHARSET -> characters = Collations.each(numbers(field));
      case COLUMN_NAME -> names = names(field);
      case SET_VALUES -> setValues = values(field);
      case ENUM_VALUES -> enumValues = values(field);
      case SIMPLE_PRIMARY_KEY -> primaryKey = numbers(field);
      case PREFIX_PRIMARY_KEY -> primaryKey = prefixed(field);
      case LABEL_DEFAULT_CHARSET -> labels = Collations.withDefault(field);
      case LABEL_COLUMN_CHARSET -> labels = Collations.each(numbers(field));
      case VECTOR_DIMENSIONS -> dimensions = numbers(field);
      default -> {
        // Not needed to read rows, and its length has told where the next one begins.
      }
    }
  }

  /** Names of the columns; null with MINIMAL metadata. */
  List<String> names() {
    return names;
  }

  /** Whether the n-th numeric column, from 0, is unsigned; the bits run from the highest on. */
  boolean unsigned(int n) throws CutShortException {
    if (signedness == null && listed != null) {
      return listed.unsigned().get(n);
    }
    if (signedness == null || n / 8 >= signedness.length) {
      throw new CutShortException();
    }
    return (signedness[n / 8] >> (7 - n % 8) & 1) != 0;
  }

  /** Number of the collation of the n-th character column, from 0. */
  int characterCollation(int n) throws CutShortException {
    return collation(characters, n);
  }

  /** Number of the collation of the n-th ENUM or SET column, from 0. */
  int labelCollation(int n) throws CutShortException {
    return collation(labels, n);
  }

  /** Labels of the n-th SET column, from 0, in the column's character set. */
  byte[][] setLabels(int n) throws CutShortException {
    return element(setValues, n);
  }

  /** Labels of the n-th ENUM column, from 0, in the column's character set. */
  byte[][] enumLabels(int n) throws CutShortException {
    return element(enumValues, n);
  }

  /** Indexes of the primary key's columns in the key's order. */
  List<Integer> primaryKey() {
    return primaryKey;
  }

  /** Dimensions of the n-th VECTOR column, from 0; 0 when the server does not say. */
  int dimensions(int n) {
    return n < dimensions.size() ? dimensions.get(n) : 0;
  }

  private static int collation(Collations collations, int n) throws CutShortException {
    if (collations == null) {
      throw new CutShortException();
    }
    return collations.of(n);
  }

  private static <T> T element(List<T> list, int n) throws CutShortException {
    if (n >= list.size()) {
      throw new CutShortException();
    }
    return list.get(n);
  }

  private static List<Integer> numbers(MapBytes field) throws CutShortException {
    List<Integer> numbers = new ArrayList<>();
    while (field.remaining() > 0) {
      numbers.add(field.packed());
    }
    return numbers;
  }

  private static List<Integer> prefixed(MapBytes field) throws CutShortException {
    List<Integer> columns = new ArrayList<>();
    while (field.remaining() > 0) {
      columns.add(field.packed());
      field.packed();
    }
    return columns;
  }

  private static List<String> names(MapBytes field) throws CutShortException {
    List<String> names = new ArrayList<>();
    while (field.remaining() > 0) {
      names.add(field.name(field.packed()));
    }
    return names;
  }

  private static List<byte[][]> values(MapBytes field) throws CutShortException {
    List<byte[][]> columns = new ArrayList<>();
    while (field.remaining() > 0) {
      int count = field.packed();
      if (count > field.remaining()) {
        throw new CutShortException();
      }
      byte[][] labels = new byte[count][];
      for (int i = 0; i < count; i++) {
        labels[i] = field.take(field.packed());
      }
      columns.add(labels);
    }
    return columns;
  }

  /** Collation numbers: one for each column, or a default and the columns that differ. */
  private record Collations(int fallback, List<Integer> columns, List<Integer> numbers) {
    static Collations each(List<Integer> numbers) {
      return new Collations(0, List.of(), numbers);
    }

    static Collations withDefault(MapBytes field) throws CutShortException {
      int fallback = field.packed();
      List<Integer> columns = new ArrayList<>();
      List<Integer> numbers = new ArrayList<>();
      while (field.remaining() > 0) {
        columns.add(field.packed());
        numbers.add(field.packed());
      }
      return new Collations(fallback, columns, numbers);
    }

    int of(int n) throws CutShortException {
      if (fallback == 0) {
        return element(numbers, n);
      }
      int at = columns.indexOf(n);
      return at < 0 ? fallback : numbers.get(at);
    }
  }
}
