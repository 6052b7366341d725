package io.tributary.sink.tidb;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * A target that keeps its tables in memory and understands the statements that the sink writes for
 * tables of integers and strings: REPLACE with all its evictions, DELETE and SELECT by key,
 * rollback. Under a {@code _ci} collation letters are equal without case, and that is all.
 * Statements are logged. Those for tables without a key, and UPDATE IGNORE, are only logged.
 */
public final class InMemoryTarget implements TargetTransaction, CommittedTransactions {
  /** A table: its column definitions, its unique keys by name, its rows. */
  private record Table(
      Map<String, String> columns,
      Map<String, List<String>> uniqueKeys,
      List<Map<String, String>> rows) {
    /** What the collation of a column sees of a row. */
    String seen(String column, Map<String, String> row) {
      return seen(column, row.get(column));
    }

    String seen(String column, String value) {
      boolean fold = value != null && columns.getOrDefault(column, "").contains("_ci");
      return fold ? value.toLowerCase(Locale.ROOT) : value;
    }

    Table copy() {
      return new Table(columns, uniqueKeys, new ArrayList<>(rows));
    }
  }

  private final TargetServer server;
  private final List<String> log = new ArrayList<>();
  private final List<String> statements = new ArrayList<>();
  private long limitedMatches = 1;
  private String refused;
  private Map<String, Table> tables = new HashMap<>();
  private Map<String, Table> saved = new HashMap<>();

  public InMemoryTarget(TargetServer.Kind kind) {
    this.server = new TargetServer(kind, "test");
    table("tributary.target_table", "number int", "target_schema x", "target_table x");
    unique("tributary.target_table", "target", "target_schema", "target_table");
    table("tributary.shard", "target_table int", "number int", "source x", "source_schema x");
    tables.get("tributary.shard").columns.put("source_table", "x");
    unique("tributary.shard", "PRIMARY", "target_table", "number");
    table("tributary.merged_table", "target_table int", "road x");
    unique("tributary.merged_table", "PRIMARY", "target_table");
    table("tributary.ledger", "target_table int", "row_key x", "shard int", "hidden int");
    tables.get("tributary.ledger").columns.put("image", "x");
    unique("tributary.ledger", "PRIMARY", "target_table", "row_key", "shard");
  }

  /** Makes a table of columns given as {@code name definition}. */
  public InMemoryTarget table(String name, String... columns) {
    Map<String, String> definitions = new LinkedHashMap<>();
    for (String column : columns) {
      int space = column.indexOf(' ');
      definitions.put(column.substring(0, space), column.substring(space + 1));
    }
    tables.put(name, new Table(definitions, new LinkedHashMap<>(), new ArrayList<>()));
    return this;
  }

  /** Adds a unique key to a table. */
  public InMemoryTarget unique(String table, String key, String... columns) {
    tables.get(table).uniqueKeys.put(key, Arrays.asList(columns));
    return this;
  }

  /** The rows of a table as lists of values, in order. */
  public List<List<String>> rows(String table) {
    return tables.get(table).rows.stream()
        .map(row -> (List<String>) new ArrayList<>(row.values()))
        .sorted(java.util.Comparator.comparing(Object::toString))
        .toList();
  }

  /** From now on statements that contain a text fail as those whose data does not fit. */
  public void refuse(String text) {
    refused = text;
  }

  /** Writes a row that is not the sink's. */
  public void row(String sql) {
    Statement statement = new Statement(sql);
    statement.expect("REPLACE INTO ");
    write(statement, false);
  }

  /** How many rows an UPDATE or DELETE with LIMIT matches from now on. */
  public void limitedMatches(long rows) {
    limitedMatches = rows;
  }

  /** The statements that changed something, oldest first; the log is emptied. */
  public List<String> takeLog() {
    List<String> taken = List.copyOf(log);
    log.clear();
    return taken;
  }

  /**
   * All statements since the last call, reads too, but those of the catalog and the registry,
   * oldest first.
   */
  public List<String> takeStatements() {
    List<String> taken =
        statements.stream()
            .filter(
                sql ->
                    !sql.contains("information_schema")
                        && !sql.contains("@@")
                        && !sql.contains("FOR UPDATE")
                        && !sql.startsWith("INSERT"))
            .toList();
    statements.clear();
    return taken;
  }

  /** What is there now is what {@link #rollback} comes back to. */
  public void begin() {
    saved = copy(tables);
  }

