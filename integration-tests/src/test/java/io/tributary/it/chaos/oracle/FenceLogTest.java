package io.tributary.it.chaos.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Lines as {@code mysqlbinlog -v --base64-output=decode-rows} of MySQL 9.7 prints them. */
class FenceLogTest {
  private final FenceLog log = new FenceLog("shop", "meta");

  @Test
  void flushesOfOneOwnerAfterTheOtherAreRight() {
    transaction(checkpoint(0, 1, 1), row());
    transaction(checkpoint(0, 1, 2));
    transaction(checkpoint(0, 2, 2), row());
    transaction(checkpoint(1, 1, 1), row());
    assertEquals(List.of(), log.fenced());
    assertEquals(3, log.transactions());
    assertEquals(3, log.takeovers());
  }

  @Test
  void hazard18_aFlushOfAnEarlierEpochIsFound() {
    transaction(checkpoint(0, 1, 2));
    transaction(checkpoint(0, 1, 1), row());
    assertTrue(log.fenced().get(0).contains("epoch 1 after epoch 2"), log.fenced()::toString);
  }

  @Test
  void hazard18_rowsWithoutACheckpointAreFound() {
    transaction(row());
    assertEquals(1, log.fenced().size());
  }

  @Test
  void othersMayWriteWhatTheyWant() {
    transaction("### INSERT INTO `other`.`orders`", "### SET", "###   @1=7 /* INT */");
    assertEquals(List.of(), log.fenced());
    assertEquals(0, log.transactions());
  }

  private static String row() {
    return "### INSERT INTO `shop`.`orders`\n### SET\n###   @1=7 /* LONGINT meta=0 nullable=0 is_null=0 */";
  }

  private static String checkpoint(int partition, long before, long after) {
    return "### UPDATE `meta`.`checkpoint`\n### WHERE\n"
        + values(partition, before)
        + "\n### SET\n"
        + values(partition, after);
  }

  private static String values(int partition, long epoch) {
    return String.join(
        "\n",
        "###   @1='sink' /* VARSTRING(1020) meta=1020 nullable=0 is_null=0 */",
        "###   @2='topic' /* VARSTRING(996) meta=996 nullable=0 is_null=0 */",
        "###   @3=" + partition + " /* INT meta=0 nullable=0 is_null=0 */",
        "###   @4=" + epoch + " /* LONGINT meta=0 nullable=0 is_null=0 */");
  }

  private void transaction(String... rows) {
    log.line("BEGIN");
    log.line("/*!*/;");
    for (String row : rows) {
      row.lines().forEach(log::line);
    }
    log.line("# at 1234");
    log.line("COMMIT/*!*/;");
  }
}
