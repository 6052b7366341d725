package io.tributary.sink.checkpoint;

import java.util.LinkedHashMap;
import java.util.Map;

/** Names and definitions of the checkpoint's tables; they run on MySQL and on TiDB. */
final class MetadataTables {
  static final String CHECKPOINT = "checkpoint";
  static final String SOURCE = "source_position";
  static final String AFFINITY = "affinity";

  private final String database;

  MetadataTables(String database) {
    this.database = database;
  }

  /** The quoted name of one of the tables. */
  String name(String table) {
    return quoted(database) + "." + quoted(table);
  }

  String database() {
    return database;
  }

  /** Makes the database where it is missing. */
  String createDatabase() {
    return "CREATE DATABASE IF NOT EXISTS " + quoted(database);
  }

  /** From the table's name to the statement that makes it where it is missing. */
  Map<String, String> creates() {
    Map<String, String> creates = new LinkedHashMap<>();
    creates.put(
        CHECKPOINT,
        create(
            CHECKPOINT,
            """
            connector VARCHAR(255) NOT NULL,
            topic VARCHAR(249) NOT NULL,
            kafka_partition INT NOT NULL,
            epoch BIGINT NOT NULL COMMENT 'raised by every takeover',
            version BIGINT NOT NULL COMMENT 'raised by every flush',
            next_offset BIGINT NOT NULL COMMENT 'Kafka offset to read from, -1 while not known',
            change_index BIGINT NOT NULL COMMENT 'changes of change_of that are in the target',
            change_of VARCHAR(600) COMMENT 'large transaction that is in the target in part',
            change_bytes BIGINT NOT NULL COMMENT 'length of these changes in the records',
            change_digest VARCHAR(64) COMMENT 'SHA-256 of these bytes',
            partitions INT NOT NULL COMMENT 'affinity partitions of the topic, 0 while not known',
            pass BIGINT NOT NULL COMMENT 'times that an operator altered the offsets',
            changed_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
            PRIMARY KEY (connector, topic, kafka_partition)""",
            "where each partition goes on, and the fence of its writer"));
    creates.put(
        SOURCE,
        create(
            SOURCE,
            """
            connector VARCHAR(255) NOT NULL,
            topic VARCHAR(249) NOT NULL,
            kafka_partition INT NOT NULL,
            source VARCHAR(255) NOT NULL COMMENT 'source.name',
            source_connector VARCHAR(255) NOT NULL COMMENT 'source connector of the last record',
            earlier_connectors TEXT NOT NULL COMMENT 'one a line',
            history VARCHAR(255) NOT NULL COMMENT 'server UUID/log base name',
            file BIGINT NOT NULL COMMENT 'binlog file number of the last position',
            file_created BIGINT NOT NULL COMMENT 'seconds since the epoch, 0 when not known',
            file_offset BIGINT NOT NULL COMMENT 'end of the last transaction in that file',
            commit_micros BIGINT NOT NULL COMMENT 'commit time of the last position',
            watermark_micros BIGINT NOT NULL COMMENT 'all before is in the target; 0: not known',
            executed LONGTEXT COMMENT 'GTID set of the last record that carried one',
            seen_since LONGTEXT NOT NULL COMMENT 'GTIDs of this partition after it',
            skip_gtids LONGTEXT COMMENT 'skipped by GTID after a change of history',
            closed_histories TEXT NOT NULL COMMENT 'history, tab, last position; one a line',
            pass_spent BIGINT NOT NULL,
            suspended TINYINT NOT NULL,
            skipped BIGINT NOT NULL COMMENT 'records skipped while suspended',
            dead_lettered BIGINT NOT NULL COMMENT 'records given to the dead letter queue',
            passed_over BIGINT NOT NULL COMMENT 'gaps let pass by altered offsets',
            first_omitted VARCHAR(80) COMMENT 'position of the first of these',
            PRIMARY KEY (connector, topic, kafka_partition, source)""",
            "how far each source has come in each partition"));
    creates.put(
        AFFINITY,
        create(
            AFFINITY,
            """
            connector VARCHAR(255) NOT NULL,
            topic VARCHAR(249) NOT NULL,
            target_table VARCHAR(200) NOT NULL,
            rule TEXT NOT NULL COMMENT 'affinity key with folds, folding, partitions',
            PRIMARY KEY (connector, topic, target_table)""",
            "how the rows of each target table are spread over partitions"));
    return creates;
  }

  private String create(String table, String body, String comment) {
    return "CREATE TABLE IF NOT EXISTS "
        + name(table)
        + " (\n"
        + body
        + "\n) DEFAULT CHARSET = utf8mb4 COLLATE = utf8mb4_bin COMMENT = 'Tributary: "
        + comment
        + "'";
  }

  private static String quoted(String name) {
    return "`" + name.replace("`", "``") + "`";
  }
}
