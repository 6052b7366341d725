package io.tributary.source;

import io.tributary.source.offset.AlteredOffset;
import io.tributary.source.preflight.JdbcSourceServer;
import io.tributary.source.preflight.Preflight;
import io.tributary.source.record.TransactionRecordWriter;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.source.ConnectorTransactionBoundaries;
import org.apache.kafka.connect.source.ExactlyOnceSupport;
import org.apache.kafka.connect.source.SourceConnector;

/**
 * Reads one MySQL server's binlog with one task and writes every transaction whole.
 *
 * <p>{@link #validate} runs on an instance that is never started and is shared: it keeps no state.
 */
public final class MySqlSourceConnector extends SourceConnector {
  private Map<String, String> properties;

  @Override
  public String version() {
    return Version.TEXT;
  }

  @Override
  public void start(Map<String, String> props) {
    properties = Map.copyOf(props);
  }

  @Override
  public Class<? extends Task> taskClass() {
    return MySqlSourceTask.class;
  }

  /** One task: a binlog has one order. */
  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    return List.of(properties);
  }

  @Override
  public void stop() {
    properties = null;
  }

  @Override
  public ConfigDef config() {
    return SourceConfig.definition();
  }

  @Override
  public Config validate(Map<String, String> connectorConfigs) {
    return new SourceValidator(new Preflight(JdbcSourceServer::open, Clock.systemUTC()))
        .validate(connectorConfigs);
  }

  /** Every record carries an offset that the source can resume from, hence always supported. */
  @Override
  public ExactlyOnceSupport exactlyOnceSupport(Map<String, String> connectorConfig) {
    return ExactlyOnceSupport.SUPPORTED;
  }

  @Override
  public ConnectorTransactionBoundaries canDefineTransactionBoundaries(
      Map<String, String> connectorConfig) {
    return ConnectorTransactionBoundaries.SUPPORTED;
  }

  /**
   * Accepts an operator's new offset; runs on an instance that is never started.
   *
   * <p>The partition is {@code {"source": <source.name>}}. The offset is null (begin at {@code
   * start.position}) or one of the two forms of {@link AlteredOffset}. The positions written before
   * are forgotten: the first record of every partition then names the new start as its previous
   * position, and the sink sees whether anything is left out.
   *
   * @throws ConnectException with a sentence when partition or offset have another form
   */
  @Override
  public boolean alterOffsets(
      Map<String, String> connectorConfig, Map<Map<String, ?>, Map<String, ?>> offsets) {
    String source = connectorConfig.get(SourceConfig.SOURCE_NAME);
    offsets.forEach(
        (partition, offset) -> {
          boolean own = Map.of(TransactionRecordWriter.SOURCE_KEY, source).equals(partition);
          // A reset names every partition that has an offset, also one of an older source.name.
          if (offset != null && !own) {
            throw new ConnectException(
                "the partition must be {\"source\": \"" + source + "\"}, not " + partition);
          }
          if (offset != null) {
            try {
              AlteredOffset.parse(offset);
            } catch (IllegalArgumentException e) {
              throw new ConnectException("source " + source + ": " + e.getMessage(), e);
            }
          }
        });
    return true;
  }
}
