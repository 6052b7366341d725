package io.tributary.sink.writer;

import io.tributary.format.spill.SpillDirectory;
import io.tributary.sink.checkpoint.Checkpoints;
import io.tributary.sink.tidb.TargetSessions;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * What one partition's writer works with.
 *
 * @param sessions where its connection comes from
 * @param checkpoints the checkpoint tables
 * @param appliers makes the applier of one writer, anew at each takeover of the fence
 * @param clock time for retries
 * @param spill folder for fragments that do not fit into memory
 * @param metrics what the writer counts
 * @param throttle bounds what the writers of one task write together
 */
public record WriterParts(
    TargetSessions sessions,
    Checkpoints checkpoints,
    Supplier<ChangeApplier> appliers,
    Clock clock,
    SpillDirectory spill,
    WriterMetrics metrics,
    Throttle throttle) {}
