package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentException;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.SharedEnvironment;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Hazard 23 for pairs of a source's and a target's type. A table at the source has the same type in
 * all columns, the target's has every type once: the sink stops and names the columns that could
 * bend a value. When those alone have been made what the source has, all values at the ends of the
 * range must arrive as they are; what the server did with a value that it was given is what counts.
 */
@ExtendWith(SharedEnvironment.class)
class TypePairsIT {
  private static final int EVERYDAY = 4;

  /** A column's type, and values at the ends of its range, as SQL. */
  private record Type(String definition, List<String> values) {
    static Type of(String definition, String... values) {
      return new Type(definition, List.of(values));
    }

    /** An expression that shows all of a value. */
    String printed() {
      String name = definition.toUpperCase(Locale.ROOT);
      if (name.matches("(VAR)?(CHAR|TEXT).*|.*TEXT.*|ENUM.*|SET.*")) {
        return "CONVERT(v USING utf8mb4)";
      }
      if (name.matches(".*(BINARY|BLOB).*")) {
        return "HEX(v)";
      }
      return name.matches("BIT.*|YEAR") ? "v + 0" : name.matches("FLOAT|DOUBLE") ? "v + 0E0" : "v";
    }
  }

  private static final List<Type> TYPES =
      List.of(
          Type.of("TINYINT", "-128", "127", "0"),
          Type.of("TINYINT UNSIGNED", "0", "255"),
          Type.of("SMALLINT", "-32768", "32767"),
          Type.of("SMALLINT UNSIGNED", "65535"),
          Type.of("MEDIUMINT", "-8388608", "8388607"),
          Type.of("MEDIUMINT UNSIGNED", "16777215"),
          Type.of("INT", "-2147483648", "2147483647"),
          Type.of("INT UNSIGNED", "4294967295"),
          Type.of("BIGINT", "-9223372036854775808", "9223372036854775807"),
          Type.of("BIGINT UNSIGNED", "18446744073709551615", "0"),
          Type.of("BIT(1)", "b'1'", "b'0'"),
          Type.of("BIT(12)", "b'111111111111'"),
          Type.of("BIT(64)", "18446744073709551615"),
          Type.of("YEAR", "1901", "2155", "0000"),
          Type.of("DECIMAL(3,0)", "999", "-999"),
          Type.of("DECIMAL(5,2)", "999.99", "-0.01"),
          Type.of("DECIMAL(20,0)", "99999999999999999999"),
          Type.of("DECIMAL(20,6)", "99999999999999.999999"),
          Type.of("DECIMAL(65,30)", "99999999999999999999999999999999999." + "9".repeat(30)),
          Type.of("FLOAT", "0.1", "3.4028234e38", "-1.17549435e-38", "16777217"),
          Type.of("DOUBLE", "0.1", "1.7976931348623157e308", "2.2250738585072014e-308", "-0e0"),
          Type.of("DATE", "'1000-01-01'", "'9999-12-31'", "'0000-00-00'"),
          Type.of("TIME", "'-838:59:59'", "'838:59:59'"),
          Type.of("TIME(6)", "'-00:00:00.000001'", "'837:59:59.999999'"),
          Type.of("DATETIME", "'1000-01-01 00:00:00'", "'9999-12-31 23:59:59'"),
          Type.of("DATETIME(6)", "'9999-12-31 23:59:59.999999'", "'1970-01-01 00:00:00.5'"),
          Type.of("TIMESTAMP", "'1970-01-01 00:00:01'", "'2038-01-19 03:14:07'"),
          Type.of("TIMESTAMP(3)", "'2038-01-19 03:14:07.499'"),
          Type.of("CHAR(5)", "'abcde'", "''", "'12345'"),
          Type.of("VARCHAR(5)", "'ab   '", "'12345'", "'äöüßé'"),
          Type.of("VARCHAR(5) CHARACTER SET latin1", "'äöüßé'"),
          Type.of("VARCHAR(100)", "REPEAT('ä', 100)", "'9999-12-31'"),
          Type.of("VARCHAR(300)", "REPEAT('😀', 300)"),
          Type.of("TINYTEXT", "REPEAT('x', 255)", "'5'"),
          Type.of("TEXT", "REPEAT('x', 65535)"),
          Type.of("MEDIUMTEXT", "REPEAT('ä', 40000)"),
          Type.of("BINARY(4)", "X'61000000'", "X'FFFFFFFF'"),
          Type.of("BINARY(8)", "X'6100000000000000'"),
          Type.of("VARBINARY(4)", "X'6100'", "X'FFFFFFFF'"),
          Type.of("VARBINARY(100)", "REPEAT(X'80', 100)"),
          Type.of("TINYBLOB", "REPEAT(X'00', 255)"),
          Type.of("BLOB", "REPEAT(X'FF', 65535)"),
          Type.of("ENUM('a','b','cc')", "'a'", "'cc'"),
          Type.of("ENUM('cc','b','a','d')", "'a'", "'d'"),
          Type.of("SET('a','b','cc')", "'a,cc'", "''"),
          Type.of("SET('cc','a','b','d')", "'cc,a,b,d'"),
          Type.of("JSON", "'{\"a\": 1.0}'"));

