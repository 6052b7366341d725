package io.tributary.source.record;

import static io.tributary.source.record.SourceModel.at;
import static io.tributary.source.record.SourceModel.decode;
import static io.tributary.source.record.SourceModel.resume;
import static io.tributary.source.record.SourceModel.transaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tributary.format.model.TransactionRecord;
import io.tributary.source.offset.SourceOffset;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TransactionRecordWriterTest {
  private static final int PARTITIONS = 3;

  private final TransactionRecordWriter writer = writer();

  private static TransactionRecordWriter writer() {
    TransactionRecordWriter made =
        new TransactionRecordWriter(
            new Destination("s", "c", "t", PARTITIONS, 1_500),
            Clock.fixed(Instant.ofEpochMilli(5_000), ZoneOffset.UTC));
    made.begin(new SourceOffset("u/binlog", resume(100), Map.of(), 9));
    return made;
  }

  private List<SourceRecord> write(long offset, int bytes, int... partitions) {
    List<SourceRecord> records = new ArrayList<>();
    writer.write(transaction(offset, bytes, partitions)).forEachRemaining(records::add);
    return records;
  }

  @Test
  void recordsHaveNoKeyAndAnExplicitPartition() {
    SourceRecord record = write(200, 20, 2).get(0);
    assertEquals("t", record.topic());
    assertEquals(2, record.kafkaPartition());
    assertNull(record.key());
    assertEquals(Schema.BYTES_SCHEMA, record.valueSchema());
    assertEquals(200, record.timestamp());
    assertEquals(Map.of("source", "s"), record.sourcePartition());
    TransactionRecord read = decode(record);
    assertEquals("u/binlog", read.origin().history());
    assertEquals(9, read.slice().attempt());
    assertEquals(PARTITIONS, read.slice().partitions());
  }

  @Test
  @DisplayName("hazard12: only the last record of a transaction carries the new offset and map")
  void hazard12_onlyTheLastRecordCarriesTheNewOffset() {
    write(200, 20, 0);
    Map<String, ?> before = writer.offset().toMap();
    List<SourceRecord> records = write(300, 4_000, 0, 2);
    assertEquals(true, records.size() > 4, "fragments");
    for (SourceRecord record : records.subList(0, records.size() - 1)) {
      assertEquals(before, record.sourceOffset());
    }
    SourceOffset after = SourceOffset.parse(records.get(records.size() - 1).sourceOffset());
    assertEquals(writer.offset(), after);
    assertEquals(Map.of(0, at(300), 2, at(300)), after.previous());
    List<SourceRecord> round = writer.heartbeats(0);
    assertEquals(after, SourceOffset.parse(round.get(0).sourceOffset()));
    assertEquals(
        Map.of(0, at(300), 1, at(300), 2, at(300)),
        SourceOffset.parse(round.get(2).sourceOffset()).previous());
  }

  @Test
  @DisplayName("hazard06: the first record of a partition names where the source began")
  void hazard06_firstRecordsNameTheBeginning() {
    for (SourceRecord record : writer.heartbeats(0)) {
      TransactionRecord read = decode(record);
      assertEquals(at(100), read.slice().previous());
      assertEquals(at(100), read.commit().position());
    }
  }

  @Test
  @DisplayName("hazard07: heartbeats are links of the chain")
  void hazard07_heartbeatsAreLinksOfTheChain() {
    writer.heartbeats(0);
    write(200, 20, 1);
    write(250, 20);
    List<SourceRecord> round = writer.heartbeats(42);
    assertEquals(at(100), decode(round.get(0)).slice().previous());
    assertEquals(at(200), decode(round.get(1)).slice().previous());
    assertEquals(at(250), decode(round.get(1)).commit().position());
    assertEquals(42, decode(round.get(1)).heartbeat().watermarkMicros());
    assertEquals(at(250), decode(write(300, 20, 1).get(0)).slice().previous());
  }

  @Test
  void aTransactionWithoutSlicesMovesTheOffsetOfTheNextRecord() {
    assertEquals(0, write(200, 20).size());
    assertEquals(
        at(200),
        SourceOffset.parse(writer.heartbeats(0).get(0).sourceOffset()).resume().position());
  }

  @Test
  @DisplayName("hazard08: heartbeats and first records carry the executed set, others do not")
  void hazard08_executedSetInFirstRecordsAndHeartbeats() {
    assertEquals("u:1-200", decode(write(200, 20, 0).get(0)).executed());
    assertNull(decode(write(300, 20, 0).get(0)).executed());
    assertEquals("u:1-400", decode(write(400, 20, 1).get(0)).executed());
    assertEquals("u:1-400", decode(writer.heartbeats(0).get(0)).executed());
    assertNull(decode(write(500, 20, 2).get(0)).executed());
  }

  /** Else the reader's list of GTIDs since the set would grow with every record. */
  @Test
  void theExecutedSetComesAgainBeforeManyRecordsWentWithoutIt() {
    assertEquals("u:1-200", decode(write(200, 20, 0).get(0)).executed());
    long offset = 200;
    for (int i = 0; i < TransactionRecordWriter.RECORDS_WITHOUT_EXECUTED; i++) {
      offset += 100;
      assertNull(decode(write(offset, 20, 0).get(0)).executed(), "record " + i);
    }
    assertEquals("u:1-" + (offset + 100), decode(write(offset + 100, 20, 0).get(0)).executed());
    assertNull(decode(write(offset + 200, 20, 0).get(0)).executed());
  }
}
