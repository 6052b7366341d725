package io.tributary.source.transaction;

/**
 * The binlog holds something that cannot be passed on without the risk of losing changes. The
 * message says the source, the transaction's GTID, its place in the binlog, what is there and what
 * the operator can do. The last boundary stays the resume point: nothing of the transaction that
 * was being read has been handed out.
 */
public final class TransactionException extends Exception {
  private static final long serialVersionUID = 1L;

  public TransactionException(String message) {
    super(message);
  }

  public TransactionException(String message, Throwable cause) {
    super(message, cause);
  }
}
