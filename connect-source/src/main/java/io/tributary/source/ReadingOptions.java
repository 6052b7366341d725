package io.tributary.source;

import io.tributary.format.model.XaId;
import io.tributary.source.offset.StartPosition;
import io.tributary.source.reader.ReconnectPolicy;
import io.tributary.source.statement.XaIdList;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.Width;

/**
 * Where reading begins and how it is kept up.
 *
 * @param start where a source without an offset begins
 * @param binlogHeartbeatMs how often an idle server shows that it lives
 * @param silenceTimeoutMs silence after which a connection is given up
 * @param reconnectTimeoutMs how long connecting is tried again before the task fails
 * @param bufferMaxBytes bound of what open transactions hold in memory
 * @param abandoned XA branches whose changes the operator gave up
 * @param spillDirectory folder for what they hold beyond it; empty for the JVM's
 */
record ReadingOptions(
    StartPosition start,
    int binlogHeartbeatMs,
    int silenceTimeoutMs,
    long reconnectTimeoutMs,
    long bufferMaxBytes,
    Set<XaId> abandoned,
    String spillDirectory) {
  static final String START_POSITION = "start.position";
  static final String BINLOG_HEARTBEAT_MS = "binlog.heartbeat.ms";
  static final String SILENCE_TIMEOUT_MS = "silence.timeout.ms";
  static final String RECONNECT_TIMEOUT_MS = "reconnect.timeout.ms";
  static final String BUFFER_MAX_BYTES = "buffer.max.bytes";
  static final String XA_ABANDONED = "xa.abandoned.branches";
  static final String SPILL_DIRECTORY = "spill.directory";

  static void define(ConfigDef definition) {
    OptionGroup group = new OptionGroup(definition, "Reading");
    group
        .option(START_POSITION, Type.STRING, "Start position")
        .byDefault("latest")
        .checked(OptionChecks.parsed(StartPosition::parse, StartPosition.FORMS))
        .importance(Importance.HIGH)
        .width(Width.LONG)
        .example("file:binlog.000042:4")
        .documented(
            "Where a source begins that has no offset yet: latest (the end of the binlog now),"
                + " earliest (the oldest file that the server has), gtid:SET (after everything in"
                + " the set), file:NAME:OFFSET (a transaction boundary), time:ISO-8601 (the first"
                + " transaction that was committed then or later by the server's clock, such as"
                + " time:2026-03-01T08:00:00+01:00; to the microsecond from MySQL 8.0.1 on, by the"
                + " second in which its statement began elsewhere). Once an offset is stored it no"
                + " longer counts.")
        .option(BINLOG_HEARTBEAT_MS, Type.INT, "Binlog heartbeat (ms)")
        .byDefault(5_000)
        .checked(Range.between(100, 600_000))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("milliseconds")
        .example("5000")
        .documented("Milliseconds after which the idle server is asked to show that it lives.")
        .option(SILENCE_TIMEOUT_MS, Type.INT, "Silence timeout (ms)")
        .byDefault(30_000)
        .checked(Range.between(200, 3_600_000))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("milliseconds")
        .example("30000")
        .documented(
            "Milliseconds without an event or heartbeat from the server after which the connection"
                + " is given up and made anew; must be more than "
                + BINLOG_HEARTBEAT_MS
                + ".")
        .option(RECONNECT_TIMEOUT_MS, Type.LONG, "Reconnect timeout (ms)")
        .byDefault(ReconnectPolicy.FOR_EVER)
        .checked(Range.between(ReconnectPolicy.FOR_EVER, 86_400_000L))
        .width(Width.SHORT)
        .unit("milliseconds")
        .example("300000")
        .documented(
            "Milliseconds for which a lost connection is made anew before the task fails; -1: for"
                + " ever. Reading goes on at the last transaction boundary; each try is logged, and"
                + " metrics tell for how long it has been tried.")
        .option(BUFFER_MAX_BYTES, Type.LONG, "Transaction buffer (bytes)")
        .byDefault(64L << 20)
        .checked(Range.between(10_000L, 1L << 40))
        .width(Width.SHORT)
        .unit("bytes")
        .example("67108864")
        .documented(
            "Bytes of encoded changes that transactions hold in memory together until they are sent,"
                + " prepared XA transactions included; beyond it they go to files in "
                + SPILL_DIRECTORY
                + ".")
        .option(SPILL_DIRECTORY, Type.STRING, "Spill directory")
        .byDefault("")
        .checked(OptionChecks.absolutePath())
        .importance(Importance.LOW)
        .width(Width.LONG)
        .example("/var/lib/tributary")
        .documented(
            "Folder on the worker for changes beyond "
                + BUFFER_MAX_BYTES
                + "; empty: the JVM's java.io.tmpdir. It needs room for the largest transaction,"
                + " encoded as JSON (about one to three times its size in the binlog), and for"
                + " prepared XA transactions. Its files are unlinked as soon as they are opened, so"
                + " nothing stays behind. A full disk stops the task; restarted, it begins the"
                + " transaction anew.")
        .option(XA_ABANDONED, Type.STRING, "Abandoned XA branches")
        .byDefault("")
        .checked(OptionChecks.parsed(XaIdList::parse, "gtrid,bqual,formatID;.."))
        .importance(Importance.LOW)
        .width(Width.LONG)
        .example("X'67747269643031',X'',1")
        .documented(
            "XA branches, separated by semicolons, whose changes are given up: their commit passes"
                + " without changes when their prepare was not read, and a second prepare takes the"
                + " place of the first. Name one only after the target was brought to what the"
                + " branch changed.");
  }

  static ReadingOptions of(AbstractConfig config) {
    return new ReadingOptions(
        StartPosition.parse(config.getString(START_POSITION)),
        config.getInt(BINLOG_HEARTBEAT_MS),
        config.getInt(SILENCE_TIMEOUT_MS),
        config.getLong(RECONNECT_TIMEOUT_MS),
        config.getLong(BUFFER_MAX_BYTES),
        XaIdList.parse(config.getString(XA_ABANDONED)),
        config.getString(SPILL_DIRECTORY));
  }
}
