package io.tributary.sink.checkpoint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.gtid.GtidSet;
import io.tributary.format.model.Position;
import io.tributary.sink.checkpoint.SourceState.ClosedHistory;
import io.tributary.sink.checkpoint.SourceState.Omissions;
import io.tributary.sink.checkpoint.SourceState.SeenGtids;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetServer;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The statements on the checkpoint tables. */
class SqlCheckpointsTest {
  private static final CheckpointKey KEY = new CheckpointKey("s'ink", "orders", 3);
  private static final String WHERE =
      "connector = 's''ink' AND topic = 'orders' AND kafka_partition = 3";

  private final SqlCheckpoints checkpoints = new SqlCheckpoints("trib`utary");
  private final List<String> sql = new ArrayList<>();
  private long matched = 1;

  private final TargetTransaction transaction =
      new TargetTransaction() {
        @Override
        public long update(String text) {
          sql.add(text);
          return matched;
        }

        @Override
        public <T> List<T> query(String text, RowMapper<T> mapper) throws TargetException {
          sql.add(text);
          return List.of(mapper.map(new Row()));
        }

        @Override
        public TargetServer server() {
          throw new UnsupportedOperationException();
        }
      };

  private static final class Row implements TargetTransaction.ResultRow {
    @Override
    public String text(int column) {
      return "checkpoint";
    }

    @Override
    public long number(int column) {
      return 10 + column;
    }

    @Override
    public byte[] bytes(int column) {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void hazard18_advanceMatchesEpochVersionAndOffset() throws TargetException {
    Fence from = new Fence(5, 7, 100);
    assertTrue(checkpoints.advance(transaction, KEY, new Advance(from, from.next(120), 4, null)));
    assertEquals(
        List.of(
            "UPDATE `trib``utary`.`checkpoint` SET next_offset = 120, version = 8,"
                + " change_index = 0, change_of = NULL, change_bytes = 0, change_digest = NULL,"
                + " partitions = 4 WHERE "
                + WHERE
                + " AND epoch = 5 AND version = 7 AND next_offset = 100"),
        sql);
    matched = 0;
    assertFalse(checkpoints.advance(transaction, KEY, new Advance(from, from.next(120), 4, null)));
  }

  @Test
  void hazard16_theRowNamesWhatIsInTheTargetInPart() throws TargetException {
    Position position = new Position(3, 1_700_000_000, 99);
    AppliedPart part = new AppliedPart("s-1", "uuid/my log", position, 2_000, 9_999, "ab01");
    Fence from = new Fence(5, 7, 100);
    assertTrue(checkpoints.advance(transaction, KEY, new Advance(from, from.next(100), 4, part)));
    String assigned =
        " change_index = 2000, change_of = 's-1 uuid/my log 3:1700000000:99',"
            + " change_bytes = 9999, change_digest = 'ab01', partitions = 4";
    assertTrue(sql.get(0).contains(assigned), sql.get(0));
    assertEquals(part, AppliedPart.of(part.slice(), 2_000, 9_999, "ab01"));
  }

  @Test
  void hazard18_outcomeIsReadWithALock() throws TargetException {
    assertEquals(new Fence(11, 12, 13), checkpoints.lock(transaction, KEY));
    assertTrue(sql.get(0).endsWith(WHERE + " FOR UPDATE"), sql.get(0));
  }

  @Test
  void hazard19_theFirstStatementOfATakeoverIsTheUpdate() throws TargetException {
    assertEquals(11, checkpoints.raiseEpoch(transaction, KEY));
    assertEquals(
        List.of(
            "UPDATE `trib``utary`.`checkpoint` SET epoch = epoch + 1 WHERE " + WHERE,
            "SELECT epoch FROM `trib``utary`.`checkpoint` WHERE " + WHERE + " FOR UPDATE"),
        sql);
  }

  @Test
  void hazard22_alteringRaisesEpochAndPassAndLeavesTheSources() throws TargetException {
    checkpoints.alter(transaction, Map.of(KEY, 55L));
    assertEquals(2, sql.size());
    assertTrue(sql.get(0).startsWith("INSERT IGNORE INTO `trib``utary`.`checkpoint`"));
    assertEquals(
        "UPDATE `trib``utary`.`checkpoint` SET epoch = epoch + 1, version = version + 1,"
            + " next_offset = 55, pass = pass + 1 WHERE "
            + WHERE,
        sql.get(1));
  }

  @Test
  void aSourceIsStoredWhole() throws TargetException {
    SourceState state =
        new SourceState(
            "s\\1",
            "c2",
            List.of("c0", "c1"),
            "uuid/binlog",
            new Position(3, 1_700_000_000, 99),
            5,
            4,
            new SeenGtids(null, GtidSet.EMPTY, null),
            List.of(new ClosedHistory("old/binlog", new Position(1, 2, 3))),
            2,
            true,
            new Omissions(6, 7, 8, new Position(1, 1, 1)));
    checkpoints.save(transaction, KEY, List.of(state));
    String text = sql.get(0);
    assertEquals(
        "('s''ink', 'orders', 3, 's\\\\1', 'c2', 'c0\nc1', 'uuid/binlog', 3, 1700000000, 99, 5, 4,"
            + " NULL, '', NULL, 'old/binlog\t1:2:3', 2, 1, 6, 7, 8, '1:1:1')",
        text.substring(text.indexOf("VALUES\n") + "VALUES\n".length()));
  }
}
