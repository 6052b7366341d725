package io.tributary.sink.ownership;

import io.tributary.format.model.ColumnType;
import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * What a collation sees of a string, as the target itself says by {@code WEIGHT_STRING}.
 *
 * <p>Under a {@code _bin} collation that is the text, without trailing spaces where it pads. Under
 * the others the target is asked. TiDB answers with the very bytes of its index keys
 * (pkg/expression/builtin_string.go#builtinWeightStringSig calls the collator's Key). MySQL
 * compares as if the shorter string were padded with spaces, so trailing weights of a space are cut
 * off.
 *
 * <p>Not thread-safe: belongs to one applier.
 */
final class Weights {
  /** Expressions of one query; MySQL allows 4,096 columns. */
  private static final int MAX_EXPRESSIONS = 500;

  private static final int MAX_KEPT = 20_000;
  private static final Set<String> CHARSETS =
      Set.of("utf8mb4", "utf8mb3", "utf8", "latin1", "ascii", "latin2", "cp1250", "cp1251");

  private final Map<String, String> kept = new LinkedHashMap<>(16, 0.75f, true);

  /** Whether the canonical form of the column's values is known. */
  static boolean supports(TargetColumn column) {
    return binary(column) || CHARSETS.contains(column.charset().toLowerCase(Locale.ROOT));
  }

  /** Whether the target need not be asked. */
  static boolean binary(TargetColumn column) {
    return column.collation().toLowerCase(Locale.ROOT).endsWith("_bin");
  }

  /** Drops what was used longest ago; not between {@link #load} and the calls of {@link #of}. */
  void trim() {
    int surplus = Math.max(0, kept.size() - MAX_KEPT);
    kept.keySet().stream().limit(surplus).toList().forEach(kept::remove);
  }

  /** Asks the target for what {@link #of} will need. */
  void load(TargetTransaction transaction, TargetColumn column, List<String> texts)
      throws TargetException {
    Set<String> unknown = new LinkedHashSet<>();
    for (String text : texts) {
      unknown.add(seen(column, text));
    }
    unknown.removeIf(text -> kept.containsKey(name(column, text)));
    boolean strip = padSpace(column) && !transaction.server().tidb();
    if (strip && !kept.containsKey(name(column, " "))) {
      kept.put(name(column, " "), ask(transaction, column, List.of(" ")).get(0));
    }
    List<String> list = new ArrayList<>(unknown);
    for (int from = 0; from < list.size(); from += MAX_EXPRESSIONS) {
      List<String> some = list.subList(from, Math.min(list.size(), from + MAX_EXPRESSIONS));
      List<String> answers = ask(transaction, column, some);
      for (int i = 0; i < some.size(); i++) {
        String space = strip ? kept.get(name(column, " ")) : "";
        kept.put(name(column, some.get(i)), stripped(answers.get(i), space));
      }
    }
  }

  /** What the column's collation sees of a text; {@link #load} was called for it. */
  String of(TargetColumn column, String text) {
    String seen = seen(column, text);
    return binary(column) ? seen : kept.get(name(column, seen));
  }

  private static String seen(TargetColumn column, String text) {
    return padSpace(column) || column.type() == ColumnType.CHAR ? withoutTrailing(text, " ") : text;
  }

  private static boolean padSpace(TargetColumn column) {
    return !column.collation().toLowerCase(Locale.ROOT).contains("_0900_");
  }

  private static String name(TargetColumn column, String text) {
    return column.collation() + ":" + text;
  }

  private static List<String> ask(
      TargetTransaction transaction, TargetColumn column, List<String> texts)
      throws TargetException {
    StringJoiner sql = new StringJoiner(", ", "SELECT ", "");
    for (String text : texts) {
      sql.add(
          "HEX(WEIGHT_STRING(CONVERT("
              + Quoting.string(text)
              + " USING "
              + column.charset()
              + ") COLLATE "
              + column.collation()
              + "))");
    }
    return transaction
        .query(
            sql.toString(),
            row -> {
              List<String> answers = new ArrayList<>();
              for (int i = 1; i <= texts.size(); i++) {
                answers.add(row.text(i));
              }
              return answers;
            })
        .get(0);
  }

  private static String stripped(String weight, String space) {
    return space.isEmpty() ? weight : withoutTrailing(weight, space);
  }

  private static String withoutTrailing(String text, String end) {
    int length = text.length();
    while (length >= end.length() && text.startsWith(end, length - end.length())) {
      length -= end.length();
    }
    return text.substring(0, length);
  }
}
