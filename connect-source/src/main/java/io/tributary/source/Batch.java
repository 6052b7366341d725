package io.tributary.source;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.connect.source.SourceRecord;

/** The records of one poll, counted against the group's bounds. Not thread-safe. */
final class Batch {
  private final DeliveryOptions bounds;
  private final List<SourceRecord> records = new ArrayList<>();
  private int transactions;
  private long bytes;

  Batch(DeliveryOptions bounds) {
    this.bounds = bounds;
  }

  void add(SourceRecord each) {
    records.add(each);
    bytes += ((byte[]) each.value()).length;
  }

  void endTransaction() {
    transactions++;
  }

  /** Whether a transaction of so many bytes would take the batch beyond its bound. */
  boolean roomFor(long more) {
    return records.isEmpty() || bytes + more <= bounds.groupMaxBytes();
  }

  boolean full() {
    return transactions >= bounds.groupMaxTransactions() || bytesFull();
  }

  boolean bytesFull() {
    return bytes >= bounds.groupMaxBytes();
  }

  boolean isEmpty() {
    return records.isEmpty();
  }

  List<SourceRecord> records() {
    return records;
  }
}
