package io.tributary.sink;

import io.tributary.format.spill.SpillDirectory;
import io.tributary.sink.checkpoint.CheckpointKey;
import io.tributary.sink.checkpoint.SqlCheckpoints;
import io.tributary.sink.ownership.OwnershipMetrics;
import io.tributary.sink.sql.SafeModeApplier;
import io.tributary.sink.sql.SafeModeSettings;
import io.tributary.sink.tidb.SessionTransactions;
import io.tributary.sink.tidb.TargetConnector;
import io.tributary.sink.tidb.TargetSettings;
import io.tributary.sink.writer.Throttle;
import io.tributary.sink.writer.WriterMetrics;
import io.tributary.sink.writer.WriterParts;
import io.tributary.sink.writer.WriterSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.Map;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * The sink's options as values of the parts that they belong to: here configuration ends.
 *
 * @param connector name of the connector, which names its checkpoints
 * @param target how the target is reached
 * @param tables how target tables are taken
 * @param writing how writers work
 * @param metadataDatabase schema of the connector's own tables
 * @param spillDirectory folder for fragments that do not fit into memory; empty for the JVM's
 * @param throttle bounds what a task writes in a second
 */
record SinkConfig(
    String connector,
    TargetSettings target,
    SafeModeSettings tables,
    WriterSettings writing,
    String metadataDatabase,
    String spillDirectory,
    Throttle throttle) {
  static final String NAME = "name";
  static final String TOPICS = "topics";

  /** Number of a task: not an option, the connector adds it to each task's properties. */
  static final String TASK = "tributary.task";

  /** All options. */
  static ConfigDef definition() {
    ConfigDef definition = new ConfigDef();
    ConnectionOptions.define(definition);
    TableOptions.define(definition);
    WritingOptions.define(definition);
    return definition;
  }

  /**
   * Reads a connector's or a task's properties.
   *
   * @param deadLetters whether there is a dead letter queue to report to
   * @throws ConfigException when an option is wrong
   */
  static SinkConfig of(Map<String, String> properties, boolean deadLetters) {
    String name = properties.get(NAME);
    if (name == null || name.isBlank()) {
      throw new ConfigException("the connector's configuration has no name");
    }
    AbstractConfig config = new AbstractConfig(definition(), properties, false);
    return new SinkConfig(
        name,
        ConnectionOptions.of(config),
        TableOptions.of(config),
        WritingOptions.of(config, deadLetters),
        config.getString(WritingOptions.METADATA_DATABASE),
        config.getString(WritingOptions.SPILL_DIRECTORY),
        WritingOptions.throttle(config));
  }

  /** The checkpoint of one partition. */
  CheckpointKey key(String topic, int partition) {
    return new CheckpointKey(connector, topic, partition);
  }

  /**
   * What one partition's writer works with.
   *
   * @param ownership what its ownership of merged tables costs is counted there
   * @throws ConnectException when {@code spill.directory} cannot be used
   */
  WriterParts parts(OwnershipMetrics ownership) {
    Clock clock = Clock.systemUTC();
    TargetConnector sessions = new TargetConnector(target);
    SessionTransactions metadata = new SessionTransactions(sessions);
    return new WriterParts(
        sessions,
        new SqlCheckpoints(metadataDatabase),
        () -> new SafeModeApplier(tables, metadata, ownership),
        clock,
        spill(),
        new WriterMetrics(clock),
        throttle);
  }

  private SpillDirectory spill() {
    try {
      return SpillDirectory.of(spillDirectory);
    } catch (IOException e) {
      throw new ConnectException(e.getMessage(), e);
    }
  }
}
