package io.tributary.sink.sql;

import io.tributary.format.model.Column;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableDescriptor;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetKey;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.writer.ApplyException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * One descriptor bound to its target table: which value of a row image goes to which column, by
 * name. Generated columns of the target are left out (3105); provenance columns are added.
 *
 * <p>Immutable.
 */
final class TableBinding {
  private static final int CONSTANT = -1;
  private static final int COMMIT_TIME = -2;
  private static final DateTimeFormatter DATETIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  /**
   * Where the value of a target column comes from: the column of the image with this index, {@link
   * #CONSTANT} or {@link #COMMIT_TIME}.
   */
  private record Value(TargetColumn target, int index, String constant) {}

  /** A value that is the same in all rows of the descriptor. */
  record Constant(TargetColumn column, String literal) {}

  private final TableDescriptor descriptor;
  private final TargetTable target;
  private final Literals literals;
  private final List<Value> written = new ArrayList<>();
  private final List<Value> key = new ArrayList<>();
  private final List<String> writtenNames;

  /**
   * Binds them; the descriptor has passed {@link DescriptorCheck}, so every column exists and the
   * key's columns are all there.
   *
   * @param owner names the shard of the rows; null where no column does
   */
  TableBinding(TableDescriptor descriptor, TargetTable target, Literals literals, Constant owner) {
    this.descriptor = descriptor;
    this.target = target;
    this.literals = literals;
    List<Value> all = values(descriptor, target);
    all.stream().filter(value -> !value.target.generated()).forEach(written::add);
    if (owner != null) {
      written.add(new Value(owner.column, CONSTANT, owner.literal));
    }
    this.writtenNames = written.stream().map(value -> value.target.name()).toList();
    for (String column : target.identity().map(TargetKey::wholeColumns).orElse(List.of())) {
      all.stream()
          .filter(value -> value.target.name().equalsIgnoreCase(column))
          .findFirst()
          .ifPresent(key::add);
    }
  }

  private static List<Value> values(TableDescriptor descriptor, TargetTable target) {
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < descriptor.columns().size(); i++) {
      TargetColumn column = target.column(descriptor.columns().get(i).name()).orElseThrow();
      values.add(new Value(column, i, null));
    }
    for (TableDescriptor.Provenance provenance : descriptor.provenance()) {
      TargetColumn column = target.column(provenance.column()).orElseThrow();
      values.add(
          provenance.isCommitTime()
              ? new Value(column, COMMIT_TIME, null)
              : new Value(column, CONSTANT, Quoting.string(provenance.value())));
    }
    return values;
  }

  TableDescriptor descriptor() {
    return descriptor;
  }

  TargetTable target() {
    return target;
  }

  /** Whether rows are addressed by a key of the target, else by all their columns. */
  boolean keyed() {
    return !key.isEmpty();
  }

  /** The columns that are written, spelled as in the target. */
  List<TargetColumn> writtenColumns() {
    return written.stream().map(Value::target).toList();
  }

  /**
   * Whether a written column, by its place among them, tells rows apart. The commit time does not:
   * it says when the row was changed, so the row to be changed has another one.
   */
  boolean tellsApart(int place) {
    return written.get(place).index != COMMIT_TIME;
  }

  /**
   * The row that an image makes.
   *
   * @param commitMicros commit time of the change, microseconds since the epoch
   */
  TargetRow row(Row image, long commitMicros) throws ApplyException {
    return new TargetRow(writtenNames, literals(written, image, commitMicros));
  }

  /** Literals of the key's columns, in the order of the target's key. */
  List<String> key(Row image) throws ApplyException {
    List<String> values = literals(key, image, 0);
    if (values.contains(TargetRow.ENUM_ERROR)) {
      throw new ApplyException(
          ApplyException.Kind.DATA,
          "a key column of the ENUM type has the error value (index 0), which no statement can name;"
              + " correct the row at the source");
    }
    return values;
  }

  private List<String> literals(List<Value> values, Row image, long commitMicros)
      throws ApplyException {
    List<String> texts = new ArrayList<>(values.size());
    for (Value value : values) {
      texts.add(
          switch (value.index) {
            case CONSTANT -> value.constant;
            case COMMIT_TIME -> datetime(commitMicros);
            default -> literal(value, image);
          });
    }
    return texts;
  }

  /** In UTC, which is the session's time zone, so that it means the same in a TIMESTAMP. */
  private static String datetime(long micros) {
    return Quoting.string(DATETIME.format(Instant.EPOCH.plus(micros, ChronoUnit.MICROS)));
  }

  private String literal(Value value, Row image) throws ApplyException {
    Column source = descriptor.columns().get(value.index);
    Object content = image.value(value.index);
    if (content == Row.ABSENT) {
      throw new ApplyException(
          ApplyException.Kind.FATAL,
          "the row image has no value of column "
              + source.name()
              + ": a session of the source wrote with another binlog_row_image than FULL;"
              + " set it to FULL and copy the row anew");
    }
    return literals.literal(content, source, value.target);
  }
}
