package io.tributary.it.types;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A table of random columns, with or without a key, and statements that change random rows of it.
 * Used by one thread.
 */
final class RandomTable {
  private static final int MOST_KEY_COLUMNS = 3;
  private static final int MOST_ROWS = 12;

  private final String name;
  private final List<Kind> kinds;
  private final List<Boolean> nullable = new ArrayList<>();
  private final List<Integer> key = new ArrayList<>();
  private final boolean numbered;
  private final boolean generated;
  private final Random random;

  /**
   * @param name quoted as SQL needs it, with its schema
   * @param kinds one for each column
   * @param generated whether the source knows generated columns, which MySQL 5.6 does not
   */
  RandomTable(String name, List<Kind> kinds, Random random, boolean generated) {
    // A third has a number as its key, a third a key of what it has, a third none.
    this(name, kinds, random, generated, random.nextInt(3));
  }

  private RandomTable(String name, List<Kind> kinds, Random random, boolean generated, int form) {
    this.name = name;
    this.kinds = List.copyOf(kinds);
    this.random = random;
    this.numbered = form == 0;
    this.generated = numbered && generated;
    for (int i = 0; i < kinds.size(); i++) {
      boolean inKey = form == 1 && kinds.get(i).mayBeKey() && key.size() < MOST_KEY_COLUMNS;
      if (inKey && random.nextBoolean()) {
        key.add(i);
      }
      nullable.add(!key.contains(i) && random.nextInt(3) > 0);
    }
  }

  /** A table whose rows are found by all their columns. */
  static RandomTable withoutKey(String name, List<Kind> kinds, Random random) {
    return new RandomTable(name, kinds, random, false, 2);
  }

  String name() {
    return name;
  }

  /**
   * Whether its keys go to one partition: no folding of some character sets' letters is coarse
   * enough, and the source would stop and name {@code affinity.tables}.
   */
  boolean keptWhole() {
    return key.stream()
        .map(i -> kinds.get(i).definition())
        .anyMatch(type -> type.contains("CHARACTER SET") && !type.contains("utf8mb4"));
  }

  /** What is compared: expressions that print each column alike on both sides. */
  List<String> printed() {
    List<String> columns = new ArrayList<>();
    if (numbered) {
      columns.add("id");
    }
    if (generated) {
      columns.addAll(List.of("virtual_one", "stored_one"));
    }
    for (int i = 0; i < kinds.size(); i++) {
      columns.add(kinds.get(i).printed().formatted(column(i)));
    }
    return columns;
  }

  String createAtSource() {
    return create(false);
  }

  String createAtTarget() {
    return create(true);
  }

  private String create(boolean target) {
    List<String> lines = new ArrayList<>();
    if (numbered) {
      lines.add("id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY");
    }
    if (generated) {
      lines.add("virtual_one TINYINT AS (" + base() + " IS NULL) VIRTUAL");
    }
    for (int i = 0; i < kinds.size(); i++) {
      Kind kind = kinds.get(i);
      String type = target ? kind.targetDefinition() : kind.definition();
      lines.add(column(i) + " " + type + (nullable.get(i) ? " NULL" : " NOT NULL"));
    }
    if (generated) {
      lines.add("stored_one TINYINT AS (" + base() + " IS NOT NULL) STORED");
    }
    if (!key.isEmpty()) {
      lines.add(
          "PRIMARY KEY (" + String.join(",", key.stream().map(RandomTable::column).toList()) + ")");
    }
    return "CREATE TABLE " + name + " (\n  " + String.join(",\n  ", lines) + ")";
  }

  /** What generated columns are made of: vectors may not. */
  private String base() {
    int i = 0;
    while (kinds.get(i).definition().startsWith("VECTOR")) {
      i++;
    }
    return column(i);
  }

  private static String column(int i) {
    return "c" + i;
  }

  /**
   * A statement that inserts, updates or deletes some rows; rows whose key is taken are left out.
   */
  String change() {
    return switch (random.nextInt(5)) {
      case 0, 1 -> insert();
      case 2, 3 -> update();
      default -> "DELETE FROM " + name + some(3);
    };
  }

  String insert() {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      columns.add(column(i));
    }
    List<String> rows = new ArrayList<>();
    for (int row = 1 + random.nextInt(MOST_ROWS); row > 0; row--) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < kinds.size(); i++) {
        values.add(value(i));
      }
      rows.add("(" + String.join(", ", values) + ")");
    }
    return "INSERT IGNORE INTO "
        + name
        + " ("
        + String.join(", ", columns)
        + ") VALUES "
        + String.join(", ", rows);
  }

  private String update() {
    List<String> sets = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      if (random.nextInt(4) == 0) {
        sets.add(column(i) + " = " + value(i));
      }
    }
    if (sets.isEmpty()) {
      sets.add(column(0) + " = " + value(0));
    }
    return "UPDATE IGNORE " + name + " SET " + String.join(", ", sets) + some(6);
  }

  private String some(int most) {
    return " ORDER BY RAND(" + random.nextInt(1000) + ") LIMIT " + (1 + random.nextInt(most));
  }

  private String value(int i) {
    if (nullable.get(i) && random.nextInt(6) == 0) {
      return "NULL";
    }
    Kind kind = kinds.get(i);
    return (key.contains(i) ? kind.keyValue() : kind.value()).apply(random);
  }
}
