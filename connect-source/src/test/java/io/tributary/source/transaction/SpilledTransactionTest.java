package io.tributary.source.transaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.XaId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions that are far larger than the memory they are given. */
class SpilledTransactionTest {
  private static final int ROWS = 500;

  @TempDir private Path folder;

  private static BinlogScript rows(BinlogScript script, int from, List<String> texts) {
    for (int i = from; i < from + ROWS; i++) {
      script.insert(i + ",v" + i);
      texts.add("+" + i + ",v" + i);
    }
    return script;
  }

  @Test
  void hazard14_aRollbackToASavepointCutsTheSpillFile() throws TransactionException {
    List<String> kept = new ArrayList<>();
    BinlogScript script = rows(new BinlogScript().gtid(1).begin(), 0, kept);
    script.query("SAVEPOINT a");
    rows(script, 10_000, new ArrayList<>());
    script.query("SAVEPOINT b");
    rows(script, 20_000, new ArrayList<>()).query("ROLLBACK TO b");
    script.query("ROLLBACK TO a");
    rows(script, 30_000, kept).xid();
    Reading reading = Reading.fresh().read(script);
    assertEquals(List.of(String.join(" ", kept)), reading.texts());
    assertTrue(reading.spilledBytes() > 50_000, "most of it went to the file");
    assertTrue(reading.heldBytes() < 1_000, () -> reading.heldBytes() + " bytes in memory");
    reading.close();
    assertEquals(0, reading.openBuffers());
  }

  @Test
  void hazard14_whatIsRolledBackIsGivenBack() throws TransactionException {
    BinlogScript script = rows(new BinlogScript().gtid(1).begin(), 0, new ArrayList<>());
    script.query("ROLLBACK");
    XaId xa = new XaId(1, new byte[] {'g'}, new byte[0]);
    script.gtid(2).xaStart(xa);
    rows(script, 0, new ArrayList<>()).query("XA END " + xa).xaPrepare(xa, false);
    script.gtid(3).query("XA ROLLBACK " + xa);
    Reading reading = Reading.fresh().read(script);
    assertEquals(List.of(), reading.texts());
    assertTrue(reading.spilledBytes() > 30_000);
    assertEquals(0, reading.openBuffers());
    assertEquals(0, reading.heldBytes());
  }

  @Test
  void hazard14_heldBranchesShareTheBoundWithTheOpenTransaction() throws TransactionException {
    List<String> expected = new ArrayList<>();
    BinlogScript script = new BinlogScript();
    List<XaId> branches = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      XaId xa = new XaId(1, new byte[] {(byte) i}, new byte[0]);
      List<String> texts = new ArrayList<>();
      script.gtid(i + 1).xaStart(xa);
      rows(script, i * 1_000, texts).query("XA END " + xa).xaPrepare(xa, false);
      branches.add(xa);
      expected.add(String.join(" ", texts));
    }
    Reading reading = Reading.fresh().read(script);
    assertTrue(reading.heldBytes() < 1_000, () -> reading.heldBytes() + " bytes in memory");
    assertEquals(5, reading.openBuffers());
    for (int i = 0; i < 5; i++) {
      script.gtid(i + 6).xaCommit(branches.get(i));
    }
    reading.close();
    Reading all = Reading.fresh().read(script);
    assertEquals(expected, all.texts());
    all.close();
    assertEquals(0, all.openBuffers());
  }

  @Test
  void hazard14_aTransactionThatCannotBeSpilledStopsAtItsPlace() throws IOException {
    Path gone = folder.resolve("gone");
    Reading reading = Reading.spillingTo(gone.toString());
    Files.delete(gone);
    BinlogScript script = rows(new BinlogScript().gtid(1).begin(), 0, new ArrayList<>()).xid();
    TransactionException thrown =
        assertThrows(TransactionException.class, () -> reading.read(script));
    assertTrue(thrown.getMessage().contains("spill.directory"), thrown.getMessage());
    assertTrue(thrown.getMessage().contains("binlog.000001:"), thrown.getMessage());
    assertEquals(List.of(), reading.texts());
  }
}
