package io.tributary.source.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.format.model.TableName;
import io.tributary.source.preflight.JdbcSourceServer.RowReader;
import io.tributary.source.schema.ColumnList;
import io.tributary.source.schema.ListedColumn;
import java.lang.reflect.Proxy;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which columns and which key a server's answers stand for. Answers as of MySQL 9.7.4. */
class ColumnQueryTest {
  private static final TableName TABLE = new TableName("k", "t");

  private final List<Map<String, String>> columns = new ArrayList<>();
  private final List<Map<String, String>> indexes = new ArrayList<>();
  private final List<String> asked = new ArrayList<>();

  private final ColumnQuery query =
      new ColumnQuery(
          new ColumnQuery.Queries() {
            @Override
            public <T> List<T> rows(String sql, RowReader<T> reader, String... parameters)
                throws SourceServerException {
              asked.add(sql + " " + Arrays.toString(parameters));
              List<T> read = new ArrayList<>();
              for (Map<String, String> row : sql.startsWith("SHOW INDEX") ? indexes : columns) {
                try {
                  read.add(reader.read(resultSet(row)));
                } catch (SQLException e) {
                  throw new AssertionError(e);
                }
              }
              return read;
            }
          });

  private static ResultSet resultSet(Map<String, String> row) {
    return (ResultSet)
        Proxy.newProxyInstance(
            ColumnQueryTest.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) -> {
              String value = row.get(String.valueOf(arguments[0]));
              return switch (method.getName()) {
                case "getString" -> value;
                case "getInt" -> Integer.parseInt(value);
                case "getLong" -> Long.parseLong(value);
                default -> throw new AssertionError(method);
              };
            });
  }

  private void column(TableName table, String name) {
    columns.add(Map.of("1", table.schema(), "2", table.table(), "3", name, "4", "int", "5", "0"));
  }

  /**
   * Parts as {@code index:column}, then {@code +} nullable, {@code *} not unique, {@code /n}
   * prefix.
   */
  private void indexes(String parts) {
    for (String part : parts.split(" ")) {
      String[] names = part.split("[:+*/]");
      Map<String, String> row = new java.util.HashMap<>();
      row.put("Key_name", names[0]);
      row.put("Column_name", names[1].equals("expression") ? null : names[1]);
      row.put("Non_unique", part.contains("*") ? "1" : "0");
      row.put("Null", part.contains("+") ? "YES" : "");
      row.put("Sub_part", part.contains("/") ? names[2] : null);
      indexes.add(row);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "PRIMARY:b PRIMARY:a, 'b,a'",
    "PRIMARY:a/3 u:b, 'a'",
    "u:b u:a w:a z:c+, 'b,a'",
    "y:expression w:a, 'a'",
    "u:a/3 w:b, 'b'",
    "z:c+ z:a, ''",
    "i:a*, ''"
  })
  void keyIsTheOneThatFullMetadataNames(String parts, String key) throws SourceServerException {
    List.of("a", "b", "c").forEach(name -> column(TABLE, name));
    indexes(parts);
    List<String> expected = List.of(key.split(","));
    assertEquals(
        List.of("a", "b", "c").stream()
            .map(name -> new ListedColumn(name, "int", 0, null, expected.indexOf(name) + 1))
            .toList(),
        query.list(TABLE).orElseThrow().columns());
  }

  @Test
  void namesAreParametersAndQuoted() throws SourceServerException {
    TableName odd = new TableName("a'b", "c`d");
    column(odd, "a");
    query.list(odd);
    assertEquals("[a'b, c`d]", asked.get(0).substring(asked.get(0).length() - 10));
    assertEquals("SHOW INDEX FROM `a'b`.`c``d` []", asked.get(1));
  }

  /** Before 8.0 the dictionary compares names without regard to case. */
  @Test
  void exactNameGoesBeforeOneThatDiffersInCase() throws SourceServerException {
    column(new TableName("k", "T"), "x");
    assertEquals("T", query.list(TABLE).map(ColumnList::table).orElseThrow().table());
    column(TABLE, "a");
    assertEquals("t", query.list(TABLE).map(ColumnList::table).orElseThrow().table());
    column(new TableName("k", "T"), "y");
    assertEquals(Optional.empty(), query.list(new TableName("k", "tT")).map(ColumnList::table));
  }
}
