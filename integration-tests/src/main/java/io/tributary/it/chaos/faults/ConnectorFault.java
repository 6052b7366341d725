package io.tributary.it.chaos.faults;

import io.tributary.it.environment.ConnectRest;
import io.tributary.it.pipeline.BinlogPosition;
import io.tributary.it.pipeline.Pipeline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/** What an operator does by REST. */
enum ConnectorFault implements Fault {
  RESTART_SOURCE(Part.SOURCES),
  RESTART_SINK(Part.SINKS),
  PAUSE_SOURCE(Part.SOURCES),
  PAUSE_SINK(Part.SINKS),
  /** Another {@code tasks.max}; the target is asked when it is validated. */
  CHANGE_TASKS(Part.SINKS, Part.TARGET),
  /** One source is stopped for long, while the others go on. */
  STOP_SOURCE_LONG(Part.POSITIONS),
  /** A source reads again from its start, or from a recent position. */
  RESET_SOURCE(Part.SOURCES, Part.POSITIONS, Part.UPSTREAM);

  private static final int TASKS_AT_MOST = 4;

  private final Set<Part> needs;

  ConnectorFault(Part first, Part... more) {
    this.needs = EnumSet.of(first, more);
  }

  @Override
  public Set<Part> needs() {
    return needs;
  }

  @Override
  public void make(Scene scene, Chance chance) throws InterruptedException, SQLException {
    Pipeline pipeline = scene.pipeline();
    ConnectRest sources = scene.environment().sources().rest();
    ConnectRest sinks = scene.environment().sinks().rest();
    int number = chance.upstream().number();
    String source = pipeline.sourceName(number);
    switch (this) {
      case RESTART_SOURCE -> sources.restart(source);
      case RESTART_SINK -> sinks.restart(pipeline.sinkName());
      case PAUSE_SOURCE -> pause(sources, source, chance);
      case PAUSE_SINK -> pause(sinks, pipeline.sinkName(), chance);
      case CHANGE_TASKS -> pipeline.setSinkTasks(1 + chance.random().nextInt(TASKS_AT_MOST));
      case STOP_SOURCE_LONG -> stopLong(scene, sources, source, chance);
      case RESET_SOURCE -> {
        BinlogPosition start = scene.start(chance.upstream().server());
        BinlogPosition recent = scene.recent(chance.upstream().server());
        pipeline.resetSource(number, chance.random().nextInt(3) == 0 ? start : recent);
      }
    }
  }

  private static void pause(ConnectRest rest, String connector, Chance chance)
      throws InterruptedException {
    rest.pause(connector);
    try {
      chance.pause(500, 5_000);
    } finally {
      rest.resume(connector);
    }
  }

  private static void stopLong(Scene scene, ConnectRest sources, String source, Chance chance)
      throws InterruptedException {
    Set<Part> rest = EnumSet.of(Part.SOURCES);
    during(scene, rest, () -> sources.stop(source));
    Duration longest = scene.longest();
    try {
      chance.pause((int) longest.toMillis() / 3, (int) longest.toMillis());
    } finally {
      during(scene, rest, () -> sources.resume(source));
    }
  }

  private static void during(Scene scene, Set<Part> parts, Runnable action)
      throws InterruptedException {
    scene.parts().take(parts);
    try {
      action.run();
    } finally {
      scene.parts().giveBack(parts);
    }
  }
}
