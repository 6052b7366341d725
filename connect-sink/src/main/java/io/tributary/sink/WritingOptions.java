package io.tributary.sink;

import io.tributary.sink.writer.GapPolicy;
import io.tributary.sink.writer.Throttle;
import io.tributary.sink.writer.WriterSettings;
import java.nio.file.Path;
import java.util.Locale;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Width;

/** Options that say how records are collected, written and retried. */
final class WritingOptions {
  static final String METADATA_DATABASE = "metadata.database";
  static final String BATCH_MAX_ROWS = "batch.max.rows";
  static final String BATCH_MAX_BYTES = "batch.max.bytes";
  static final String LINGER_MS = "linger.ms";
  static final String BUFFER_MAX_BYTES = "buffer.max.bytes";
  static final String SPILL_DIRECTORY = "spill.directory";
  static final String RETRY_TIMEOUT_MS = "retry.timeout.ms";
  static final String RETRY_BACKOFF_MAX_MS = "retry.backoff.max.ms";
  static final String GAP_POLICY = "gap.policy";
  static final String THROTTLE_ROWS = "throttle.rows.per.second";
  static final String THROTTLE_BYTES = "throttle.bytes.per.second";

  private WritingOptions() {}

  static void define(ConfigDef definition) {
    defineWriting(new OptionGroup(definition, "Writing"));
    defineFailures(new OptionGroup(definition, "Failures"));
  }

  private static void defineWriting(OptionGroup group) {
    group
        .option(METADATA_DATABASE, Type.STRING, "Metadata database")
        .byDefault("tributary")
        .checked(
            OptionChecks.checked(
                name ->
                    name.isBlank() || name.length() > 64 || name.endsWith(" ")
                        ? "must be the name of a schema, 1 to 64 characters"
                        : null,
                "a schema name"))
        .example("tributary")
        .documented(
            "Schema at the target for the connector's own tables (checkpoints, ledger). Created"
                + " when it is missing. Several sinks may share it.")
        .option(BATCH_MAX_ROWS, Type.INT, "Rows in a transaction")
        .byDefault(2_000)
        .checked(Range.between(1, 1_000_000))
        .width(Width.SHORT)
        .unit("row changes")
        .example("2000")
        .documented(
            "Row changes after which a target transaction ends. A source transaction is not split"
                + " for it, so that it can be larger; see "
                + BATCH_MAX_BYTES
                + ".")
        .option(BATCH_MAX_BYTES, Type.LONG, "Bytes in a transaction")
        .byDefault(8L << 20)
        .checked(Range.between(1_000L, 1L << 30))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("bytes")
        .example("8388608")
        .documented(
            "Bytes of records after which a target transaction ends. What a source transaction"
                + " changes in one partition is applied whole up to this size; what is larger is"
                + " applied in several target transactions, in the order of the binlog, each within "
                + BATCH_MAX_ROWS
                + " and this bound.")
        .option(LINGER_MS, Type.LONG, "Linger (ms)")
        .byDefault(5L)
        .checked(Range.between(0L, 60_000L))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("milliseconds")
        .example("5")
        .documented(
            "Milliseconds that a target transaction waits for more records after its first one.")
        .option(BUFFER_MAX_BYTES, Type.LONG, "Buffer of a partition (bytes)")
        .byDefault(16L << 20)
        .checked(Range.between(1_000L, 1L << 40))
        .width(Width.SHORT)
        .unit("bytes")
        .example("16777216")
        .documented(
            "Bytes of records that may wait for one partition's writer; above it the partition is"
                + " paused until half of it is written. In memory they take several times that. The"
                + " fragments of large transactions have as much again, and beyond it go to a file in "
                + SPILL_DIRECTORY
                + ".")
        .option(SPILL_DIRECTORY, Type.STRING, "Spill directory")
        .byDefault("")
        .checked(
            OptionChecks.checked(
                path ->
                    path.isEmpty() || Path.of(path).isAbsolute()
                        ? null
                        : "must be an absolute path, or empty",
                "an absolute path"))
        .importance(Importance.LOW)
        .width(Width.LONG)
        .example("/var/lib/tributary")
        .documented(
            "Folder on the worker for the fragments of large transactions until their last one has"
                + " come; empty: the JVM's java.io.tmpdir. It needs room for the largest ones of"
                + " all sources together. Its files are unlinked as soon as they are opened, so"
                + " nothing stays behind. A full disk stops the task; restarted, it reads the"
                + " fragments again.");
  }

  private static void defineFailures(OptionGroup group) {
    group
        .option(GAP_POLICY, Type.STRING, "Gap policy")
        .byDefault("fail")
        .checked(ValidString.in("fail", "suspend"))
        .width(Width.SHORT)
        .example("suspend")
        .documented(
            "What to do about a record whose predecessor was never seen. fail: stop the task."
                + " suspend: skip and count that source's records in that partition until the"
                + " source was reset and sends again what is missing; other sources go on.")
        .option(RETRY_TIMEOUT_MS, Type.LONG, "Retry timeout (ms)")
        .byDefault(86_400_000L)
        .checked(Range.atLeast(-1L))
        .width(Width.SHORT)
        .unit("milliseconds")
        .example("3600000")
        .documented(
            "Milliseconds for which a transaction is tried again after errors that can pass (lost"
                + " connection, deadlock, write conflict, region not available); then the task"
                + " fails. The default is a day. 0: no retries. -1: for ever.")
        .option(RETRY_BACKOFF_MAX_MS, Type.LONG, "Longest backoff (ms)")
        .byDefault(5_000L)
        .checked(Range.between(1L, 3_600_000L))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("milliseconds")
        .example("5000")
        .documented(
            "Longest pause between two attempts, in milliseconds. The first is 100 ms, each one"
                + " twice the one before; each is cut by chance by up to a half, so that writers"
                + " that failed together do not try again together.")
        .option(THROTTLE_ROWS, Type.LONG, "Rows per second")
        .byDefault(0L)
        .checked(Range.atLeast(0L))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("row changes per second")
        .example("5000")
        .documented(
            "Row changes that each task writes in a second on the average, over all its partitions;"
                + " 0: as many as it can. A source transaction is not split for it. Changing it"
                + " restarts the sink's tasks only.")
        .option(THROTTLE_BYTES, Type.LONG, "Bytes per second")
        .byDefault(0L)
        .checked(Range.atLeast(0L))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("bytes per second")
        .example("1000000")
        .documented("The same in bytes of records; 0: as many as it can.");
  }

  static Throttle throttle(AbstractConfig config) {
    return new Throttle(
        config.getLong(THROTTLE_ROWS), config.getLong(THROTTLE_BYTES), System::nanoTime);
  }

  static WriterSettings of(AbstractConfig config, boolean deadLetters) {
    return new WriterSettings(
        config.getInt(BATCH_MAX_ROWS),
        config.getLong(BATCH_MAX_BYTES),
        config.getLong(LINGER_MS),
        config.getLong(BUFFER_MAX_BYTES),
        config.getLong(RETRY_TIMEOUT_MS),
        config.getLong(RETRY_BACKOFF_MAX_MS),
        GapPolicy.valueOf(config.getString(GAP_POLICY).toUpperCase(Locale.ROOT)),
        deadLetters);
  }
}