  /** Values that a strict session would refuse, such as a zero date, are values too. */
  private static final String LENIENT = "SET SESSION sql_mode = '', time_zone = '+00:00'";

  private final Environment environment;

  TypePairsIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void hazard23_someTypesIntoEveryType() throws Exception {
    long seed = Long.getLong("tributary.types.seed", System.nanoTime() % 1_000_000);
    List<Type> sources = new ArrayList<>(TYPES);
    Collections.shuffle(sources, new Random(seed));
    judge("pairs", sources.subList(0, EVERYDAY), "seed " + seed);
  }

  @Test
  @FullSize
  void hazard23_everyTypeIntoEveryType() throws Exception {
    judge("allpairs", TYPES, "all types");
  }

  private void judge(String name, List<Type> sources, String which) throws Exception {
    try (ReplicatedSchema schema = new ReplicatedSchema(environment, name, 1, Map.of())) {
      List<String> held = new ArrayList<>();
      List<String> bent = new ArrayList<>();
      for (int i = 0; i < sources.size(); i++) {
        create(schema, "t" + i, sources.get(i));
      }
      schema.start();
      for (int i = 0; i < sources.size(); i++) {
        judge(schema, "t" + i, sources.get(i), held, bent);
      }
      System.out.printf(
          "types: %s: %d pairs, of which %d hold each other's values%n",
          which, sources.size() * TYPES.size(), held.size());
      System.out.println(held);
      assertEquals(List.of(), bent, which);
    }
  }

  private static void create(ReplicatedSchema schema, String table, Type source)
      throws SQLException {
    StringBuilder atSource = new StringBuilder("CREATE TABLE " + table + " (id INT PRIMARY KEY");
    StringBuilder atTarget = new StringBuilder(atSource);
    for (int c = 0; c < TYPES.size(); c++) {
      atSource.append(", c%d %s NULL".formatted(c, source.definition()));
      atTarget.append(", c%d %s NULL".formatted(c, TYPES.get(c).definition()));
    }
    schema.source(LENIENT, atSource + ") CHARACTER SET utf8mb4");
    schema.target(LENIENT, atTarget + ") CHARACTER SET utf8mb4");
  }

  private void judge(
      ReplicatedSchema schema, String table, Type source, List<String> held, List<String> bent)
      throws SQLException {
    insert(schema, table, source);
    Set<Integer> refused = refused(schema.sinkFailure(), schema.name() + "." + table);
    assertFalse(refused.contains(TYPES.indexOf(source)), "the same type: " + source);
    StringBuilder wider = new StringBuilder("ALTER TABLE " + table);
    for (int c : refused) {
      wider.append(" MODIFY c%d %s NULL,".formatted(c, source.definition()));
    }
    schema.target(LENIENT, wider.substring(0, wider.length() - 1));
    schema.pipeline().restartSink();
    awaitValues(schema, table, source, refused);
    for (int c = 0; c < TYPES.size(); c++) {
      Type target = refused.contains(c) ? source : TYPES.get(c);
      List<String> expected = schema.sourceColumn(values(source, table, c));
      List<String> found = schema.targetColumn(values(target, table, c));
      String pair = source.definition() + " to " + target.definition();
      if (!equal(expected, found)) {
        bent.add(pair + ": " + expected + " arrived as " + found);
      } else if (!refused.contains(c)) {
        held.add(pair);
      }
    }
  }

