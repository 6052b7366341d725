package io.tributary.benchmark;

/**
 * One row change.
 *
 * @param id the row's key
 * @param version how often it was updated; -1 when it is deleted
 */
record Operation(int id, int version) {
  static final int DELETED = -1;

  boolean deletes() {
    return version == DELETED;
  }
}
