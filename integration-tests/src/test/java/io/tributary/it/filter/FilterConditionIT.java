package io.tributary.it.filter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.source.filter.BoundCondition;
import io.tributary.source.filter.Condition;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The source's evaluation of {@code row.filter} conditions against a server's WHERE: random rows,
 * random conditions, the same rows found. {@code -Dtributary.filter.seed} repeats.
 */
@ExtendWith(SharedEnvironment.class)
class FilterConditionIT {
  private static final int ROWS = 250;
  private static final int CONDITIONS = 600;

  private final MySqlServer server;

  FilterConditionIT(Environment environment) {
    this.server = environment.mysql("upstream-1");
  }

  @Test
  void findsTheRowsThatWhereFinds() throws Exception {
    long seed = Long.getLong("tributary.filter.seed", System.nanoTime() % 1_000_000);
    System.out.println("filter conditions: seed " + seed);
    Random random = new Random(seed);
    List<FilteredRow> rows = new ArrayList<>();
    for (int id = 0; id < ROWS; id++) {
      rows.add(FilteredRow.random(id, random));
    }
    int mixed = 0;
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      // As docs/source.md defines comparisons; strict mode would refuse the ENUM error value.
      statement.execute(
          "SET sql_mode = 'NO_BACKSLASH_ESCAPES,ALLOW_INVALID_DATES', time_zone = '+00:00'");
      statement.execute("CREATE DATABASE conditions");
      try {
        statement.execute("CREATE TABLE conditions.t (" + FilterColumn.definitions() + ")");
        for (FilteredRow row : rows) {
          statement.execute("INSERT INTO conditions.t VALUES (" + row.literals() + ")");
        }
        RandomCondition conditions = new RandomCondition(random);
        for (int i = 0; i < CONDITIONS; i++) {
          String condition = conditions.next();
          List<Long> expected = ids(statement, condition);
          assertEquals(expected, ids(rows, condition), () -> "seed " + seed + ": " + condition);
          mixed += expected.isEmpty() || expected.size() == ROWS ? 0 : 1;
        }
      } finally {
        statement.execute("DROP DATABASE conditions");
      }
    }
    assertTrue(mixed > CONDITIONS / 3, "of seed " + seed + " tell rows apart: " + mixed);
  }

  private static List<Long> ids(Statement statement, String condition) throws SQLException {
    List<Long> ids = new ArrayList<>();
    String sql = "SELECT id FROM conditions.t WHERE " + condition + " ORDER BY id";
    try (ResultSet found = statement.executeQuery(sql)) {
      while (found.next()) {
        ids.add(found.getLong(1));
      }
    } catch (SQLException e) {
      throw new SQLException(sql, e);
    }
    return ids;
  }

  private static List<Long> ids(List<FilteredRow> rows, String text) throws Exception {
    BoundCondition condition = Condition.parse(text).bind(FilterColumn.columns());
    return rows.stream().filter(row -> condition.holds(row.row())).map(FilteredRow::id).toList();
  }
}
