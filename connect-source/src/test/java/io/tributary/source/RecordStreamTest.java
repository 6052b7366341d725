package io.tributary.source;

import static io.tributary.source.record.SourceModel.at;
import static io.tributary.source.record.SourceModel.decode;
import static io.tributary.source.record.SourceModel.resume;
import static io.tributary.source.record.SourceModel.transaction;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.Position;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.spill.SpillBuffer;
import io.tributary.format.spill.SpillBuffers;
import io.tributary.format.spill.SpillDirectory;
import io.tributary.source.offset.SourceOffset;
import io.tributary.source.reader.Reading;
import io.tributary.source.reader.ReadingException;
import io.tributary.source.reader.TransactionReader;
import io.tributary.source.record.Destination;
import io.tributary.source.record.TransactionRecordWriter;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.EncodedSlice;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.connect.source.SourceRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RecordStreamTest {
  private static final int PARTITIONS = 2;

  private final FakeClock clock = new FakeClock();
  private final FakeReader reader = new FakeReader();
  private final FakeWatermarks watermarks = new FakeWatermarks();
  private boolean offsetStored;

  /** Readings in turn; none when there are no more. */
  private static final class FakeReader implements TransactionReader {
    private final Deque<Object> readings = new ArrayDeque<>();

    @Override
    public Reading read(Duration wait) throws ReadingException {
      Object next = readings.pollFirst();
      if (next instanceof ReadingException e) {
        throw e;
      }
      if (next instanceof RuntimeException e) {
        throw e;
      }
      return (Reading) next;
    }

    @Override
    public void close() {}
  }

  private static final class FakeWatermarks implements RecordStream.WatermarkFeed {
    private long micros;
    private Position asked;
    private final List<String> histories = new ArrayList<>();

    @Override
    public void follow(String history) {
      histories.add(history);
    }

    @Override
    public long passed(Position reached) {
      asked = reached;
      return micros;
    }
  }

  private RecordStream stream(OffsetGate gate, SourceOffset stored) {
    DeliveryOptions options = new DeliveryOptions(1_500, 3, 10_000, 200, 1_000);
    TransactionRecordWriter writer =
        new TransactionRecordWriter(new Destination("s", "c", "t", PARTITIONS, 1_500), clock);
    return new RecordStream(
        new RecordStream.Parts(reader, writer, gate, watermarks), options, stored, 7, clock);
  }

  private RecordStream open() throws Exception {
    RecordStream stream = stream(OffsetGate.opened(), null);
    began(100, false);
    assertEquals(PARTITIONS, stream.poll().size());
    return stream;
  }

  private void began(long offset, boolean continuing) {
    reader.readings.add(new Reading.Began("h", resume(offset), continuing));
  }

  private void passed(long offset, int bytes, int... partitions) {
    reader.readings.add(new Reading.Passed(transaction(offset, bytes, partitions)));
  }

  private static List<String> said(List<SourceRecord> records) {
    return records.stream()
        .map(
            each -> {
              TransactionRecord read = decode(each);
              String kind = read.heartbeat() == null ? "d" : "h";
              return kind + read.commit().position().offset() + "p" + each.kafkaPartition();
            })
        .toList();
  }

  @Test
  void nothingComesBeforeAConnectionStands() throws Exception {
    RecordStream stream = stream(OffsetGate.opened(), null);
    clock.advanceMs(10_000);
    assertEquals(List.of(), stream.poll());
  }

  @Test
  @DisplayName("case 68: at the first start heartbeats store the offset, and data waits for it")
  void case68_dataWaitsForTheStoredOffset() throws Exception {
    RecordStream stream = stream(OffsetGate.closedUntil(() -> offsetStored, clock), null);
    began(100, false);
    passed(200, 20, 0);
    List<SourceRecord> first = stream.poll();
    assertEquals(List.of("h100p0", "h100p1"), said(first));
    assertEquals(at(100), SourceOffset.parse(first.get(1).sourceOffset()).resume().position());
    assertEquals(List.of(), stream.poll());
    clock.advanceMs(1_000);
    assertEquals(List.of("h100p0", "h100p1"), said(stream.poll()));
    offsetStored = true;
    clock.advanceMs(300);
    assertEquals(List.of("d200p0"), said(stream.poll()));
  }

  @Test
  void aGroupEndsWhenTheSourceIsDrained() throws Exception {
    RecordStream stream = open();
    passed(200, 20, 0, 1);
    passed(300, 20, 1);
    assertEquals(List.of("d200p0", "d200p1", "d300p1"), said(stream.poll()));
    assertEquals(List.of(), stream.poll());
  }

  @Test
  @DisplayName("hazard15: a group ends by count, never inside a transaction")
  void hazard15_groupsEndByCount() throws Exception {
    RecordStream stream = open();
    for (int i = 2; i <= 6; i++) {
      passed(i * 100L, 20, 0, 1);
    }
    assertEquals(
        List.of("d200p0", "d200p1", "d300p0", "d300p1", "d400p0", "d400p1"), said(stream.poll()));
    assertEquals(List.of("d500p0", "d500p1", "d600p0", "d600p1"), said(stream.poll()));
  }

  @Test
  @DisplayName("hazard15: a transaction that no longer fits waits for the next group")
  void hazard15_groupsEndByBytes() throws Exception {
    RecordStream stream = open();
    passed(200, 4_000, 0);
    passed(300, 4_000, 0, 1);
    List<SourceRecord> first = stream.poll();
    List<SourceRecord> second = stream.poll();
    assertTrue(first.stream().allMatch(each -> decode(each).commit().position().offset() == 200));
    assertTrue(second.stream().allMatch(each -> decode(each).commit().position().offset() == 300));
    assertEquals(
        at(300),
        SourceOffset.parse(second.get(second.size() - 1).sourceOffset()).resume().position());
  }

  @Test
  @DisplayName("hazard15: a huge transaction spans polls, its offset and heartbeats come after it")
  void hazard15_hugeTransactionSpansPolls() throws Exception {
    RecordStream stream = open();
    passed(200, 20, 0);
    passed(300, 30_000, 0, 1);
    passed(400, 20, 0);
    assertEquals(List.of("d200p0"), said(stream.poll()));
    List<SourceRecord> all = new ArrayList<>();
    int polls = 0;
    while (all.isEmpty() || decode(all.get(all.size() - 1)).commit().position().offset() == 300) {
      clock.advanceMs(400);
      all.addAll(stream.poll());
      polls++;
    }
    List<String> said = said(all);
    assertTrue(polls > 3, said.toString());
    int last = said.lastIndexOf("d300p1");
    for (int i = 0; i < last; i++) {
      assertTrue(said.get(i).startsWith("d300"), said.toString());
      assertEquals(at(200), SourceOffset.parse(all.get(i).sourceOffset()).resume().position());
    }
    assertEquals(at(300), SourceOffset.parse(all.get(last).sourceOffset()).resume().position());
  }

  @Test
  @DisplayName("hazard14, 15: a spilled transaction is sent as one that fits into memory is")
  void hazard15_spilledTransactionIsSentAlikeAndGivenBack() throws Exception {
    SpillBuffers buffers = new SpillBuffers(1_000, SpillDirectory.of(""));
    RecordStream stream = open();
    CompletedTransaction inMemory = transaction(300, 30_000, 0, 1);
    List<EncodedSlice> spilled = new ArrayList<>();
    for (EncodedSlice slice : inMemory.slices()) {
      SpillBuffer copy = buffers.open();
      slice.changes().stream(0).transferTo(copy);
      spilled.add(new EncodedSlice(slice.partition(), slice.tables(), copy, slice.count()));
    }
    assertTrue(buffers.spilledBytes() > 50_000);
    reader.readings.add(
        new Reading.Passed(
            new CompletedTransaction(inMemory.commit(), spilled, inMemory.resume())));
    List<byte[]> sent = values(stream);
    assertEquals(0, buffers.openCount(), "everything was given back with the last record");

    RecordStream other = open();
    reader.readings.add(new Reading.Passed(inMemory));
    List<byte[]> expected = values(other);
    assertEquals(expected.size(), sent.size());
    for (int i = 0; i < sent.size(); i++) {
      assertArrayEquals(expected.get(i), sent.get(i));
    }
  }

  private static List<byte[]> values(RecordStream stream) throws Exception {
    List<byte[]> values = new ArrayList<>();
    List<SourceRecord> records = stream.poll();
    while (!records.isEmpty()) {
      records.forEach(record -> values.add((byte[]) record.value()));
      records = stream.poll();
    }
    return values;
  }

  @Test
  @DisplayName("hazard35: heartbeats come at the interval, with the watermark of what was read")
  void hazard35_heartbeatsCarryTheWatermark() throws Exception {
    RecordStream stream = open();
    watermarks.micros = 55;
    passed(200, 20, 1);
    clock.advanceMs(999);
    assertEquals(List.of("d200p1"), said(stream.poll()));
    clock.advanceMs(1);
    List<SourceRecord> round = stream.poll();
    assertEquals(List.of("h200p0", "h200p1"), said(round));
    assertEquals(at(200), watermarks.asked);
    assertEquals(55, decode(round.get(0)).heartbeat().watermarkMicros());
    clock.advanceMs(500);
    assertEquals(List.of(), stream.poll());
  }

  @Test
  void emptyStretchesMoveWithTheNextHeartbeat() throws Exception {
    RecordStream stream = open();
    passed(200, 0);
    passed(300, 0);
    assertEquals(List.of(), stream.poll());
    clock.advanceMs(1_000);
    List<SourceRecord> round = stream.poll();
    assertEquals(at(300), SourceOffset.parse(round.get(0).sourceOffset()).resume().position());
  }

  @Test
  @DisplayName("hazard06: a source that goes on keeps its chain, one that begins anew does not")
  void hazard06_chainIsKeptOnlyInTheSameHistory() throws Exception {
    SourceOffset stored = new SourceOffset("h", resume(100), Map.of(0, at(80), 1, at(90)), 3);
    RecordStream stream = stream(OffsetGate.opened(), stored);
    began(100, true);
    List<SourceRecord> round = stream.poll();
    assertEquals(at(80), decode(round.get(0)).slice().previous());
    assertEquals(at(90), decode(round.get(1)).slice().previous());
    assertEquals(7, decode(round.get(1)).slice().attempt());
    reader.readings.add(new Reading.Began("h2", resume(50), false));
    round = stream.poll();
    assertEquals(at(50), decode(round.get(PARTITIONS)).slice().previous());
    assertEquals("h2", decode(round.get(PARTITIONS)).origin().history());
    assertEquals(List.of("h", "h2"), watermarks.histories);
  }

  @Test
  @DisplayName("hazard08: a new history is preceded by a round of heartbeats of the old one")
  void hazard08_theOldHistoryIsEndedBeforeTheNewOneBegins() throws Exception {
    RecordStream stream = open();
    watermarks.micros = 40;
    passed(200, 20, 1);
    reader.readings.add(new Reading.Began("h2", resume(50), false));
    List<SourceRecord> records = stream.poll();
    assertEquals(List.of("d200p1", "h200p0", "h200p1", "h50p0", "h50p1"), said(records));
    TransactionRecord ended = decode(records.get(1));
    assertEquals("h", ended.origin().history());
    assertEquals(at(100), ended.slice().previous());
    assertEquals("u:1-200", ended.executed());
    assertEquals("h", SourceOffset.parse(records.get(2).sourceOffset()).history());
    assertEquals("h2", SourceOffset.parse(records.get(4).sourceOffset()).history());
  }

  @Test
  @DisplayName("hazard08: so it is after a restart with an offset of another history")
  void hazard08_aStoredOffsetOfAnotherHistoryIsEndedToo() throws Exception {
    SourceOffset stored = new SourceOffset("h", resume(100), Map.of(0, at(80), 1, at(90)), 3);
    RecordStream stream = stream(OffsetGate.opened(), stored);
    reader.readings.add(new Reading.Began("h2", resume(50), false));
    List<SourceRecord> records = stream.poll();
    assertEquals(List.of("h100p0", "h100p1", "h50p0", "h50p1"), said(records));
    TransactionRecord ended = decode(records.get(0));
    assertEquals("h", ended.origin().history());
    assertEquals(at(80), ended.slice().previous());
    assertEquals("u:1-100", ended.executed());
    assertEquals(0, ended.heartbeat().watermarkMicros());
    assertEquals(stored.toMap(), withAttempt(records.get(0).sourceOffset(), 3));
    assertEquals("h2", decode(records.get(2)).origin().history());
    assertEquals(at(50), decode(records.get(2)).slice().previous());
  }

  private static Map<String, Object> withAttempt(Map<String, ?> offset, long attempt) {
    Map<String, Object> changed = new java.util.LinkedHashMap<>(offset);
    changed.put("attempt", attempt);
    return changed;
  }

  @Test
  @DisplayName("case 34: what was read before a failure is returned, and the failure comes next")
  void case34_whatWasReadBeforeAFailureIsReturned() throws Exception {
    RecordStream stream = open();
    passed(200, 20, 0);
    passed(300, 20, 1);
    ReadingException bad = new ReadingException("a statement", null);
    reader.readings.add(bad);
    passed(400, 20, 1);
    clock.advanceMs(1_000);
    List<SourceRecord> records = stream.poll();
    assertEquals(List.of("d200p0", "d300p1"), said(records), "and no heartbeat behind them");
    assertSame(bad, assertThrows(ReadingException.class, stream::poll));
    assertSame(bad, assertThrows(ReadingException.class, stream::poll), "nothing after it");
  }

  @Test
  void aFailureWithNothingBeforeItIsThrownAtOnce() throws Exception {
    RecordStream stream = open();
    reader.readings.add(new IllegalStateException("broken"));
    assertThrows(IllegalStateException.class, stream::poll);
  }

  @Test
  @DisplayName(
      "invariant I1: nothing of a transaction comes when one of its records cannot be made")
  void aTransactionThatCannotBeEncodedLeavesNothing() throws Exception {
    RecordStream stream = open();
    passed(200, 20, 0);
    CompletedTransaction good = transaction(300, 20, 0);
    TableName longName = new TableName("d", "t".repeat(2_000));
    AffinityRule whole = new AffinityRule(List.of(), 1, PARTITIONS);
    TableDescriptor table =
        new TableDescriptor(longName, longName, whole, Set.of(), List.of(), List.of());
    EncodedSlice tooLong = new EncodedSlice(1, List.of(table), SpillBuffer.of(new byte[10]), 1);
    List<EncodedSlice> slices = List.of(good.slices().get(0), tooLong);
    reader.readings.add(
        new Reading.Passed(new CompletedTransaction(good.commit(), slices, good.resume())));
    clock.advanceMs(1_000);
    List<SourceRecord> records = stream.poll();
    assertEquals(List.of("d200p0"), said(records));
    assertEquals(at(200), SourceOffset.parse(records.get(0).sourceOffset()).resume().position());
    assertThrows(IllegalArgumentException.class, stream::poll);
  }

  @Test
  @DisplayName("hazard07: a reconnect in the same history goes on in the chain of this run")
  void hazard07_reconnectKeepsTheChain() throws Exception {
    RecordStream stream = open();
    passed(200, 20, 1);
    stream.poll();
    began(200, true);
    List<SourceRecord> round = stream.poll();
    assertEquals(at(100), decode(round.get(0)).slice().previous());
    assertEquals(at(200), decode(round.get(1)).slice().previous());
    assertEquals("u:1-200", decode(round.get(1)).executed());
  }
}
