package io.tributary.it.chaos.faults;

import io.tributary.it.chaos.workload.Upstream;
import io.tributary.it.environment.MySqlServer;
import io.tributary.it.pipeline.Replica;
import io.tributary.it.pipeline.RivalReplica;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** The servers of the sources. */
enum UpstreamFault implements Fault {
  KILL_SERVER(Part.UPSTREAM),
  RESTART_SERVER(Part.UPSTREAM),
  /** The application and its source go to the replica; the other way the next time. */
  FAIL_OVER(Part.UPSTREAM, Part.SOURCES, Part.POSITIONS),
  /** Another replica registers with the source's server id, and the two throw each other out. */
  RIVAL(Part.UPSTREAM, Part.POSITIONS),
  FLUSH_LOGS(Part.UPSTREAM),
  /** Sessions have a clock that is an hour late. */
  CLOCK_BACK(Part.UPSTREAM);

  private static final Duration LATE = Duration.ofHours(1);

  private final Set<Part> needs;

  UpstreamFault(Part first, Part... more) {
    this.needs = EnumSet.of(first, more);
  }

  @Override
  public Set<Part> needs() {
    return needs;
  }

  @Override
  public boolean possible(Scene scene) {
    return this != FAIL_OVER || scene.upstreams().stream().anyMatch(Upstream::hasReplica);
  }

  @Override
  public void make(Scene scene, Chance chance)
      throws InterruptedException, IOException, SQLException {
    MySqlServer server = chance.upstream().server();
    switch (this) {
      case KILL_SERVER -> {
        server.kill();
        chance.pause(0, 3_000);
        server.start();
      }
      case RESTART_SERVER -> {
        server.stop();
        chance.pause(0, 1_000);
        server.start();
      }
      case FAIL_OVER -> failOver(scene);
      case RIVAL -> {
        try (RivalReplica rival =
            RivalReplica.start(
                scene.environment(),
                server,
                scene.pipeline().serverIdOf(chance.upstream().number()))) {
          chance.pause(1_000, 5_000);
        }
      }
      case FLUSH_LOGS -> {
        try (Connection connection = server.connect();
            Statement statement = connection.createStatement()) {
          for (int i = 1 + chance.random().nextInt(3); i > 0; i--) {
            statement.execute("FLUSH BINARY LOGS");
            chance.pause(0, 500);
          }
        }
      }
      case CLOCK_BACK -> {
        scene.traffic().setClockBack(chance.upstream().number(), LATE);
        chance.pause(3_000, 10_000);
        scene.traffic().setClockBack(chance.upstream().number(), Duration.ZERO);
      }
    }
  }

  /** The source has not read all by then, as a rule. */
  private static void failOver(Scene scene) throws InterruptedException, IOException, SQLException {
    Upstream upstream = scene.upstreams().stream().filter(Upstream::hasReplica).findFirst().get();
    scene.traffic().hold();
    try {
      Replica.of(upstream.server(), upstream.other()).awaitCaughtUp();
      upstream.swap();
      scene.traffic().serversChanged();
    } finally {
      scene.traffic().release();
    }
    scene.pipeline().moveSource(upstream.number(), scene.proxied(upstream.server()));
  }
}
