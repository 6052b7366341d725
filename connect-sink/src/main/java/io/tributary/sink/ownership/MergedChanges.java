package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetRow;
import java.util.ArrayList;
import java.util.List;

/**
 * The changes of a run to one merged table, in the order in which they arrived. Keys are given by
 * the literals of the key's columns.
 */
public final class MergedChanges {
  /**
   * One change of one shard.
   *
   * @param shard the shard's number, from 1
   * @param before key before it; null for an insert
   * @param after key after it; null for a delete
   * @param image row after it; null for a delete
   */
  record Step(int shard, List<String> before, List<String> after, TargetRow image) {}

  private final MergedTable table;
  private final List<Step> steps = new ArrayList<>();

  /** No change yet. */
  public MergedChanges(MergedTable table) {
    this.table = table;
  }

  /** A shard has a new row. */
  public void insert(int shard, List<String> key, TargetRow image) {
    steps.add(new Step(shard, null, key, image));
  }

  /** A shard's row changed, its key perhaps too. */
  public void update(int shard, List<String> before, List<String> after, TargetRow image) {
    steps.add(new Step(shard, before, after, image));
  }

  /** A shard lost a row. */
  public void delete(int shard, List<String> key) {
    steps.add(new Step(shard, key, null, null));
  }

  /** The target table. */
  public MergedTable table() {
    return table;
  }

  List<Step> steps() {
    return steps;
  }
}
