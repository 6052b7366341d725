package io.tributary.it.chaos.defects;

import java.util.List;

/**
 * A deliberate defect.
 *
 * @param name for people
 * @param breaks the invariant or hazard that it breaks
 * @param file source file from the root of the clone
 * @param words what stands there, once
 * @param instead what takes its place
 * @param seed of the run: an odd one gives merged rows an owner's column
 * @param faults that are made; empty: traffic alone
 */
record Defect(
    String name,
    String breaks,
    String file,
    String words,
    String instead,
    long seed,
    List<String> faults) {
  private static final String SOURCE = "connect-source/src/main/java/io/tributary/source/";
  private static final String SINK = "connect-sink/src/main/java/io/tributary/sink/";

  @Override
  public String toString() {
    return name;
  }

  static List<Defect> all() {
    return List.of(
        new Defect(
            "xa-rollback-emits",
            "I1",
            SOURCE + "transaction/Outcomes.java",
            """
                  drop(branch);
                  progress.passed(branch.gtid());
                }
                return complete(at, group, null, null);
            """,
            """
                  progress.passed(branch.gtid());
                }
                return complete(at, group, branch, xa);
            """,
            2,
            List.of()),
        new Defect(
            "prepared-branch-executed",
            "I2, I3",
            SOURCE + "transaction/Outcomes.java",
            "    progress.prepared(group.gtid());\n",
            "    progress.passed(group.gtid());\n",
            2,
            List.of("fail-over", "kill-sources", "restart-source")),
        new Defect(
            "xa-commit-forgets",
            "I3",
            SOURCE + "transaction/Outcomes.java",
            "    return complete(at, group, branch, xa);\n",
            "    return complete(at, group, null, xa);\n",
            2,
            List.of()),
        new Defect(
            "partition-by-source-table",
            "I4, hazard 1",
            SOURCE + "route/KeyAffinity.java",
            "    hash.reset();\n",
            "    hash.reset();\n    hash.add((byte) descriptor.source().table().hashCode());\n",
            2,
            List.of("stop-source-long")),
        new Defect(
            "delete-takes-all-shards",
            "I5",
            SINK + "ownership/KeyState.java",
            "    if (!has(holder)) {\n      return this;\n    }\n",
            "    if (shard > 0) {\n      return empty();\n    }\n",
            2,
            List.of("stop-source-long")),
        new Defect(
            "checkpoint-without-fence",
            "I6, hazard 18",
            SINK + "checkpoint/SqlCheckpoints.java",
            """
                            + " AND epoch = "
                            + from.epoch()
                            + " AND version = "
                            + from.version()
                            + " AND next_offset = "
                            + from.nextOffset())
            """,
            "                )\n",
            2,
            List.of("freeze-sinks-beside-second")),
        new Defect(
            "replay-applied",
            "I6",
            SINK + "writer/SourceChain.java",
            "      return new Verdict(Outcome.REPLAY, spent(told(known, record)));\n",
            "      return new Verdict(Outcome.APPLY, spent(told(known, record)));\n",
            2,
            List.of("reset-source")),
        new Defect(
            "gap-unseen",
            "I7, hazards 6 and 10",
            SINK + "writer/SourceChain.java",
            "    if (record.slice().previous().compareTo(known.last()) > 0) {\n",
            "    if (record.slice().previous() == null) {\n",
            2,
            List.of("delete-records")),
        new Defect(
            "decimal-bent",
            "I8",
            SOURCE + "row/DecimalDecoder.java",
            "    for (int left = scale; left > 0; ) {\n",
            "    for (int left = scale == 6 ? 0 : scale; left > 0; ) {\n",
            2,
            List.of()),
        new Defect(
            "insert-forgets-the-hidden",
            "hazard 25",
            SINK + "ownership/KeyState.java",
            "      others.add(visible);\n",
            "      others.clear();\n",
            2,
            List.of("stop-source-long")),
        new Defect(
            "fast-path-always",
            "hazard 26",
            SINK + "ownership/HiddenKeys.java",
            "    if (!table.whole) {\n      return forms;\n    }\n",
            "    if (forms != null) {\n      return List.of();\n    }\n",
            3,
            List.of("stop-source-long")));
  }
}
