package io.tributary.source.transaction;

import io.tributary.format.model.TableDescriptor;
import io.tributary.format.spill.SpillBuffer;
import java.util.List;

/**
 * What a transaction did to one partition, its changes already encoded.
 *
 * @param partition the Kafka partition
 * @param tables descriptors that the changes refer to by index
 * @param changes encoded changes, joined by commas, as the codec's change encoder writes them;
 *     whoever takes the slice closes it
 * @param count number of changes
 */
public record EncodedSlice(
    int partition, List<TableDescriptor> tables, SpillBuffer changes, long count)
    implements AutoCloseable {
  public EncodedSlice {
    tables = List.copyOf(tables);
  }

  @Override
  public void close() {
    changes.close();
  }
}
