package io.tributary.source;

import static io.tributary.source.record.SourceModel.FILE;
import static io.tributary.source.record.SourceModel.at;
import static io.tributary.source.record.SourceModel.decode;
import static io.tributary.source.record.SourceModel.resume;
import static io.tributary.source.record.SourceModel.transaction;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Position;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.EventHeader;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.offset.SourceOffset;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServer.BinlogEnd;
import io.tributary.source.reader.Assembly;
import io.tributary.source.reader.EventStream;
import io.tributary.source.reader.Upstream;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.OpenBranches;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.source.TransactionContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The task with a server that is played by the test: its binlog is a list of transactions. */
class MySqlSourceTaskTest {
  private final FakeClock clock = new FakeClock();
  private final PlayedServer played = new PlayedServer();
  private final PlayedContext context = new PlayedContext();

  /** Binlog of one file: a transaction ends at each offset. */
  private static final class PlayedServer implements Upstream {
    private final FakeSourceServer server = new FakeSourceServer();
    private final List<CompletedTransaction> binlog = new ArrayList<>();
    private final List<StartPoint> starts = new ArrayList<>();

    private PlayedServer() {
      server.files = List.of(FILE);
      server.end = new BinlogEnd(FILE, 100, "u:1-100");
    }

    private void commit(long offset, int... partitions) {
      binlog.add(transaction(offset, 20, partitions));
      server.end = new BinlogEnd(FILE, offset, "u:1-" + offset);
    }

    @Override
    public SourceServer openServer() {
      return server;
    }

    @Override
    public List<Finding> refusals(SourceServer asked, ServerFacts facts, boolean begins) {
      return List.of();
    }

    private static EventHeader header(long end, int flags) {
      return new EventHeader(1, 0, 1, 10, flags, FILE, new Position(1, 77, end));
    }

    @Override
    public EventStream openScan(StartPoint start) {
      throw new AssertionError("table maps here have column names");
    }

