package io.tributary.source.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What MySQL answers by GTID_SUBTRACT, for a MariaDB. */
class MariaDbPositionsTest {
  @ParameterizedTest(name = "{0} of {1} and {2}")
  @CsvSource(
      delimiter = ';',
      value = {
        "0-1-100; 0-1-100; ''; ''",
        "0-1-100; 0-1-90,0-2-120; ''; 0-1-100",
        "0-1-100,3-1-7; 0-1-200; ''; 3-1-7",
        "0-1-100; ''; 0-1-100; ''",
        "0-1-100; 0-2-130; 0-1-100; ''",
        "0-1-18446744073709551615; 0-1-9223372036854775807; ''; 0-1-18446744073709551615",
        "''; 0-1-5; ''; ''",
      })
  void namesWhatTheServerNeverHad(
      String position, String binlogState, String slavePosition, String missing) {
    assertEquals(
        missing, MariaDbPositions.notExecuted(position, List.of(binlogState, slavePosition)));
  }

  @ParameterizedTest(name = "{0} where files begin after {1}")
  @CsvSource(
      delimiter = ';',
      value = {
        "0-1-100; 0-1-99; ''",
        "0-1-100; 0-2-100; ''",
        "0-1-100; 0-1-101; 0-1-101",
        "0-1-100; 0-1-50,7-2-3; 7-2-3",
        "''; 0-1-1; 0-1-1",
        "''; ''; ''",
      })
  void namesWhatIsPurged(String position, String oldest, String missing) {
    assertEquals(missing, MariaDbPositions.purgedBeyond(position, oldest));
  }

  @Test
  void refusesOtherTexts() {
    assertThrows(
        IllegalArgumentException.class, () -> MariaDbPositions.purgedBeyond("0-1", "0-1-1"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "GRANT SELECT, REPLICATION SLAVE, BINLOG MONITOR ON *.* TO `u`@`%`; true",
        "GRANT ALL PRIVILEGES ON *.* TO `root`@`%` WITH GRANT OPTION; true",
        "GRANT REPLICATION SLAVE ADMIN ON *.* TO `u`@`%`; false",
        "GRANT REPLICATION SLAVE ADMIN, REPLICATION SLAVE ON *.* TO `u`@`%`; true",
        "GRANT ALL PRIVILEGES ON `shop`.* TO `u`@`%`; false",
        "GRANT USAGE ON *.* TO `u`@`%`; false",
      })
  void readsGrants(String grant, boolean replicationSlave) {
    assertEquals(replicationSlave, ServerWords.grantsReplicationSlave(grant));
  }
}
