package io.tributary.sink.writer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.sink.checkpoint.Checkpoint;
import io.tributary.sink.checkpoint.Fence;
import io.tributary.sink.checkpoint.SourceState;
import io.tributary.sink.writer.Verdict.Outcome;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random histories of one partition: sources write chains of records, start again from older
 * positions, and Kafka loses some of them. Model: the set of a source's records that were applied
 * is always a gapless prefix of what it wrote, each applied once; a loss is never passed in
 * silence.
 */
class SourceChainRandomTest {
  private static final int STEPS = 400;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void hazard06_appliedIsAlwaysAGaplessPrefix(long seed) throws ApplyException {
    Random random = new Random(seed);
    Map<String, Writing> sources = new HashMap<>();
    for (String name : List.of("s1", "s2", "s3")) {
      sources.put(name, new Writing(name));
    }
    SourceChain chain = restarted(Map.of());
    Map<String, SourceState> durable = new HashMap<>();
    for (int step = 0; step < STEPS; step++) {
      Writing source = sources.get("s" + (1 + random.nextInt(3)));
      String where = "seed " + seed + ", step " + step + ", " + source.name;
      switch (random.nextInt(12)) {
        case 0 -> source.restart(random);
        case 1 -> {
          chain = restarted(durable);
        }
        default -> {
          Records record = source.next(random);
          if (random.nextInt(15) == 0 && !source.applied.isEmpty()) {
            continue; // lost in Kafka
          }
          deliver(chain, source, record, durable, where);
        }
      }
    }
    for (Writing source : sources.values()) {
      // A reset brings everything home.
      source.at = 0;
      while (source.at < source.written.size()) {
        deliver(chain, source, source.again(), durable, "seed " + seed + ", end");
      }
      List<Long> due = source.written.stream().map(r -> r.position().offset()).toList();
      assertEquals(due, new ArrayList<>(source.applied), "seed " + seed + " " + source.name);
    }
  }

  private static void deliver(
      SourceChain chain,
      Writing source,
      Records record,
      Map<String, SourceState> durable,
      String where)
      throws ApplyException {
    long position = record.position().offset();
    // The model: new if not applied; allowed if everything before it is applied.
    boolean seen = source.applied.contains(position);
    boolean complete =
        source.applied.isEmpty()
            || source.written.stream()
                .map(r -> r.position().offset())
                .filter(offset -> offset < position)
                .allMatch(source.applied::contains);
    Outcome due = seen ? Outcome.REPLAY : complete ? Outcome.APPLY : null;
    Verdict verdict = null;
    try {
      verdict = chain.judge(record.record());
    } catch (ApplyException e) {
      assertEquals(null, due, where + ": " + e.getMessage());
      return;
    }
    assertEquals(due, verdict.outcome(), where);
    durable.put(source.name, verdict.state());
    if (verdict.outcome() == Outcome.APPLY) {
      source.applied.add(position);
    }
  }

  private static SourceChain restarted(Map<String, SourceState> durable) {
    return new SourceChain(
        GapPolicy.FAIL,
        new Checkpoint(new Fence(1, 0, 0), 1, 0, List.copyOf(durable.values())),
        new ChainCounts(Clock.systemUTC()));
  }

  /** A source that can start again at an older position. */
  private static final class Writing {
    final String name;
    final List<Records> written = new ArrayList<>();
    final TreeSet<Long> applied = new TreeSet<>();
    int at;

    Writing(String name) {
      this.name = name;
    }

    void restart(Random random) {
      at = written.isEmpty() ? 0 : Math.max(0, at - random.nextInt(6));
    }

    Records next(Random random) {
      if (at == written.size()) {
        long previous = written.isEmpty() ? 0 : written.get(at - 1).position().offset();
        written.add(at(previous, previous + 1 + random.nextInt(50)).of(name));
      }
      return again();
    }

    Records again() {
      return written.get(at++);
    }

    private static Records at(long previous, long offset) {
      return Records.at(previous, offset);
    }
  }
}
