package io.tributary.sink.writer;

import io.tributary.format.codec.DecodedRecord;
import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.Change;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Heartbeat;
import io.tributary.format.model.Origin;
import io.tributary.format.model.Position;
import io.tributary.format.model.Row;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import java.util.List;
import java.util.Set;

/** Records for tests: a source's record at a position, with what matters changed. */
public record Records(
    String source,
    String connector,
    String history,
    Position previous,
    Position position,
    String gtid,
    String executed,
    Long watermarkMicros,
    int partitions,
    AffinityRule rule) {
  public static final String A = "aaaaaaaa-71ca-11e1-9e33-c80aa9429562";
  public static final String B = "bbbbbbbb-71ca-11e1-9e33-c80aa9429562";
  public static final AffinityRule BY_ID =
      new AffinityRule(List.of(new AffinityRule.KeyColumn("id", AffinityRule.Fold.EXACT)), 1, 1);

  /** A record of source {@code s} at offsets of file 1, created at 1. */
  public static Records at(long previous, long offset) {
    return new Records(
        "s", "c1", A + "/binlog", in(1, 1, previous), in(1, 1, offset), null, null, null, 1, BY_ID);
  }

  public static Position in(long file, long created, long offset) {
    return new Position(file, created, offset);
  }

  public Records of(String name) {
    return new Records(
        name,
        connector,
        history,
        previous,
        position,
        gtid,
        executed,
        watermarkMicros,
        partitions,
        rule);
  }

  public Records by(String name) {
    return new Records(
        source,
        name,
        history,
        previous,
        position,
        gtid,
        executed,
        watermarkMicros,
        partitions,
        rule);
  }

  public Records history(String name) {
    return new Records(
        source,
        connector,
        name,
        previous,
        position,
        gtid,
        executed,
        watermarkMicros,
        partitions,
        rule);
  }

  public Records positions(Position from, Position to) {
    return new Records(
        source, connector, history, from, to, gtid, executed, watermarkMicros, partitions, rule);
  }

  public Records gtid(String text) {
    return new Records(
        source,
        connector,
        history,
        previous,
        position,
        text,
        executed,
        watermarkMicros,
        partitions,
        rule);
  }

  public Records executed(String text) {
    return new Records(
        source,
        connector,
        history,
        previous,
        position,
        gtid,
        text,
        watermarkMicros,
        partitions,
        rule);
  }

  public Records heartbeat(long micros) {
    return new Records(
        source, connector, history, previous, position, gtid, executed, micros, partitions, rule);
  }

  public Records partitions(int number) {
    return new Records(
        source,
        connector,
        history,
        previous,
        position,
        gtid,
        executed,
        watermarkMicros,
        number,
        rule);
  }

  public Records rule(AffinityRule other) {
    return new Records(
        source,
        connector,
        history,
        previous,
        position,
        gtid,
        executed,
        watermarkMicros,
        partitions,
        other);
  }

  /** The record; a row is inserted whose id is the position's offset. */
  public TransactionRecord record() {
    return record(1, 0, true);
  }

  public TransactionRecord record(long attempt, int fragment, boolean last) {
    boolean data = watermarkMicros == null;
    boolean whole = fragment == 0 && last;
    return new TransactionRecord(
        new Origin(source, connector, history),
        new Commit(position, gtid, null, position.offset() * 1_000),
        new Slice(0, partitions, previous, attempt, fragment, last),
        executed,
        data ? null : new Heartbeat(watermarkMicros),
        data ? List.of(table()) : List.of(),
        data && whole ? List.of(new Change.Insert(0, Row.of(position.offset()))) : List.of());
  }

  private TableDescriptor table() {
    TableName name = new TableName("d", "t");
    return new TableDescriptor(
        name,
        name,
        rule,
        Set.of(),
        List.of(),
        List.of(new Column("id", ColumnType.BIGINT, false, 1, 0, 0, null, List.of())));
  }

  public Delivery delivered(long kafkaOffset) {
    return new Delivery(kafkaOffset, 100, new DecodedRecord(record(), null), "original");
  }

  public Delivery fragment(
      long kafkaOffset, long attempt, int fragment, boolean last, byte[] piece) {
    return new Delivery(
        kafkaOffset, 100, new DecodedRecord(record(attempt, fragment, last), piece), "original");
  }
}
