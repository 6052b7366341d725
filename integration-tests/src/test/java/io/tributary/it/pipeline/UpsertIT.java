package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.SharedEnvironment;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** {@code write.mode=upsert}: what the target's own columns hold outlives updates of the source. */
@ExtendWith(SharedEnvironment.class)
class UpsertIT {
  private static final String COLUMNS =
      "id INT PRIMARY KEY, n INT, price DECIMAL(20,5), f FLOAT, d DOUBLE, at DATETIME(6),"
          + " word VARCHAR(40), bytes VARBINARY(20), bits BIT(20), kind ENUM('a', 'b'), doc JSON,"
          + " changed TIMESTAMP(6) NULL ON UPDATE CURRENT_TIMESTAMP(6)";
  private static final String COMPARED =
      "id, n, price, f, d, at, word, HEX(bytes), bits + 0, kind, kind + 0, doc, changed";

  private final Environment environment;

  UpsertIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  void columnsOfTheTargetSurviveAndTheOthersArriveAsTheyAre() throws SQLException {
    try (ReplicatedSchema schema = upserted("upsert")) {
      schema.source("CREATE TABLE item (" + COLUMNS + ")");
      schema.target("CREATE TABLE item (note VARCHAR(20) DEFAULT 'none', " + COLUMNS + ")");
      schema.start();
      schema.source(
          "INSERT INTO item VALUES (1, 1, 1.5, 0.1, 0.1, '2024-02-29 10:00:00.5', 'é ''x\\\\', X'00FF',"
              + " 5, 'b', '{\"a\": 1.0}', NULL), (2, NULL, NULL, 3.4028234663852886e38, -0.0, NULL, '', '', 0,"
              + " 'a', '[]', '2020-01-01'), (3, 3, 3, 3, 3, NULL, 'x', '3', 3, 'a', '3', NULL),"
              + " (4, 4, 4, 4, 4, NULL, 'x', '4', 4, 'a', '4', NULL)");
      schema.pipeline().awaitCaughtUp();
      schema.target("UPDATE item SET note = CONCAT('note ', id), changed = changed");

      schema.source(
          "UPDATE item SET n = n + 1, f = 1e-40, doc = '{\"b\": [1, 2.5]}', kind = 'a' WHERE id = 1",
          "SET SESSION sql_mode = ''",
          "UPDATE item SET kind = 'no label', price = -99.99999, bits = 1048575 WHERE id = 2",
          "BEGIN",
          "DELETE FROM item WHERE id = 3",
          "INSERT INTO item (id, n) VALUES (3, 33)",
          "COMMIT",
          "UPDATE item SET id = 5 WHERE id = 4");
      schema.pipeline().awaitCaughtUp();
      schema.assertSame("item", COMPARED, 1);
      assertEquals(
          List.of("1 note 1", "2 note 2", "3 none", "5 none"),
          schema.targetColumn("SELECT CONCAT(id, ' ', note) FROM item ORDER BY id"));
    }
  }

  @Test
  void hazard3_aSecondUniqueKeyStopsWithBothNamed() throws SQLException {
    try (ReplicatedSchema schema = upserted("upsert2")) {
      schema.source("CREATE TABLE item (id INT PRIMARY KEY, n INT)");
      schema.target("CREATE TABLE item (id INT PRIMARY KEY, n INT, UNIQUE KEY by_n (n))");
      schema.start();
      schema.source("INSERT INTO item VALUES (1, 1)");
      String trace = schema.sinkFailure();
      assertTrue(
          trace.contains(
              "with write.mode=upsert the target table must have one unique key only, this one has"
                  + " [PRIMARY, by_n]"),
          trace);
      assertTrue(trace.contains("sink connector upsert2-sink: upsert2-0@"), trace);
    }
  }

  private ReplicatedSchema upserted(String name) throws SQLException {
    return new ReplicatedSchema(
        environment,
        environment.mysql("upstream-1"),
        name,
        1,
        new ReplicatedSchema.Options(Map.of(), Map.of("write.mode", "upsert")));
  }
}
