package io.tributary.sink.tidb;

import io.tributary.format.model.TableName;

/** Reads target tables and columns out of definitions, as the catalog would. */
public final class Targets {
  private Targets() {}

  /**
   * A column of a table with that single column; {@code definition} as {@link InMemoryTarget#table}
   * takes it.
   */
  public static TargetColumn column(TargetServer.Kind kind, String definition)
      throws TargetException {
    InMemoryTarget target = new InMemoryTarget(kind).table("d.c", "c " + definition);
    return table(target, "c").columns().get(0);
  }

  /** The table d.NAME. */
  public static TargetTable table(InMemoryTarget target, String name) throws TargetException {
    return new TargetCatalog().table(target, new TableName("d", name)).orElseThrow();
  }
}
