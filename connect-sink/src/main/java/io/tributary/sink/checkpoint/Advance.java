package io.tributary.sink.checkpoint;

/**
 * What a flush makes of the checkpoint's row.
 *
 * @param from the fence that the row must hold
 * @param to the fence that it leaves
 * @param partitions number of affinity partitions, 0 while not known
 * @param part the slice that is in the target in part after the flush; null when none is
 */
public record Advance(Fence from, Fence to, int partitions, AppliedPart part) {}
