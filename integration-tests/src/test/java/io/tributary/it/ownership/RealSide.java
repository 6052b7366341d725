package io.tributary.it.ownership;

import io.tributary.format.model.TableName;
import io.tributary.it.environment.Target;
import io.tributary.sink.sql.MergedHistory;
import io.tributary.sink.tidb.CommittedTransactions;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.SessionTransactions;
import io.tributary.sink.tidb.TargetConnector;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetSession;
import io.tributary.sink.tidb.TargetSettings;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table of a real server to which histories are played, one after the other. */
final class RealSide implements MergedHistory.Side, AutoCloseable {
  private final TableName table;
  private final String metadata;
  private final CommittedTransactions committed;
  private final TargetSession session;

  /**
   * Makes the table.
   *
   * @param table schema and name
   * @param columns its definition
   * @param metadata schema of its ledger
   */
  RealSide(Target target, TableName table, String columns, String metadata) throws TargetException {
    this.table = table;
    this.metadata = metadata;
    TargetConnector sessions =
        new TargetConnector(
            new TargetSettings(
                target.url(),
                target.user(),
                target.password(),
                new TargetSettings.Ssl("preferred", null, null, null, null),
                List.of()));
    this.committed = new SessionTransactions(sessions);
    this.session = sessions.open();
    session.update("CREATE TABLE " + table + " (" + columns + ")");
  }

  TableName name() {
    return table;
  }

  /** Takes what an earlier history left, and loads the rows of the next one. */
  void prepare(Map<String, String> rows) throws TargetException {
    session.update("DELETE FROM " + table);
    for (Map.Entry<String, String> row : rows.entrySet()) {
      String values = Quoting.string(row.getKey()) + ", " + row.getValue();
      session.update("INSERT INTO " + table + " (id, v) VALUES (" + values + ")");
    }
  }

  /** Runs a statement of an operator. */
  void run(String sql) throws TargetException {
    session.update(sql);
  }

  /** Entries of the ledger: how many there are, and how many of them are hidden. */
  List<Long> ledger() throws TargetException {
    String sql =
        "SELECT COUNT(*), COALESCE(SUM(hidden > 0), 0) FROM "
            + metadata
            + ".ledger WHERE target_table = (SELECT number FROM "
            + metadata
            + ".target_table WHERE CONCAT(target_schema, '.', target_table) = '"
            + table
            + "')";
    return session.query(sql, row -> List.of(row.number(1), row.number(2))).get(0);
  }

  void forgetLedger() throws TargetException {
    session.update("DELETE FROM " + metadata + ".ledger");
  }

  @Override
  public TargetTransaction transaction() {
    return session;
  }

  @Override
  public CommittedTransactions metadata() {
    return committed;
  }

  @Override
  public void begin() throws TargetException {
    session.begin();
  }

  @Override
  public void commit() throws TargetException {
    session.commit();
  }

  @Override
  public void rollback() throws TargetException {
    session.rollback();
  }

  @Override
  public String metadataDatabase() {
    return metadata;
  }

  @Override
  public Map<String, String> rows() throws TargetException {
    Map<String, String> rows = new TreeMap<>();
    session
        .query("SELECT id, v FROM " + table, row -> new String[] {row.text(1), row.text(2)})
        .forEach(row -> rows.put(row[0], row[1]));
    return rows;
  }

  @Override
  public void close() {
    session.close();
  }
}
