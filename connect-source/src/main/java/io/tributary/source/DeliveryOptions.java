package io.tributary.source;

import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * How records are cut, grouped and kept moving.
 *
 * @param recordMaxBytes bound of a record's value in bytes
 * @param groupMaxTransactions most transactions of one poll, and so of one Kafka transaction
 * @param groupMaxBytes bytes of changes after which a poll ends; a larger transaction is sent over
 *     several
 * @param groupMaxMs how long a poll collects
 * @param heartbeatIntervalMs between two rounds of heartbeats
 */
record DeliveryOptions(
    int recordMaxBytes,
    int groupMaxTransactions,
    long groupMaxBytes,
    long groupMaxMs,
    long heartbeatIntervalMs) {
  static final String RECORD_MAX_BYTES = "record.max.bytes";
  static final String GROUP_MAX_TRANSACTIONS = "group.max.transactions";
  static final String GROUP_MAX_BYTES = "group.max.bytes";
  static final String GROUP_MAX_MS = "group.max.ms";
  static final String HEARTBEAT_INTERVAL_MS = "heartbeat.interval.ms";

  static void define(ConfigDef definition) {
    OptionGroup group = new OptionGroup(definition, "Delivery");
    group
        .option(RECORD_MAX_BYTES, Type.INT, "Largest record")
        .byDefault(900_000)
        .checked(Range.between(10_000, 1_000_000_000))
        .width(Width.SHORT)
        .unit("bytes")
        .example("900000")
        .documented(
            "Bytes of the largest record value; what is larger is sent in fragments. Keep it below"
                + " the topic's max.message.bytes and the producer's max.request.size (1 MiB by"
                + " default).")
        .option(GROUP_MAX_TRANSACTIONS, Type.INT, "Transactions in a group")
        .byDefault(1_000)
        .checked(Range.between(1, 1_000_000))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("transactions")
        .example("1000")
        .documented(
            "Most MySQL transactions that share one Kafka transaction. A group also ends as soon"
                + " as the source is drained.")
        .option(GROUP_MAX_BYTES, Type.LONG, "Bytes in a group")
        .byDefault(16L << 20)
        .checked(Range.between(100_000L, 1L << 30))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("bytes")
        .example("16777216")
        .documented(
            "Bytes of changes after which a group ends. A MySQL transaction that is larger is sent"
                + " over several Kafka transactions; every smaller one is in one of them whole.")
        .option(GROUP_MAX_MS, Type.LONG, "Time of a group (ms)")
        .byDefault(200L)
        .checked(Range.between(1L, 10_000L))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("milliseconds")
        .example("200")
        .documented("Milliseconds after which a group ends.")
        .option(HEARTBEAT_INTERVAL_MS, Type.LONG, "Heartbeat interval (ms)")
        .byDefault(10_000L)
        .checked(Range.between(10L, 3_600_000L))
        .width(Width.SHORT)
        .unit("milliseconds")
        .example("10000")
        .documented(
            "Milliseconds between two rounds of heartbeat records to every partition. They keep"
                + " offsets moving while nothing is captured, and carry the watermark.");
  }

  static DeliveryOptions of(AbstractConfig config) {
    return new DeliveryOptions(
        config.getInt(RECORD_MAX_BYTES),
        config.getInt(GROUP_MAX_TRANSACTIONS),
        config.getLong(GROUP_MAX_BYTES),
        config.getLong(GROUP_MAX_MS),
        config.getLong(HEARTBEAT_INTERVAL_MS));
  }
}
