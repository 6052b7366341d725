package io.tributary.it.chaos;

import io.tributary.it.chaos.faults.Fault;
import java.time.Duration;
import java.util.List;

/**
 * What a chaos run is made of.
 *
 * @param seed of traffic and faults
 * @param duration of the traffic with faults; quiet points and the end come on top
 * @param faults kinds that may be made; empty: none
 * @param servers sources, 1 to 30
 * @param tables shard tables of orders on each, 2 to 100
 * @param partitions of the topic
 * @param tasks of the sink at the beginning
 * @param transactionsPerSecond of the whole fleet, at most
 * @param heldBack how long the last source is stopped at the beginning; zero: it is not
 * @param quietEvery time between two quiet points
 */
public record ChaosOptions(
    long seed,
    Duration duration,
    List<Fault> faults,
    int servers,
    int tables,
    int partitions,
    int tasks,
    int transactionsPerSecond,
    Duration heldBack,
    Duration quietEvery) {
  public ChaosOptions {
    faults = List.copyOf(faults);
    if (servers < 1 || servers > 30 || tables < 2 || tables > 100) {
      throw new IllegalArgumentException(
          "1 to 30 servers and 2 to 100 tables, not " + servers + " and " + tables);
    }
  }

  /** Three servers with four shard tables each, all faults. */
  public static ChaosOptions of(long seed, Duration duration) {
    return new ChaosOptions(
        seed, duration, Fault.all(), 3, 4, 3, 2, 60, Duration.ZERO, Duration.ofSeconds(60));
  }

  public ChaosOptions withFaults(List<Fault> kinds) {
    return new ChaosOptions(
        seed,
        duration,
        kinds,
        servers,
        tables,
        partitions,
        tasks,
        transactionsPerSecond,
        heldBack,
        quietEvery);
  }

  public ChaosOptions withRate(int transactions) {
    return new ChaosOptions(
        seed,
        duration,
        faults,
        servers,
        tables,
        partitions,
        tasks,
        transactions,
        heldBack,
        quietEvery);
  }

  /** Many servers and tables as in the incident: four partitions, four tasks, one source late. */
  public ChaosOptions withFleet(int manyServers, int manyTables) {
    return new ChaosOptions(
        seed,
        duration,
        faults,
        manyServers,
        manyTables,
        4,
        4,
        transactionsPerSecond,
        duration.dividedBy(2),
        duration);
  }
}