  public void rollback() {
    tables = copy(saved);
  }

  private static Map<String, Table> copy(Map<String, Table> tables) {
    Map<String, Table> copy = new HashMap<>();
    tables.forEach((name, table) -> copy.put(name, table.copy()));
    return copy;
  }

  /** What the work writes stays after a rollback, as on a connection of its own. */
  @Override
  public <T> T run(Work<T> work) throws TargetException {
    T result = work.run(this);
    for (String name :
        List.of("tributary.target_table", "tributary.shard", "tributary.merged_table")) {
      saved.put(name, tables.get(name).copy());
    }
    return result;
  }

  @Override
  public TargetServer server() {
    return server;
  }

  @Override
  public long update(String sql) throws TargetException {
    log.add(sql);
    statements.add(sql);
    if (refused != null && sql.contains(refused)) {
      throw new TargetException(TargetException.Kind.DATA, 3819, "error 3819: refused", null);
    }
    if (sql.endsWith(" LIMIT 1") || sql.startsWith("UPDATE IGNORE")) {
      return limitedMatches;
    }
    Statement statement = new Statement(sql);
    if (statement.accept("REPLACE INTO ")
        || statement.accept("INSERT IGNORE INTO ")
        || statement.accept("INSERT INTO ")) {
      return write(statement, sql.contains(" ON DUPLICATE KEY UPDATE "));
    }
    statement.expect("DELETE FROM ");
    Table table = tables.get(statement.table());
    statement.expect(" WHERE ");
    List<Map<String, String>> gone = matching(table, statement);
    table.rows.removeAll(gone);
    return gone.size();
  }

  private long write(Statement statement, boolean upsert) {
    Table table = tables.get(statement.table());
    statement.expect(" ");
    List<String> names = statement.names();
    statement.expect(" VALUES ");
    long count = 0;
    do {
      List<String> values = statement.tuple();
      Map<String, String> row = new LinkedHashMap<>();
      table.columns.keySet().forEach(column -> row.put(column, null));
      for (int i = 0; i < names.size(); i++) {
        row.put(names.get(i), values.get(i));
      }
      row.computeIfAbsent("number", any -> null);
      if (row.containsKey("number") && row.get("number") == null) {
        row.put("number", Integer.toString(table.rows.size() + 1));
      }
      row.keySet().retainAll(table.columns.keySet());
      if (upsert) {
        table.rows.stream()
            .filter(old -> conflict(table, old, row))
            .forEach(old -> old.forEach((name, value) -> keep(row, names, name, value)));
      }
      table.rows.removeIf(old -> conflict(table, old, row));
      table.rows.add(row);
      count++;
    } while (statement.accept(", "));
    return count;
  }

  /** What is not written stays. */
  private static void keep(Map<String, String> row, List<String> names, String name, String value) {
    if (!names.contains(name)) {
      row.put(name, value);
    }
  }

  private static boolean conflict(Table table, Map<String, String> a, Map<String, String> b) {
    return table.uniqueKeys.values().stream()
        .anyMatch(
            key ->
                key.stream()
                    .allMatch(
                        column ->
                            a.get(column) != null
                                && table.seen(column, a).equals(table.seen(column, b))));
  }

  private static List<Map<String, String>> matching(Table table, Statement statement) {
    List<Map<String, String>> rows = new ArrayList<>(table.rows);
    do {
      if (statement.comes("\\(`\\w+` = .*")) {
        owned(rows, statement);
        continue;
      }
      List<String> columns = statement.names();
      List<List<String>> values = new ArrayList<>();
      if (statement.accept(" > 0")) {
        rows.removeIf(row -> Long.parseLong(row.get(columns.get(0))) <= 0);
        continue;
      } else if (statement.accept(" = ")) {
        values.add(List.of(statement.literal()));
      } else {
        statement.expect(" IN (");
        do {
          List<String> tuple = statement.tuple();
          List<String> seen = new ArrayList<>();
          for (int i = 0; i < tuple.size(); i++) {
            seen.add(table.seen(columns.get(i), tuple.get(i)));
          }
          values.add(seen);
        } while (statement.accept(", "));
        statement.expect(")");
      }
      rows.removeIf(
          row -> !values.contains(columns.stream().map(name -> table.seen(name, row)).toList()));
    } while (statement.accept(" AND "));
    return rows;
  }

