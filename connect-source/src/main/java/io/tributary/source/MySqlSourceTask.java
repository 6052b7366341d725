package io.tributary.source;

import io.tributary.metrics.MetricRegistry;
import io.tributary.source.offset.AlteredOffset;
import io.tributary.source.offset.SourceOffset;
import io.tributary.source.offset.StartPosition;
import io.tributary.source.reader.BinlogReader;
import io.tributary.source.reader.ReadingException;
import io.tributary.source.reader.ReconnectPolicy;
import io.tributary.source.reader.StartRequest;
import io.tributary.source.reader.Upstream;
import io.tributary.source.record.Destination;
import io.tributary.source.record.TransactionRecordWriter;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTask;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The task: finds where to begin, and forwards to a {@link RecordStream}.
 *
 * <p>{@link #stop} may come from any thread; all else belongs to the task's thread.
 */
public final class MySqlSourceTask extends SourceTask {
  private static final Logger LOG = LoggerFactory.getLogger(MySqlSourceTask.class);

  private final Clock clock;
  private final Function<Supplier<SourceConfig>, Upstream> upstreams;
  private volatile String changedRecord;
  private volatile BinlogReader reader;
  private volatile SampledWatermarks watermarks;
  private volatile Upstream upstream;
  private volatile MetricRegistry.Shown shown = () -> {};
  private volatile boolean stopped;
  private SourceConfig config;
  private RecordStream stream;

  /** The task as Connect makes it. */
  public MySqlSourceTask() {
    this(Clock.systemUTC(), config -> new MySqlUpstream(config, Clock.systemUTC()));
  }

  MySqlSourceTask(Clock clock, Function<Supplier<SourceConfig>, Upstream> upstreams) {
    this.clock = clock;
    this.upstreams = upstreams;
  }

  @Override
  public String version() {
    return Version.TEXT;
  }

  @Override
  public void start(Map<String, String> props) {
    config = SourceConfig.of(props);
    warnWithoutTransactions(props);
    Map<String, Object> found = storedOffset();
    SourceOffset stored =
        found != null && SourceOffset.writtenBySource(found) ? SourceOffset.parse(found) : null;
    upstream = upstreams.apply(this::configNow);
    reader =
        new BinlogReader(
            config.sourceName(),
            request(found, stored),
            upstream,
            ReconnectPolicy.within(config.reading().reconnectTimeoutMs()),
            clock);
    watermarks =
        new SampledWatermarks(
            config.sourceName(),
            upstream,
            config.delivery().heartbeatIntervalMs(),
            reader.metrics());
    shown =
        MetricRegistry.of(SourceTaskContext.class, context, config.connector(), "0")
            .show(Map.of(), reader.metrics().metrics());
    OffsetGate gate =
        found != null
            ? OffsetGate.opened()
            : OffsetGate.closedUntil(() -> storedOffset() != null, clock);
    stream =
        new RecordStream(
            new RecordStream.Parts(
                reader, new TransactionRecordWriter(destination(), clock), gate, watermarks),
            config.delivery(),
            stored,
            attempt(stored),
            clock);
  }

  private StartRequest request(Map<String, Object> found, SourceOffset stored) {
    if (stored != null) {
      return new StartRequest.GoOn(stored.history(), stored.resume(), false);
    }
    StartPosition start = found == null ? config.reading().start() : AlteredOffset.parse(found);
    LOG.info(
        "Source {}: no position of its own is stored; begins at {}", config.sourceName(), start);
    return new StartRequest.At(start);
  }

  /** Higher than any before, also than one whose offset was never stored. */
  private long attempt(SourceOffset stored) {
    return Math.max(stored == null ? 0 : stored.attempt() + 1, clock.millis());
  }

  private Destination destination() {
    return new Destination(
        config.sourceName(),
        config.connector(),
        config.topic(),
        config.tables().affinity().partitions(),
        config.delivery().recordMaxBytes());
  }

  private Map<String, Object> storedOffset() {
    return context
        .offsetStorageReader()
        .offset(Map.of(TransactionRecordWriter.SOURCE_KEY, config.sourceName()));
  }

  /** The configuration with secrets resolved anew, so that rotated credentials work. */
  private SourceConfig configNow() {
    return SourceConfig.of(context.configs());
  }

  private void warnWithoutTransactions(Map<String, String> props) {
    if ("connector".equals(props.get(FrameworkRules.BOUNDARY))
        && context.transactionContext() == null) {
      LOG.warn(
          "Source {}: transaction.boundary=connector is set, but the worker has no exactly-once"
              + " support (exactly.once.source.support=enabled): a reader may see part of a"
              + " transaction for a moment",
          config.sourceName());
    }
  }

  @Override
  public List<SourceRecord> poll() throws InterruptedException {
    if (changedRecord != null) {
      throw new ConnectException(changedRecord);
    }
    List<SourceRecord> records;
    try {
      records = stream.poll();
    } catch (ReadingException e) {
      if (stopped) {
        return null;
      }
      throw new ConnectException(e.getMessage(), e);
    } catch (UncheckedIOException e) {
      if (stopped) {
        return null;
      }
      throw new ConnectException(e.getMessage() + ": " + e.getCause().getMessage(), e);
    }
    if (records.isEmpty()) {
      return null;
    }
    if (context.transactionContext() != null) {
      context.transactionContext().commitTransaction(records.get(records.size() - 1));
    }
    return records;
  }

  /**
   * Sees what became of a record: a transform that drops one, or a converter that changes its
   * bytes, would leave a gap or garbage.
   */
  @Override
  public void commitRecord(SourceRecord sent, RecordMetadata metadata) {
    if (metadata == null) {
      changedRecord =
          "Source "
              + config.sourceName()
              + ": a transform dropped a record of topic "
              + config.topic()
              + ", partition "
              + sent.kafkaPartition()
              + ", which is part of a transaction; remove the transform, reset the offsets to before"
              + " "
              + sent.sourceOffset();
    } else if (metadata.serializedValueSize() != ((byte[]) sent.value()).length) {
      changedRecord =
          "Source "
              + config.sourceName()
              + ": a converter or transform changed a record's bytes ("
              + metadata.topic()
              + "-"
              + metadata.partition()
              + "@"
              + metadata.offset()
              + "); set value.converter="
              + FrameworkRules.BYTE_ARRAY_CONVERTER
              + " and remove transforms that touch the value.";
    }
  }

  @Override
  public void stop() {
    stopped = true;
    shown.close();
    if (reader != null) {
      reader.close();
    }
    if (watermarks != null) {
      watermarks.close();
    }
    if (upstream != null) {
      upstream.close();
    }
  }
}
