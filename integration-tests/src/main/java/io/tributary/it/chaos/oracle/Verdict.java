package io.tributary.it.chaos.oracle;

import java.util.List;

/**
 * What the oracle found.
 *
 * @param rows rows of all shards
 * @param lost rows that the target lacks
 * @param doubled rows that the target has beyond those of the shards
 * @param bent rows that differ in a value
 * @param torn transactions that a {@code read_committed} reader has not seen whole, or that were
 *     rolled back and seen
 * @param fenced writes of tasks that had lost their partition
 * @param examples the first of all that, for people
 */
public record Verdict(
    long rows, long lost, long doubled, long bent, long torn, long fenced, List<String> examples) {
  public Verdict {
    examples = List.copyOf(examples);
  }

  /** Whether nothing is wrong. */
  public boolean clean() {
    return lost == 0 && doubled == 0 && bent == 0 && torn == 0 && fenced == 0;
  }

  @Override
  public String toString() {
    return "%d rows, %d lost, %d doubled, %d bent, %d torn transactions, %d fenced writes%s"
        .formatted(
            rows,
            lost,
            doubled,
            bent,
            torn,
            fenced,
            examples.isEmpty() ? "" : "; first: " + String.join("; ", examples));
  }
}
