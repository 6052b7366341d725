package io.tributary.sink;

import io.tributary.sink.checkpoint.SqlCheckpoints;
import io.tributary.sink.tidb.TargetConnector;
import io.tributary.sink.tidb.TargetException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.Config;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.connect.connector.Task;
import org.apache.kafka.connect.errors.ConnectException;
import org.apache.kafka.connect.sink.SinkConnector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Applies the records of Tributary's source connector to a TiDB, exactly once. */
public final class TiDbSinkConnector extends SinkConnector {
  private static final Logger LOG = LoggerFactory.getLogger(TiDbSinkConnector.class);

  private Map<String, String> properties = Map.of();

  @Override
  public String version() {
    return Version.current();
  }

  @Override
  public ConfigDef config() {
    return SinkConfig.definition();
  }

  @Override
  public Config validate(Map<String, String> connectorConfigs) {
    return SinkValidator.validate(connectorConfigs);
  }

  @Override
  public void start(Map<String, String> props) {
    properties = Map.copyOf(props);
    FrameworkRules.advice(props).ifPresent(advice -> LOG.warn("{}: {}", props.get("name"), advice));
  }

  @Override
  public Class<? extends Task> taskClass() {
    return TiDbSinkTask.class;
  }

  /**
   * Tasks are alike but for their number, by which their metrics are named: Connect spreads the
   * partitions over them.
   */
  @Override
  public List<Map<String, String>> taskConfigs(int maxTasks) {
    List<Map<String, String>> configs = new ArrayList<>();
    for (int i = 0; i < maxTasks; i++) {
      Map<String, String> config = new HashMap<>(properties);
      config.put(SinkConfig.TASK, String.valueOf(i));
      configs.add(config);
    }
    return configs;
  }

  @Override
  public void stop() {
    properties = Map.of();
  }

  @Override
  public boolean alterOffsets(
      Map<String, String> connectorConfig, Map<TopicPartition, Long> offsets) {
    SinkConfig config = SinkConfig.of(connectorConfig, false);
    try {
      new OffsetAlteration(
              config,
              new TargetConnector(config.target()),
              new SqlCheckpoints(config.metadataDatabase()))
          .apply(offsets);
      return true;
    } catch (TargetException e) {
      throw new ConnectException(
          "the offsets were not altered, as the checkpoints at the target could not be: "
              + e.getMessage()
              + ". Try again when that is mended",
          e);
    }
  }
}
