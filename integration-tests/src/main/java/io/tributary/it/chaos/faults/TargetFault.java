package io.tributary.it.chaos.faults;

import io.tributary.it.chaos.workload.ShardTables;
import io.tributary.it.environment.MySqlServer;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.Set;

/** The target server. */
enum TargetFault implements Fault {
  KILL_TARGET,
  RESTART_TARGET,
  /** Somebody holds rows that the sink wants to write. */
  HOLD_ROWS;

  @Override
  public Set<Part> needs() {
    return EnumSet.of(Part.TARGET);
  }

  /** Only what the harness started itself may be killed. */
  @Override
  public boolean possible(Scene scene) {
    return this == HOLD_ROWS || scene.environment().target().canBeKilled();
  }

  @Override
  public void make(Scene scene, Chance chance) throws InterruptedException, SQLException {
    switch (this) {
      case KILL_TARGET -> {
        MySqlServer server = scene.environment().target().server().orElseThrow();
        server.kill();
        chance.pause(0, 4_000);
        server.start();
      }
      case RESTART_TARGET -> {
        MySqlServer server = scene.environment().target().server().orElseThrow();
        server.stop();
        chance.pause(0, 2_000);
        server.start();
      }
      case HOLD_ROWS -> {
        try (Connection connection = scene.environment().target().connect();
            Statement statement = connection.createStatement()) {
          connection.setAutoCommit(false);
          statement.execute("SET SESSION innodb_lock_wait_timeout = 3");
          statement.execute(
              "SELECT pid FROM %s.orders ORDER BY pid LIMIT %d FOR UPDATE"
                  .formatted(ShardTables.SCHEMA, 1 + chance.random().nextInt(20)));
          chance.pause(2_000, 8_000);
          connection.rollback();
        }
      }
    }
  }
}
