package io.tributary.source.statement;

import io.tributary.format.model.TableName;
import io.tributary.format.model.XaId;
import java.util.List;

/** What a statement means to a reader of row events. */
public sealed interface Statement {
  /** Nothing but comments; MariaDB replaces events that a reader would not know by such. */
  record Empty() implements Statement {}

  /** BEGIN or START TRANSACTION. */
  record Begin() implements Statement {}

  /** COMMIT. */
  record Commit() implements Statement {}

  /** ROLLBACK of the whole transaction. */
  record Rollback() implements Statement {}

  /** SAVEPOINT. */
  record Savepoint(String name) implements Statement {}

  /** ROLLBACK TO SAVEPOINT. */
  record RollbackTo(String name) implements Statement {}

  /** RELEASE SAVEPOINT. */
  record Release(String name) implements Statement {}

  /** XA START or XA BEGIN. */
  record XaStart(XaId xa) implements Statement {}

  /** XA END. */
  record XaEnd(XaId xa) implements Statement {}

  /**
   * XA COMMIT.
   *
   * @param onePhase whether it commits the branch that it stands in, without a prepare
   */
  record XaCommit(XaId xa, boolean onePhase) implements Statement {}

  /** XA ROLLBACK. */
  record XaRollback(XaId xa) implements Statement {}

  /**
   * A definition or an administration statement.
   *
   * @param effects what it does to the rows of tables without row events, in order; empty when
   *     nothing
   */
  record Definition(List<Effect> effects) implements Statement {
    public Definition {
      effects = List.copyOf(effects);
    }
  }

  /**
   * A statement that changes rows by itself, or that is not known not to.
   *
   * @param verb its first word in upper case
   */
  record DataChange(String verb) implements Statement {}

  /**
   * A statement that ends or marks transactions but has another form than the known ones.
   *
   * @param reason what is odd
   */
  record Unreadable(String reason) implements Statement {}

  /** What a definition does to rows without row events. Schemas of names may be empty. */
  sealed interface Effect {
    /** Some or all rows of the table change or vanish. */
    record ChangesRows(TableName table) implements Effect {}

    /** All tables of the schema vanish. */
    record DropsSchema(String schema) implements Effect {}

    /** The table with its rows is called otherwise from now on. */
    record Renames(TableName from, TableName to) implements Effect {}
  }
}
