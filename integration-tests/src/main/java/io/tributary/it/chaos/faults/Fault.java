package io.tributary.it.chaos.faults;

import io.tributary.it.chaos.workload.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;

/** A kind of fault. */
public sealed interface Fault
    permits WorkerFault, ConnectorFault, UpstreamFault, TargetFault, NetworkFault, TopicFault {

  /** The enum's own name. */
  String name();

  /** What it needs for itself. */
  Set<Part> needs();

  /** Whether it can be made here. */
  default boolean possible(Scene scene) {
    return true;
  }

  /** Makes it, waits, and undoes it; bounded. */
  void make(Scene scene, Chance chance) throws Exception;

  /** As {@code --faults} names it: {@code kill-sinks}. */
  default String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All kinds. */
  static List<Fault> all() {
    List<Fault> all = new ArrayList<>();
    all.addAll(List.of(WorkerFault.values()));
    all.addAll(List.of(ConnectorFault.values()));
    all.addAll(List.of(UpstreamFault.values()));
    all.addAll(List.of(TargetFault.values()));
    all.addAll(List.of(NetworkFault.values()));
    all.addAll(List.of(TopicFault.values()));
    return all;
  }

  /**
   * What is drawn for one fault.
   *
   * @param random its own
   * @param upstream the source that it is about, if it is about one
   */
  record Chance(Random random, Upstream upstream) {
    /** Sleeps for a random time. */
    void pause(int leastMs, int mostMs) throws InterruptedException {
      Thread.sleep(leastMs + random.nextInt(mostMs - leastMs + 1));
    }
  }
}
