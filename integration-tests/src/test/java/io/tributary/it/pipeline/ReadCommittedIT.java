package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.SharedEnvironment;
import io.tributary.it.environment.TopicReader;
import io.tributary.it.environment.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A {@code read_committed} consumer reads a topic of four partitions, live, while the source's
 * worker is killed again and again under load. A worker that is down commits nothing: what the
 * reader has seen must become whole then, or it would never be.
 */
@ExtendWith(SharedEnvironment.class)
class ReadCommittedIT {
  private static final int KILLS = Integer.getInteger("tributary.read.kills", 20);
  private static final int PARTITIONS = 4;

  /** So many rows that each transaction touches all partitions, but for one in 10^7. */
  private static final int ROWS = 64;

  private static final int LARGE_ROWS = 3_000;
  private static final int WRITERS = 2;

  /** Transactions that the writers may be ahead of the reader. */
  private static final int LEAD = 300;

  private static final Duration SOON = Duration.ofSeconds(120);
  private static final Map<String, String> OPTIONS =
      Map.of(
          "group.max.bytes",
          "100000",
          "record.max.bytes",
          "20000",
          "producer.override.transaction.timeout.ms",
          "5000");

  private final Environment environment;
  private final long seed = Long.getLong("tributary.seed", System.nanoTime() % 1_000_000);
  private final Random random = new Random(seed);
  private final SeenTransactions seen = new SeenTransactions(PARTITIONS);
  private final AtomicInteger seenWhole = new AtomicInteger();
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger large = new AtomicInteger();
  private final Set<Integer> committed = new ConcurrentSkipListSet<>();
  private volatile boolean stopped;

  ReadCommittedIT(Environment environment) {
    this.environment = environment;
  }

  @Test
  @FullSize
  void hazard15_readersOfCommittedRecordsSeeTransactionsWholeThroughTwentyKills()
      throws SQLException {
    try (ReplicatedSchema schema =
        new ReplicatedSchema(environment, "committed", PARTITIONS, OPTIONS)) {
      schema.source("CREATE TABLE item (id INT PRIMARY KEY, n INT, text VARCHAR(60))");
      schema.pipeline().createSource(1, schema.server());
      try (TopicReader reader = environment.kafka().followCommitted(schema.name())) {
        List<CompletableFuture<Void>> writers = new ArrayList<>();
        for (int writer = 0; writer < WRITERS; writer++) {
          writers.add(CompletableFuture.runAsync(() -> write(schema)));
        }
        for (int kill = 0; kill < KILLS; kill++) {
          killUnderLoad(schema, reader);
        }
        stopped = true;
        writers.forEach(CompletableFuture::join);
        int all = committed.size() + large.get();
        Waiting.until(
            SOON, () -> read(reader) == all, () -> "all " + all + " whole; " + state(schema));
      }
      assertEquals(List.of(), seen.inPart(), () -> "seed " + seed);
      assertEquals(committed, seen.numbers(1, ROWS), () -> "seed " + seed);
      assertEquals(large.get(), seen.fragmented(), () -> "seed " + seed);
      schema.pipeline().stopSource(1);
      assertKillsMetOpenTransactions(schema.name());
    }
  }

  private void killUnderLoad(ReplicatedSchema schema, TopicReader reader) {
    int enough = seenWhole.get() + 10 + random.nextInt(80);
    Waiting.until(
        SOON, () -> read(reader) >= enough, () -> enough + " are whole; " + state(schema));
    environment.sources().kill();
    Waiting.until(
        SOON,
        () -> {
          read(reader);
          return seen.inPart().isEmpty();
        },
        () -> "seed " + seed + ", seen in part of a worker that is down: " + seen.inPart());
    environment.sources().start();
  }

  /** Takes what has come; returns how many transactions are whole. */
  private int read(TopicReader reader) {
    try {
      for (String record : reader.more()) {
        seen.accept(record);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("seed " + seed, e);
    }
    seenWhole.set(seen.whole());
    return seenWhole.get();
  }

  private String state(ReplicatedSchema schema) {
    return "seed "
        + seed
        + ", "
        + seen.whole()
        + " whole of "
        + begun.get()
        + "; "
        + schema.pipeline().failure();
  }

  /** Else the kills proved nothing: what they cut off is in the topic, aborted. */
  private void assertKillsMetOpenTransactions(String topic) {
    long all =
        environment.kafka().recordsWithHeaders(topic).lines().filter(l -> l.contains("{")).count();
    System.out.printf(
        "%d kills: %d transactions whole, %d of them in fragments; %d records, %d aborted%n",
        KILLS, seen.whole(), seen.fragmented(), seen.records(), all - seen.records());
    assertTrue(all > seen.records(), () -> "no kill met an open Kafka transaction, seed " + seed);
  }

  /** Each transaction has its number in all its rows; now and then one is larger than a group. */
  private void write(ReplicatedSchema schema) {
    try (Connection connection = schema.server().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("USE " + schema.name());
      List<Integer> former = List.of();
      while (!stopped) {
        int number = begun.incrementAndGet();
        boolean isLarge = number % 25 == 0;
        List<Integer> ids = ids(number, isLarge ? LARGE_ROWS : ROWS / 2);
        statement.execute("BEGIN");
        insert(statement, ids, number);
        if (!isLarge) {
          List<Integer> changed = former.isEmpty() ? ids(-number, ROWS / 2) : former;
          change(statement, changed, number, former.isEmpty());
          former = ids;
        }
        statement.execute("COMMIT");
        if (isLarge) {
          large.incrementAndGet();
        } else {
          committed.add(number);
        }
        while (!stopped && begun.get() - seenWhole.get() > LEAD) {
          Waiting.pause();
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Integer> ids(int number, int rows) {
    List<Integer> ids = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      ids.add(number * LARGE_ROWS + i);
    }
    return ids;
  }

  private static void insert(Statement statement, List<Integer> ids, int number)
      throws SQLException {
    List<String> rows = new ArrayList<>();
    for (int id : ids) {
      rows.add("(%d, %d, 'row %d of transaction %d')".formatted(id, number, id, number));
    }
    statement.execute("INSERT INTO item VALUES " + String.join(", ", rows));
  }

  /** Rows of the writer's transaction before; the first one adds them. */
  private static void change(Statement statement, List<Integer> ids, int number, boolean first)
      throws SQLException {
    if (first) {
      insert(statement, ids, number);
    } else {
      statement.execute(
          "UPDATE item SET n = %d WHERE id BETWEEN %d AND %d"
              .formatted(number, ids.get(0), ids.get(ids.size() - 1)));
    }
  }
}
