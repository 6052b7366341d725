package io.tributary.source.transaction;

import io.tributary.source.binlog.EventHeader;

/** Makes exceptions that say where something is. */
final class Failures {
  private final String source;
  private final Progress progress;

  Failures(String source, Progress progress) {
    this.source = source;
    this.progress = progress;
  }

  /**
   * An exception about an event.
   *
   * @param gtid the transaction that it stands in, null when there is none or it has no GTID
   * @param what what is wrong, and what to do
   */
  TransactionException at(EventHeader event, String gtid, String what) {
    return at(event, gtid, what, null);
  }

  TransactionException at(EventHeader event, String gtid, String what, Throwable cause) {
    String message =
        "source "
            + source
            + (gtid == null ? "" : ", GTID " + gtid)
            + ", binlog position "
            + event.file()
            + ":"
            + event.start().offset()
            + ": "
            + what
            + ". The resume point is "
            + progress.place();
    return new TransactionException(message, cause);
  }
}
