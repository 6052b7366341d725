package io.tributary.sink.ownership;

import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.List;

/**
 * The tables of this package in the metadata database: {@code target_table} numbers the target
 * tables, {@code shard} the shards that write to each, {@code merged_table} says by which road each
 * merged table goes, {@code ledger} which shard has which row of it.
 */
public final class LedgerTables {
  private final String database;

  /**
   * @param database {@code metadata.database}
   */
  public LedgerTables(String database) {
    this.database = database;
  }

  String targetTable() {
    return name("target_table");
  }

  String shard() {
    return name("shard");
  }

  String mergedTable() {
    return name("merged_table");
  }

  String ledger() {
    return name("ledger");
  }

  private String name(String table) {
    return Quoting.identifier(database) + "." + Quoting.identifier(table);
  }

  /** Statements that create what is missing; the database itself must be there. */
  public List<String> statements() {
    String text = ") CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    return List.of(
        "CREATE TABLE IF NOT EXISTS "
            + targetTable()
            + " (number INT NOT NULL AUTO_INCREMENT PRIMARY KEY,"
            + " target_schema VARCHAR(64) NOT NULL, target_table VARCHAR(64) NOT NULL,"
            + " UNIQUE KEY target (target_schema, target_table)"
            + text,
        "CREATE TABLE IF NOT EXISTS "
            + shard()
            + " (target_table INT NOT NULL, number INT NOT NULL, source VARCHAR(255) NOT NULL,"
            + " source_schema VARCHAR(64) NOT NULL, source_table VARCHAR(64) NOT NULL,"
            + " PRIMARY KEY (target_table, number),"
            + " UNIQUE KEY shard (target_table, source, source_schema, source_table)"
            + text,
        "CREATE TABLE IF NOT EXISTS "
            + mergedTable()
            + " (target_table INT NOT NULL PRIMARY KEY, road VARCHAR(10) NOT NULL"
            + text,
        "CREATE TABLE IF NOT EXISTS "
            + ledger()
            + " (target_table INT NOT NULL, row_key VARBINARY(80) NOT NULL, shard INT NOT NULL,"
            + " hidden INT NOT NULL, image LONGBLOB NULL,"
            + " PRIMARY KEY (target_table, row_key, shard)"
            + text);
  }

  /** Creates what is missing; asks first, so that an ordinary start runs no DDL. */
  void create(TargetTransaction transaction) throws TargetException {
    String sql =
        "SELECT table_name FROM information_schema.tables WHERE table_schema = "
            + Quoting.string(database)
            + " AND table_name IN ('target_table', 'shard', 'merged_table', 'ledger')";
    if (transaction.query(sql, row -> row.text(1)).size() < statements().size()) {
      for (String statement : statements()) {
        transaction.update(statement);
      }
    }
  }
}
