package io.tributary.sink.checkpoint;

import java.util.List;

/**
 * What the target remembers of one partition.
 *
 * @param fence epoch, version and next offset
 * @param partitions number of affinity partitions of the topic, 0 while not known
 * @param pass number of times an operator altered the offsets: a source whose {@code passSpent} is
 *     lower may pass a gap once
 * @param sources what is known of each source
 * @param part the slice that is in the target in part; null when none is
 */
public record Checkpoint(
    Fence fence, int partitions, long pass, List<SourceState> sources, AppliedPart part) {
  public Checkpoint {
    sources = List.copyOf(sources);
  }

  /** Without a slice that is in the target in part. */
  public Checkpoint(Fence fence, int partitions, long pass, List<SourceState> sources) {
    this(fence, partitions, pass, sources, null);
  }
}
