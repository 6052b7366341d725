package io.tributary.format.codec;

import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.AffinityRule.Fold;
import io.tributary.format.model.AffinityRule.KeyColumn;
import io.tributary.format.model.Change;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Commit;
import io.tributary.format.model.Origin;
import io.tributary.format.model.Position;
import io.tributary.format.model.Row;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.model.XaId;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Makes records whose every field is random within what the model allows. */
final class RandomRecords {
  private final Random random;

  RandomRecords(Random random) {
    this.random = random;
  }

  TransactionRecord record() {
    List<TableDescriptor> tables = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      tables.add(table());
    }
    List<Change> changes = new ArrayList<>();
    for (int i = random.nextInt(20); i > 0; i--) {
      int table = random.nextInt(tables.size());
      changes.add(change(table, tables.get(table).columns()));
    }
    return new TransactionRecord(
        new Origin(text(), text(), text()),
        new Commit(
            position(),
            maybe() ? text() : null,
            maybe() ? new XaId(random.nextInt(Integer.MAX_VALUE), bytes(64), bytes(64)) : null,
            random.nextLong()),
        new Slice(random.nextInt(9), 9, position(), random.nextLong(), 0, true),
        maybe() ? text() : null,
        null,
        tables,
        changes);
  }

  private TableDescriptor table() {
    List<Column> columns = new ArrayList<>();
    for (int i = random.nextInt(12); i >= 0; i--) {
      columns.add(column());
    }
    Fold[] folds = Fold.values();
    List<KeyColumn> key = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      key.add(new KeyColumn(text(), folds[random.nextInt(folds.length)]));
    }
    Set<ChangeKind> excluded = EnumSet.noneOf(ChangeKind.class);
    for (ChangeKind kind : ChangeKind.values()) {
      if (random.nextInt(4) == 0) {
        excluded.add(kind);
      }
    }
    return new TableDescriptor(
        new TableName(text(), text()),
        new TableName(text(), text()),
        new AffinityRule(key, 1 + random.nextInt(3), 1 + random.nextInt(64)),
        excluded,
        maybe()
            ? List.of(new TableDescriptor.Provenance(text(), maybe() ? text() : null))
            : List.of(),
        columns);
  }

  private Column column() {
    ColumnType[] types = ColumnType.values();
    return new Column(
        text(),
        types[random.nextInt(types.length)],
        maybe(),
        random.nextInt(3),
        maybe() ? random.nextInt(Integer.MAX_VALUE) * 2L : 0,
        random.nextInt(7),
        maybe() ? text() : null,
        maybe() ? List.of(text(), text()) : List.of());
  }

  private Change change(int table, List<Column> columns) {
    return switch (random.nextInt(3)) {
      case 0 -> new Change.Insert(table, row(columns));
      case 1 -> new Change.Update(table, row(columns), row(columns));
      default -> new Change.Delete(table, row(columns));
    };
  }

  private Row row(List<Column> columns) {
    boolean partial = random.nextInt(4) == 0;
    Object[] values = new Object[columns.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = partial && maybe() ? Row.ABSENT : value(columns.get(i).type());
    }
    return Row.of(values);
  }

  private Object value(ColumnType type) {
    if (random.nextInt(8) == 0) {
      return null;
    }
    return switch (type) {
      case TINYINT, SMALLINT, MEDIUMINT, INT, YEAR -> (long) random.nextInt();
      case BIGINT, BIT -> maybe() ? (Object) random.nextLong() : large();
      case FLOAT -> (double) Float.intBitsToFloat(finite(random.nextInt()));
      case DOUBLE -> finite(random.nextLong());
      case BINARY, VARBINARY, BLOB, GEOMETRY, VECTOR -> bytes(maybe() ? 30 : 20_000);
      case ENUM -> maybe() ? (Object) 0L : text();
      case DECIMAL, DATE, TIME, DATETIME, TIMESTAMP, CHAR, VARCHAR, TEXT, SET, JSON -> text();
    };
  }

  private BigInteger large() {
    return BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.ONE).add(new BigInteger(63, random));
  }

  private static int finite(int bits) {
    return Float.isFinite(Float.intBitsToFloat(bits)) ? bits : 0x80000000;
  }

  private static double finite(long bits) {
    double value = Double.longBitsToDouble(bits);
    return Double.isFinite(value) ? value : -0.0;
  }

  private Position position() {
    return new Position(random.nextLong() >>> 1, random.nextLong() >>> 1, random.nextLong() >>> 1);
  }

  private byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Any UTF-16, lone surrogates and control characters included. */
  private String text() {
    int length = random.nextInt(12) == 0 ? random.nextInt(10_000) : random.nextInt(12);
    StringBuilder text = new StringBuilder(length);
    int kind = random.nextInt(3);
    for (int i = 0; i < length; i++) {
      text.append(
          (char)
              switch (kind) {
                case 0 -> 32 + random.nextInt(95);
                case 1 -> random.nextInt(0x3000);
                default -> random.nextInt(0x10000);
              });
    }
    return text.toString();
  }

  private boolean maybe() {
    return random.nextBoolean();
  }
}
