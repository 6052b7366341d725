package io.tributary.format.model;

/** What a transaction did to one row. The table is an index into the record's descriptors. */
public sealed interface Change {
  /** Index of the table in {@link TransactionRecord#tables()}. */
  int table();

  /** The kind of change. */
  ChangeKind kind();

  /** A row appeared. */
  record Insert(int table, Row after) implements Change {
    @Override
    public ChangeKind kind() {
      return ChangeKind.INSERT;
    }
  }

  /** A row changed; its key may have changed too. */
  record Update(int table, Row before, Row after) implements Change {
    @Override
    public ChangeKind kind() {
      return ChangeKind.UPDATE;
    }
  }

  /** A row vanished. */
  record Delete(int table, Row before) implements Change {
    @Override
    public ChangeKind kind() {
      return ChangeKind.DELETE;
    }
  }
}