  /**
   * A negative value for an unsigned column is refused when it comes, one column after the other.
   */
  private static void awaitValues(
      ReplicatedSchema schema, String table, Type source, Set<Integer> refused)
      throws SQLException {
    while (true) {
      try {
        schema.pipeline().awaitCaughtUp();
        return;
      } catch (EnvironmentException e) {
        Matcher negative =
            Pattern.compile("the target column c(\\d+) \\([^;]*\\) is unsigned and cannot hold -")
                .matcher(e.getMessage());
        if (!negative.find()) {
          throw e;
        }
        int c = Integer.parseInt(negative.group(1));
        assertTrue(refused.add(c), e.getMessage());
        schema.target(
            LENIENT, "ALTER TABLE %s MODIFY c%d %s".formatted(table, c, source.definition()));
        schema.pipeline().restartSink();
      }
    }
  }

  private static void insert(ReplicatedSchema schema, String table, Type source)
      throws SQLException {
    StringBuilder sql = new StringBuilder("INSERT INTO " + table + " (id) VALUES (0)");
    List<String> values = source.values();
    List<String> rows = new ArrayList<>(List.of(sql.toString()));
    rows.add(0, LENIENT);
    for (int i = 0; i < values.size(); i++) {
      rows.add(
          "INSERT INTO %s VALUES (%d%s)"
              .formatted(table, i + 1, (", " + values.get(i)).repeat(TYPES.size())));
    }
    schema.source(rows.toArray(String[]::new));
  }

  /** Numbers of the columns that the sink's message names. */
  private static Set<Integer> refused(String message, String table) {
    assertTrue(message.contains(table), message);
    Set<Integer> columns = new TreeSet<>();
    Matcher named =
        Pattern.compile("the target column c(\\d+) \\([^;]*\\) cannot hold every value")
            .matcher(message);
    while (named.find()) {
      columns.add(Integer.valueOf(named.group(1)));
    }
    assertFalse(columns.isEmpty(), message);
    return columns;
  }

  private static String values(Type type, String table, int column) {
    return "SELECT "
        + type.printed().replaceAll("\\bv\\b", "c" + column)
        + " FROM "
        + table
        + " ORDER BY id";
  }

  private static boolean equal(List<String> expected, List<String> found) {
    if (expected.size() != found.size()) {
      return false;
    }
    for (int i = 0; i < expected.size(); i++) {
      String one = expected.get(i);
      String other = found.get(i);
      if (one == null || other == null ? one != other : !normal(one).equals(normal(other))) {
        return false;
      }
    }
    return true;
  }

  /** Numbers by value; fractions of seconds without zeros at their end, dates with a time. */
  private static String normal(String value) {
    if (value.matches("-?\\d+(\\.\\d+)?([eE][+-]?\\d+)?")) {
      BigDecimal number = new BigDecimal(value).stripTrailingZeros();
      return number.signum() == 0 ? "0" : number.toPlainString();
    }
    if (value.matches("-?\\d+(:\\d\\d){2}\\.\\d+|\\d{4}-\\d\\d-\\d\\d \\d\\d(:\\d\\d){2}\\.\\d+")) {
      return value.replaceAll("\\.?0+$", "");
    }
    if (value.matches("[a-z]+(,[a-z]+)+")) {
      // A set's members are printed in the order of its definition.
      String[] members = value.split(",");
      Arrays.sort(members);
      return String.join(",", members);
    }
    return value.matches("\\d{4}-\\d\\d-\\d\\d") ? value + " 00:00:00" : value;
  }
}
