package io.tributary.sink.ownership;

import io.tributary.format.model.ColumnType;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTable;
import io.tributary.sink.tidb.TargetTransaction;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The canonical form of keys of one target table: two keys have the same form if and only if the
 * target takes them for one key (hazard 28).
 *
 * <p>Each column's value is brought to a form of its own (numbers without trailing zeros, strings
 * without what the collation does not see); the values are joined as netstrings ({@code 1:7}), and
 * what is longer than {@value #MAX_BYTES} bytes is replaced by its SHA-256.
 *
 * <p>Not thread-safe: belongs to one applier.
 */
final class CanonicalKeys {
  private static final int MAX_BYTES = 80;

  private final TargetTable table;
  private final List<TargetColumn> columns;
  private final Weights weights;

  /**
   * Keys of a table that has an identity.
   *
   * @param weights shared between the tables of one applier
   */
  CanonicalKeys(TargetTable table, Weights weights) {
    this.table = table;
    this.columns =
        table.identity().orElseThrow().wholeColumns().stream()
            .map(name -> table.column(name).orElseThrow())
            .toList();
    this.weights = weights;
  }

  TargetTable table() {
    return table;
  }

  /** The key columns, in the order of the target's key. */
  List<TargetColumn> columns() {
    return columns;
  }

  /** Why keys of a table have no canonical form; empty when they have one. */
  static Optional<String> refusal(TargetTable table) {
    return table.identity().orElseThrow().wholeColumns().stream()
        .map(name -> table.column(name).orElseThrow())
        .filter(column -> column.text() && !Weights.supports(column))
        .map(
            column ->
                "the key column "
                    + column.name()
                    + " has the collation "
                    + column.collation()
                    + ", for which it is not known which keys are equal; in a table of merge.tables"
                    + " use a collation of utf8mb4 or latin1, or a _bin one")
        .findFirst();
  }

  /** The canonical forms of keys that are given by the literals of their columns. */
  Map<List<String>, String> of(TargetTransaction transaction, Collection<List<String>> keys)
      throws TargetException {
    weights.trim();
    for (int i = 0; i < columns.size(); i++) {
      TargetColumn column = columns.get(i);
      if (column.text() && !Weights.binary(column)) {
        List<String> texts = new ArrayList<>();
        for (List<String> key : keys) {
          texts.add(Quoting.unquoted(key.get(i)));
        }
        weights.load(transaction, column, texts);
      }
    }
    Map<List<String>, String> forms = new HashMap<>();
    for (List<String> key : keys) {
      forms.computeIfAbsent(key, this::form);
    }
    return forms;
  }

  private String form(List<String> key) {
    StringBuilder form = new StringBuilder();
    for (int i = 0; i < columns.size(); i++) {
      String value = value(columns.get(i), key.get(i));
      form.append(value.getBytes(StandardCharsets.UTF_8).length).append(':').append(value);
    }
    byte[] bytes = form.toString().getBytes(StandardCharsets.UTF_8);
    return bytes.length <= MAX_BYTES ? form.toString() : "sha256:" + digest(bytes);
  }

  private String value(TargetColumn column, String literal) {
    return switch (column.type()) {
      case DECIMAL -> new BigDecimal(literal).stripTrailingZeros().toPlainString();
      case FLOAT -> number((float) Double.parseDouble(literal));
      case DOUBLE -> number(Double.parseDouble(literal));
      case DATETIME, TIMESTAMP, TIME -> temporal(column.type(), Quoting.unquoted(literal));
      case BINARY -> hex(literal).replaceAll("(00)+$", "");
      case VARBINARY, BLOB -> hex(literal);
      case CHAR, VARCHAR, TEXT -> weights.of(column, Quoting.unquoted(literal));
      case DATE, ENUM, SET -> Quoting.unquoted(literal);
      default -> literal;
    };
  }

  /** Negative zero equals zero. */
  private static String number(double value) {
    return Double.toString(value == 0 ? 0 : value);
  }

  private static String temporal(ColumnType type, String text) {
    String full = type != ColumnType.TIME && text.length() == 10 ? text + " 00:00:00" : text;
    String trimmed = full.indexOf('.') < 0 ? full : full.replaceAll("\\.?0*$", "");
    boolean negativeZero =
        trimmed.startsWith("-") && trimmed.chars().noneMatch(c -> c >= '1' && c <= '9');
    return negativeZero ? trimmed.substring(1) : trimmed;
  }

  private static String hex(String literal) {
    return HexFormat.of().formatHex(Quoting.unquotedBytes(literal));
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
