package io.tributary.source.transaction;

import io.tributary.format.codec.ChangeEncoder;
import io.tributary.format.model.Change;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.spill.SpillBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What an open transaction has done to one partition so far, encoded. */
final class PartitionChanges {
  private final SpillBuffer buffer;
  private final List<TableDescriptor> tables = new ArrayList<>();
  private long count;

  PartitionChanges(SpillBuffer buffer) {
    this.buffer = buffer;
  }

  /** A state to go back to. */
  record Mark(long size, int tables, long count) {}

  Mark mark() {
    return new Mark(buffer.size(), tables.size(), count);
  }

  void backTo(Mark mark) throws IOException {
    buffer.truncate(mark.size());
    tables.subList(mark.tables(), tables.size()).clear();
    count = mark.count();
  }

  /** Index of the table among those that the changes refer to. */
  int index(TableDescriptor table) {
    // From the end: rows come in runs of one table, and tables are few.
    for (int i = tables.size() - 1; i >= 0; i--) {
      if (tables.get(i) == table) {
        return i;
      }
    }
    tables.add(table);
    return tables.size() - 1;
  }

  /** Appends a change whose table index is of this partition. */
  void append(Change change, ChangeEncoder encoder) throws IOException {
    if (count > 0) {
      buffer.write(',');
    }
    encoder.encode(change, tables.get(change.table()).columns(), buffer);
    count++;
  }

  long count() {
    return count;
  }

  /** What it holds, for whom it is to be closed from now on. */
  EncodedSlice slice(int partition) {
    return new EncodedSlice(partition, tables, buffer, count);
  }

  void close() {
    buffer.close();
  }
}
