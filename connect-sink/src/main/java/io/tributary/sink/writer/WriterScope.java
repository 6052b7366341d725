package io.tributary.sink.writer;

import io.tributary.sink.checkpoint.CheckpointKey;

/**
 * What one partition's writer has from its start to its end.
 *
 * @param key the partition's checkpoint
 * @param settings how it works
 * @param parts what it works with
 * @param mailbox what it says to the task
 * @param connections its connection to the target
 */
record WriterScope(
    CheckpointKey key,
    WriterSettings settings,
    WriterParts parts,
    Mailbox mailbox,
    Connections connections) {}
