package io.tributary.it.chaos.faults;

import io.tributary.it.environment.ConnectCluster;
import io.tributary.it.environment.Environment;
import java.util.EnumSet;
import java.util.Set;

/** Processes of Kafka and Connect. */
enum WorkerFault implements Fault {
  KILL_SOURCES(Part.SOURCES),
  KILL_SINKS(Part.SINKS),
  /** SIGSTOP for longer than its transactions' timeout, then SIGCONT. */
  FREEZE_SOURCES(Part.SOURCES),
  /** SIGSTOP for longer than {@code max.poll.interval.ms}, then SIGCONT. */
  FREEZE_SINKS(Part.SINKS),
  /** A second worker of the sinks comes, and leaves in order or not. */
  SECOND_SINK_WORKER(Part.SINKS),
  /** The second worker takes over while the first is frozen, and meets it again. */
  FREEZE_SINKS_BESIDE_SECOND(Part.SINKS),
  RESTART_BROKER(Part.BROKER, Part.SOURCES, Part.SINKS);

  /** Beyond {@code max.poll.interval.ms} and {@code session.timeout.ms} of the chaos' sinks. */
  private static final int FROZEN_MS = 13_000;

  private final Set<Part> needs;

  WorkerFault(Part first, Part... more) {
    this.needs = EnumSet.of(first, more);
  }

  @Override
  public Set<Part> needs() {
    return needs;
  }

  @Override
  public void make(Scene scene, Chance chance) throws InterruptedException {
    Environment environment = scene.environment();
    switch (this) {
      case KILL_SOURCES -> kill(environment.sources(), chance);
      case KILL_SINKS -> kill(environment.sinks(), chance);
      case FREEZE_SOURCES -> freeze(environment.sources(), chance);
      case FREEZE_SINKS -> freeze(environment.sinks(), chance);
      case SECOND_SINK_WORKER -> secondWorker(environment.moreSinks(), chance);
      case FREEZE_SINKS_BESIDE_SECOND -> {
        environment.moreSinks().start();
        try {
          chance.pause(500, 3_000);
          freeze(environment.sinks(), chance);
          chance.pause(500, 3_000);
        } finally {
          environment.moreSinks().stop();
        }
      }
      case RESTART_BROKER -> {
        if (chance.random().nextBoolean()) {
          environment.kafka().kill();
        } else {
          environment.kafka().stop();
        }
        chance.pause(0, 2_000);
        environment.kafka().start();
      }
    }
  }

  private static void kill(ConnectCluster worker, Chance chance) throws InterruptedException {
    worker.kill();
    chance.pause(0, 3_000);
    worker.start();
  }

  private static void freeze(ConnectCluster worker, Chance chance) throws InterruptedException {
    worker.freeze();
    try {
      chance.pause(FROZEN_MS, FROZEN_MS + 4_000);
    } finally {
      worker.thaw();
    }
  }

  private static void secondWorker(ConnectCluster worker, Chance chance)
      throws InterruptedException {
    worker.start();
    chance.pause(2_000, 8_000);
    if (chance.random().nextBoolean()) {
      worker.kill();
    } else {
      worker.stop();
    }
  }
}
