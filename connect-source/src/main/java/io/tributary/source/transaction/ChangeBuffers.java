package io.tributary.source.transaction;

/** Where the changes of open transactions are kept: in memory, later also in a spill file. */
public interface ChangeBuffers {
  /** A new, empty buffer. */
  ChangeBuffer open();

  /** Bytes that all open buffers hold together, held XA transactions included. */
  long heldBytes();
}