    @Override
    public EventStream openEvents(StartPoint start) throws BinlogException {
      starts.add(start);
      Deque<BinlogEvent> events = new ArrayDeque<>();
      events.add(new BinlogEvent.FormatDescription(header(4, 0x20), "9.7.4"));
      events.add(new BinlogEvent.Xid(header(100, 0)));
      int[] sent = {0};
      return new EventStream() {
        @Override
        public BinlogEvent poll(Duration wait) {
          while (sent[0] < binlog.size()) {
            events.add(
                new BinlogEvent.Xid(header(binlog.get(sent[0]++).commit().position().offset(), 0)));
          }
          return events.pollFirst();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Assembly assemble(ResumePoint from, StartPoint start, ServerFacts facts) {
      return new Assembly() {
        @Override
        public CompletedTransaction accept(BinlogEvent event) {
          Position end = event.header().end();
          return binlog.stream()
              .filter(each -> each.commit().position().equals(end))
              .filter(each -> !end.atOrBefore(from.position()))
              .findFirst()
              .orElse(null);
        }

        @Override
        public ResumePoint boundary() {
          return resume(from.position().offset());
        }

        @Override
        public OpenBranches openBranches() {
          return OpenBranches.NONE;
        }

        @Override
        public void close() {}
      };
    }
  }

  /** Stores the offsets of records that the test acknowledges. */
  private static final class PlayedContext implements SourceTaskContext, TransactionContext {
    private Map<String, Object> stored;
    private final List<SourceRecord> commits = new ArrayList<>();

    private void acknowledge(List<SourceRecord> records) {
      for (SourceRecord each : records) {
        stored = new HashMap<>(each.sourceOffset());
      }
    }

    @Override
    public Map<String, String> configs() {
      return SourceValidatorTest.good();
    }

    @Override
    public OffsetStorageReader offsetStorageReader() {
      return new OffsetStorageReader() {
        @Override
        public <T> Map<String, Object> offset(Map<String, T> partition) {
          assertEquals(Map.of("source", "orders-1"), partition);
          return stored;
        }

        @Override
        public <T> Map<Map<String, T>, Map<String, Object>> offsets(
            Collection<Map<String, T>> partitions) {
          throw new UnsupportedOperationException();
        }
      };
    }

    @Override
    public TransactionContext transactionContext() {
      return this;
    }

    @Override
    public void commitTransaction() {
      throw new AssertionError("commits the poll, not the record");
    }

    @Override
    public void commitTransaction(SourceRecord last) {
      commits.add(last);
    }

    @Override
    public void abortTransaction() {
      throw new AssertionError("never used");
    }

    @Override
    public void abortTransaction(SourceRecord last) {
      throw new AssertionError("never used");
    }
  }

  private MySqlSourceTask task() {
    MySqlSourceTask task = new MySqlSourceTask(clock, config -> played);
    task.initialize(context);
    task.start(SourceValidatorTest.good());
    return task;
  }

  private static List<Long> data(List<SourceRecord> records) {
    return records == null
        ? List.of()
        : records.stream()
            .filter(each -> decode(each).heartbeat() == null)
            .map(each -> decode(each).commit().position().offset())
            .toList();
  }

  @Test
  @DisplayName("case 68: stopped before its first change, the source goes on where it began")
  void case68_stoppedBeforeTheFirstChange() throws Exception {
    MySqlSourceTask first = task();
    List<SourceRecord> round = first.poll();
    assertEquals(4, round.size());
    context.acknowledge(round);
    first.stop();
    played.commit(200, 0);
    MySqlSourceTask second = task();
    List<SourceRecord> records = new ArrayList<>(second.poll());
    records.addAll(second.poll());
    assertEquals(List.of(200L), data(records));
    assertEquals(new StartPoint.InFile(FILE, 100), played.starts.get(1));
    assertEquals(at(100), decode(records.get(records.size() - 1)).slice().previous());
    second.stop();
  }

  @Test
  @DisplayName("case 68: data is held while no offset is stored")
  void case68_dataIsHeldWhileNoOffsetIsStored() throws Exception {
    MySqlSourceTask task = task();
    List<SourceRecord> round = task.poll();
    played.commit(200, 0);
    assertNull(task.poll());
    clock.advanceMs(500);
    assertNull(task.poll());
    context.acknowledge(round);
    clock.advanceMs(500);
    assertEquals(List.of(200L), data(task.poll()));
    task.stop();
  }

  @Test
  @DisplayName("hazard15: every poll that returns records closes its Kafka transaction")
  void hazard15_everyPollClosesItsKafkaTransaction() throws Exception {
    MySqlSourceTask task = task();
    List<SourceRecord> round = task.poll();
    context.acknowledge(round);
    played.commit(200, 0, 3);
    played.commit(300, 1);
    clock.advanceMs(500);
    List<SourceRecord> group = task.poll();
    assertEquals(List.of(200L, 200L, 300L), data(group));
    assertEquals(List.of(round.get(3), group.get(2)), context.commits);
    task.stop();
  }

  @Test
  @DisplayName("hazard07: an altered offset begins without a chain, at once")
  void hazard07_alteredOffsetBeginsWithoutChain() throws Exception {
    context.stored = new HashMap<>(Map.of("file", FILE, "offset", 100L));
    played.commit(200, 2);
    MySqlSourceTask task = task();
    List<SourceRecord> records = new ArrayList<>(task.poll());
    records.addAll(task.poll());
    assertEquals(5, records.size());
    assertEquals(at(100), decode(records.get(0)).slice().previous());
    assertEquals(List.of(200L), data(records));
    task.stop();
  }

  @Test
  @DisplayName("hazard16: the attempt grows with every start")
  void hazard16_theAttemptGrows() throws Exception {
    context.stored =
        new HashMap<>(
            new SourceOffset("uuid-a/binlog", resume(100), Map.of(), 5_000_000_000L).toMap());
    MySqlSourceTask task = task();
    assertEquals(5_000_000_001L, decode(task.poll().get(0)).slice().attempt());
    task.stop();
  }

  @Test
  void aRecordThatATransformDroppedOrChangedStopsTheTask() throws Exception {
    MySqlSourceTask task = task();
    SourceRecord sent = task.poll().get(0);
    int length = ((byte[]) sent.value()).length;
    task.commitRecord(sent, metadata(length));
    task.poll();
    task.commitRecord(sent, metadata(length + 2));
    String changed = assertThrows(ConnectException.class, task::poll).getMessage();
    assertTrue(changed.contains("orders-0@17"), changed);
    task.commitRecord(sent, null);
    String dropped = assertThrows(ConnectException.class, task::poll).getMessage();
    assertTrue(dropped.contains("transform"), dropped);
    task.stop();
  }

  private static RecordMetadata metadata(int valueSize) {
    return new RecordMetadata(new TopicPartition("orders", 0), 17, 0, 0, -1, valueSize);
  }

  @Test
  void theConnectorIsFoundByItsServiceFile() {
    assertNotNull(
        java.util.ServiceLoader.load(org.apache.kafka.connect.source.SourceConnector.class).stream()
            .filter(each -> each.type() == MySqlSourceConnector.class)
            .findFirst()
            .orElse(null));
  }
}