  /** {@code (`c` = 1 OR `c` IS NULL)}. */
  private static void owned(List<Map<String, String>> rows, Statement statement) {
    statement.expect("(");
    String column = statement.name();
    statement.expect(" = ");
    String owner = statement.literal();
    statement.expect(" OR ");
    statement.name();
    statement.expect(" IS NULL)");
    rows.removeIf(row -> row.get(column) != null && !row.get(column).equals(owner));
  }

  @Override
  public <T> List<T> query(String sql, RowMapper<T> mapper) throws TargetException {
    statements.add(sql);
    List<T> mapped = new ArrayList<>();
    for (List<String> row : answer(sql)) {
      mapped.add(mapper.map(new Values(row)));
    }
    return mapped;
  }

  private List<List<String>> answer(String sql) {
    if (sql.equals("SELECT @@max_allowed_packet")) {
      return List.of(List.of("67108864"));
    }
    if (sql.contains("information_schema.tables")) {
      return List.of(List.of("target_table"), List.of("shard"), List.of("m"), List.of("ledger"));
    }
    if (sql.contains("information_schema.columns")) {
      return catalogColumns(named(sql));
    }
    if (sql.contains("information_schema.statistics")) {
      return catalogKeys(named(sql));
    }
    Statement statement = new Statement(sql);
    statement.expect("SELECT ");
    boolean distinct = statement.accept("DISTINCT ");
    List<String> columns = new ArrayList<>();
    do {
      columns.add(statement.name());
    } while (statement.accept(", "));
    statement.expect(" FROM ");
    Table table = tables.get(statement.table());
    statement.expect(" WHERE ");
    List<Map<String, String>> rows = matching(table, statement);
    Stream<List<String>> values = rows.stream().map(row -> columns.stream().map(row::get).toList());
    boolean limited = statement.accept(" LIMIT ");
    return (distinct ? values.distinct() : values)
        .limit(limited ? Long.parseLong(statement.literal()) : Long.MAX_VALUE)
        .toList();
  }

  private static String named(String sql) {
    Statement schema = new Statement(sql.substring(sql.indexOf("table_schema = ") + 15));
    Statement table = new Statement(sql.substring(sql.indexOf("table_name = ") + 13));
    return schema.literal() + "." + table.literal();
  }

  /**
   * A definition may be followed by a collation, by NULL and by an EXTRA text, each after a bar.
   */
  private List<List<String>> catalogColumns(String name) {
    List<List<String>> rows = new ArrayList<>();
    if (tables.containsKey(name)) {
      tables
          .get(name)
          .columns
          .forEach((column, definition) -> rows.add(column(column, definition)));
    }
    return rows;
  }

  private static List<String> column(String name, String definition) {
    String[] parts = definition.split("\\|", -1);
    boolean text = parts[0].matches("(var)?char.*|.*text|enum.*|set.*");
    String collation = !text ? null : parts.length > 1 ? parts[1] : "utf8mb4_bin";
    String charset = text ? collation.substring(0, collation.indexOf('_')) : null;
    String nullable = parts.length > 2 && parts[2].equals("NULL") ? "YES" : "NO";
    String extra = parts.length > 3 ? parts[3] : "";
    return Arrays.asList(name, parts[0], charset, collation, nullable, extra);
  }

  /**
   * A column of a key may be written {@code name?} when nullable, {@code name(10)} for a prefix.
   */
  private List<List<String>> catalogKeys(String name) {
    List<List<String>> rows = new ArrayList<>();
    tables
        .get(name)
        .uniqueKeys
        .forEach(
            (key, columns) -> {
              for (String column : columns) {
                String plain = column.replaceAll("[?(].*", "");
                String part = column.contains("(") ? "10" : null;
                String nullable = column.endsWith("?") ? "YES" : "";
                rows.add(Arrays.asList(key, plain, part, nullable));
              }
            });
    return rows;
  }

  private record Values(List<String> values) implements ResultRow {
    @Override
    public String text(int column) {
      return values.get(column - 1);
    }

    @Override
    public long number(int column) {
      return Long.parseLong(Objects.requireNonNullElse(values.get(column - 1), "0"));
    }

    @Override
    public byte[] bytes(int column) {
      String value = values.get(column - 1);
      return value == null ? null : value.getBytes(StandardCharsets.UTF_8);
    }
  }
}
