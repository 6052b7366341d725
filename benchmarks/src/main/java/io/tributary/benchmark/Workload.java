package io.tributary.benchmark;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.StringJoiner;

/**
 * Transactions of a mix, the same ones for the same seed: inserts at the upper end of the keys,
 * deletes at the lower, updates anywhere between. Used by one thread.
 */
final class Workload {
  private static final long SEED = 8;

  /** Column 3 and what follows it, in turn. */
  private static final List<String> TYPES =
      List.of("DECIMAL(12,2)", "VARCHAR(60)", "INT", "DATETIME(6)", "VARCHAR(20)", "BIGINT");

  private final Mix mix;
  private final Random random = new Random(SEED);
  private final int[] versions;
  private int first = 1;
  private int next = 1;
  private int rows;

  /**
   * @param transactions how many will be asked for at most
   */
  Workload(Mix mix, int transactions) {
    this.mix = mix;
    this.versions = new int[(transactions + 1) * mix.rows() + 2];
  }

  Mix mix() {
    return mix;
  }

  /** Row changes of all transactions so far. */
  int rows() {
    return rows;
  }

  /** The row changes of the next transaction, each of another key. */
  List<Operation> transaction() {
    List<Operation> operations = new ArrayList<>(mix.rows());
    Set<Integer> used = new HashSet<>();
    int live = next - first;
    int updates = Math.min(mix.updates(), live / 4);
    int deletes = Math.min(mix.deletes(), live / 4);
    while (used.size() < updates) {
      int id = first + deletes + random.nextInt(live - deletes);
      if (used.add(id)) {
        operations.add(new Operation(id, ++versions[id]));
      }
    }
    for (int i = 0; i < deletes; i++) {
      operations.add(new Operation(first++, Operation.DELETED));
    }
    while (operations.size() < mix.rows()) {
      operations.add(new Operation(next++, 0));
    }
    rows += operations.size();
    return operations;
  }

  /** CREATE TABLE of the workload's table. */
  String ddl(String schema) {
    StringJoiner columns = new StringJoiner(", ", "(", ", PRIMARY KEY (id))");
    columns.add("id BIGINT NOT NULL").add("version INT NOT NULL");
    for (int i = 2; i < mix.columns(); i++) {
      columns.add("c" + i + " " + TYPES.get((i - 2) % TYPES.size()));
    }
    return "CREATE TABLE " + table(schema) + " " + columns;
  }

  String table(String schema) {
    return schema + "." + mix.name();
  }

  /** The values of a row, as SQL, between parentheses. */
  void values(Operation row, StringBuilder sql) {
    long number = row.id() * 31L + row.version() * 7L;
    sql.append('(').append(row.id()).append(", ").append(row.version());
    for (int i = 2; i < mix.columns(); i++) {
      sql.append(", ");
      switch ((i - 2) % TYPES.size()) {
        case 0 -> sql.append(number % 1_000_000).append(".5").append(i % 10);
        case 1 -> sql.append("'the order ").append(number).append(" of somebody, somewhere'");
        case 2 -> sql.append((int) (number * 17 % 1_000_000_007));
        case 3 ->
            sql.append("'2026-11-")
                .append(10 + number % 20)
                .append(" 12:")
                .append(10 + number % 50)
                .append(":11.")
                .append(100_000 + number % 899_999)
                .append('\'');
        case 4 -> sql.append("'state ").append(number % 9).append('\'');
        default -> sql.append(number * 1_000_003L);
      }
    }
    sql.append(')');
  }
}
