package io.tributary.source.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Position;
import io.tributary.format.model.TableName;
import io.tributary.source.FakeSourceServer;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.schema.ChangedDefinitions;
import io.tributary.source.schema.ColumnList;
import io.tributary.source.schema.ListedColumn;
import io.tributary.source.schema.SchemaException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Hazard 31: a list of columns serves a row event only when nothing can have changed between. */
class ServerColumnListsTest {
  private static final String FILE = "binlog.000003";
  private static final TableName TABLE = new TableName("shop", "orders");

  private final FakeSourceServer server = new FakeSourceServer();

  /** Statements of the binlog by the offset where they end. */
  private final TreeMap<Long, String> statements = new TreeMap<>();

  private final List<StartPoint> scans = new ArrayList<>();
  private final ServerColumnLists lists = new ServerColumnLists(new Played());

  @BeforeEach
  void oneTable() {
    server.columnLists =
        List.of(new ColumnList(TABLE, List.of(new ListedColumn("id", "int", 0, null, 1))));
    server.end = new BinlogEnd(FILE, 1000, null);
  }

  private final class Played implements Upstream {
    @Override
    public SourceServer openServer() {
      return server;
    }

    @Override
    public List<Finding> refusals(SourceServer asked, ServerFacts facts, boolean begins) {
      throw new AssertionError("inspected before");
    }

    @Override
    public EventStream openEvents(StartPoint start) {
      throw new AssertionError("not the connection that is read on");
    }

