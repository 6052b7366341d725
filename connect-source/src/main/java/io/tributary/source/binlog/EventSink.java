package io.tributary.source.binlog;

/** Takes decoded events. */
@FunctionalInterface
interface EventSink {
  /**
   * @param event the event
   * @param bytes its length on the wire, or inside its decompressed payload
   */
  void accept(BinlogEvent event, long bytes) throws InterruptedException;
}