    @Override
    public EventStream openScan(StartPoint start) {
      scans.add(start);
      long from = ((StartPoint.InFile) start).offset();
      List<BinlogEvent> events = new ArrayList<>();
      statements
          .tailMap(from, false)
          .forEach(
              (end, sql) -> events.add(new BinlogEvent.Query(header(end), "shop", sql, null, 0)));
      events.add(new BinlogEvent.Xid(header(server.end.offset())));
      return new EventStream() {
        @Override
        public BinlogEvent poll(Duration wait) {
          return events.remove(0);
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Assembly assemble(ResumePoint from, StartPoint start, ServerFacts facts) {
      throw new AssertionError("nothing is assembled here");
    }
  }

  private static EventHeader header(long end) {
    return new EventHeader(1, 2, 1, 10, 0, FILE, new Position(3, 0, end));
  }

  private static BinlogEvent.TableMap map(long start) {
    return map(TABLE, start);
  }

  private static BinlogEvent.TableMap map(TableName table, long start) {
    return new BinlogEvent.TableMap(header(start + 10), 5, table, new byte[0]);
  }

  private static Position at(long offset) {
    return new Position(3, 0, offset);
  }

  @Test
  void hazard31_listIsTakenOnceWhenNothingChanges() throws Exception {
    ColumnList list = lists.of(map(100));
    assertSame(server.columnLists.get(0), list);
    server.columnLists = List.of();
    assertSame(list, lists.of(map(500)));
    assertSame(list, lists.of(map(5000)));
    assertEquals(List.of(new StartPoint.InFile(FILE, 100)), scans);
  }

  @ParameterizedTest
  @CsvSource({
    "ALTER TABLE orders ADD c INT, true",
    "ALTER TABLE shop.orders RENAME COLUMN a TO b, true",
    "ALTER TABLE SHOP.ORDERS DROP c, true",
    "ALTER TABLE other ADD c INT, false",
    "ALTER TABLE elsewhere.orders ADD c INT, false",
    "'RENAME TABLE orders TO old, new TO orders', true",
    "RENAME TABLE a TO b, false",
    "ALTER TABLE a RENAME TO b, true",
    "ALTER TABLE a RENAME orders, true",
    "ALTER TABLE a RENAME = orders, true",
    "ALTER TABLE a RENAME INDEX i TO orders, false",
    "'ALTER TABLE a ADD c INT, RENAME AS orders', true",
    "'ALTER TABLE a COMMENT ''x'', RENAME orders', true",
    "ALTER TABLE orders ADD PARTITION (PARTITION p VALUES LESS THAN (9)), false",
    "ALTER TABLE orders REORGANIZE PARTITION p INTO (PARTITION q VALUES LESS THAN (9)), false",
    "'ALTER TABLE orders ADD INDEX i (a, b(10) DESC), COMMENT=''x ADD c INT''', false",
    "'ALTER TABLE orders ADD KEY (a), ADD c INT', true",
    "'ALTER TABLE orders ADD INDEX i (a, (b + 1))', true",
    "'ALTER TABLE orders ADD INDEX i ((b + 1))', true",
    "ALTER TABLE orders ADD UNIQUE KEY (a), true",
    "ALTER TABLE orders DROP INDEX i, true",
    "ALTER TABLE orders DROP PRIMARY KEY, true",
    "'ALTER TABLE orders AUTO_INCREMENT=5 COMMENT ''y'' ENGINE=InnoDB', false",
    "'ALTER TABLE orders ADD (c INT, d INT)', true",
    "ALTER TABLE orders EXCHANGE PARTITION p WITH TABLE q, true",
    "ALTER TABLE q EXCHANGE PARTITION p WITH TABLE orders, true",
    "ALTER TABLE orders REMOVE PARTITIONING, false",
    "ALTER TABLE orders CONVERT TO CHARACTER SET latin1, true",
    "ALTER TABLE orders CHECK PARTITION p, false",
    "ALTER TABLE orders, true",
    "DROP TABLE orders, true",
    "CREATE TABLE orders (id INT), true",
    "CREATE TEMPORARY TABLE orders (id INT), false",
    "CREATE INDEX i ON orders ((a + 1)), true",
    "CREATE INDEX i ON other (a), false",
    "DROP DATABASE elsewhere, false",
    "DROP DATABASE IF EXISTS `shop`, true",
    "CREATE DATABASE more, false",
    "CREATE DEFINER=`a`@`b` VIEW v AS SELECT 1, false",
    "DROP PROCEDURE p, false",
    "CREATE USER u, false",
    "GRANT SELECT ON shop.orders TO u, false",
    "ANALYZE TABLE orders, false",
    "TRUNCATE TABLE other, false",
    "INSERT INTO orders VALUES (1), false",
    "MUTATE TABLE other, true"
  })
  void hazard31_changeBetweenTheRowAndTheList(String sql, boolean stops) throws Exception {
    statements.put(600L, sql);
    if (stops) {
      SchemaException e = assertThrows(SchemaException.class, () -> lists.of(map(100)));
      assertTrue(e.getMessage().contains("\"" + sql + "\" at " + FILE + ":600"), e.getMessage());
      assertTrue(e.getMessage().contains("shop.orders at " + FILE + ":100"), e.getMessage());
      assertTrue(e.getMessage().contains("binlog_row_metadata=FULL"), e.getMessage());
    } else {
      lists.of(map(100));
    }
    // Rows after the change were written with the definition that the list shows now.
    ColumnList now = new ColumnList(TABLE, List.of(new ListedColumn("pid", "int", 0, null, 1)));
    server.columnLists = List.of(now);
    assertEquals(stops, lists.of(map(600)) == now);
  }

  /** What the server did between the two questions, or had not yet done at the first. */
  @Test
  void hazard31_listOfAnotherTableIsTakenAtItsOwnRow() throws Exception {
    TableName other = new TableName("shop", "other");
    ColumnList before = new ColumnList(other, List.of(new ListedColumn("a", "int", 0, null, 1)));
    ColumnList after = new ColumnList(other, List.of(new ListedColumn("b", "int", 0, null, 1)));
    server.columnLists = List.of(server.columnLists.get(0), before);
    server.betweenColumnListAndEnd =
        () -> {
          statements.put(900L, "ALTER TABLE other RENAME COLUMN a TO b");
          server.columnLists = List.of(server.columnLists.get(0), after);
        };
    lists.of(map(100));
    server.betweenColumnListAndEnd = () -> {};
    assertSame(after, lists.of(map(other, 950)));
    SchemaException e = assertThrows(SchemaException.class, () -> lists.of(map(other, 800)));
    assertTrue(e.getMessage().contains("RENAME COLUMN a TO b"), e.getMessage());
  }

  @Test
  void hazard31_changeOfTheTableBetweenTheQuestionsStops() {
    server.betweenColumnListAndEnd =
        () -> statements.put(900L, "ALTER TABLE orders RENAME COLUMN a TO b");
    assertThrows(SchemaException.class, () -> lists.of(map(100)));
  }

  /** A backlog with many tables is read ahead once, not once for each of them. */
  @Test
  void stretchThatWasReadAheadGrowsAtItsEnd() throws Exception {
    TableName other = new TableName("shop", "other");
    TableName third = new TableName("shop", "third");
    server.columnLists =
        List.of(
            server.columnLists.get(0),
            new ColumnList(other, List.of()),
            new ColumnList(third, List.of()));
    lists.of(map(100));
    lists.of(map(other, 200));
    assertEquals(List.of(new StartPoint.InFile(FILE, 100)), scans);
    server.end = new BinlogEnd(FILE, 2000, null);
    statements.put(1500L, "ALTER TABLE third ADD c INT");
    assertThrows(SchemaException.class, () -> lists.of(map(third, 300)));
    assertEquals(new StartPoint.InFile(FILE, 1000), scans.get(1));
    lists.of(map(third, 1600));
    assertEquals(2, scans.size());
    lists.of(map(other, 150));
    assertEquals(new StartPoint.InFile(FILE, 150), scans.get(2));
  }

  /** The protocol cannot begin beyond 4 GiB: the file is read from its beginning. */
  @Test
  void rowBeyondFourGibibytesIsReadAheadFromTheBeginningOfItsFile() throws Exception {
    long far = 5L << 30;
    server.end = new BinlogEnd(FILE, far + 1000, null);
    statements.put(far - 100, "ALTER TABLE orders RENAME COLUMN a TO b");
    lists.of(map(far));
    assertEquals(List.of(new StartPoint.InFile(FILE, 4)), scans);
  }

  @Test
  void namesThatDifferInCaseAreTwoTables() throws Exception {
    TableName upper = new TableName("shop", "Orders");
    ColumnList own = new ColumnList(upper, List.of(new ListedColumn("x", "int", 0, null, 1)));
    server.columnLists = List.of(server.columnLists.get(0), own);
    assertSame(server.columnLists.get(0), lists.of(map(100)));
    assertSame(own, lists.of(map(upper, 110)));
  }

  @Test
  void hazard31_changeAfterTheListIsAskedForAnew() throws Exception {
    ColumnList old = lists.of(map(900));
    ChangedDefinitions change = new ChangedDefinitions(false, List.of(TABLE));
    lists.passed(at(1500), change);
    assertSame(old, lists.of(map(1400)));
    ColumnList now = new ColumnList(TABLE, List.of(new ListedColumn("pid", "int", 0, null, 1)));
    server.columnLists = List.of(now);
    server.end = new BinlogEnd(FILE, 2000, null);
    statements.put(1500L, "ALTER TABLE orders RENAME COLUMN id TO pid");
    assertSame(now, lists.of(map(1600)));
    assertNotSame(old, now);
    // After a reconnect rows from before the change come again: their columns are no longer known.
    assertThrows(SchemaException.class, () -> lists.of(map(1400)));
  }

  @Test
  void hazard31_changeOfAnotherTableIsNoMatter() throws Exception {
    ColumnList list = lists.of(map(900));
    lists.passed(at(1500), new ChangedDefinitions(false, List.of(new TableName("shop", "t"))));
    assertSame(list, lists.of(map(1600)));
    lists.passed(at(1650), new ChangedDefinitions(false, List.of(new TableName("elsewhere", ""))));
    assertSame(list, lists.of(map(1660)));
    assertEquals(1, scans.size());
    lists.passed(at(1700), new ChangedDefinitions(false, List.of(new TableName("shop", ""))));
    server.end = new BinlogEnd(FILE, 1760, null);
    lists.of(map(1750));
    assertEquals(2, scans.size());
    server.end = new BinlogEnd(FILE, 1960, null);
    lists.passed(at(1800), ChangedDefinitions.ALL);
    lists.of(map(1900));
    assertEquals(3, scans.size());
  }

  @Test
  void tableThatIsGoneIsNotKnown() {
    server.columnLists = List.of();
    SchemaException e = assertThrows(SchemaException.class, () -> lists.of(map(100)));
    assertTrue(e.getMessage().contains("has no such table"), e.getMessage());
  }
}
