package io.tributary.sink.ownership;

import io.tributary.sink.tidb.Quoting;
import io.tributary.sink.tidb.StatementLimits;
import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTransaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The table that says which shards have which row: one row per key and shard. {@code hidden} is 0
 * for the visible shard, else the place in the order of hiding, from 1; only hidden rows have an
 * image.
 *
 * <p>Stateless; its reads and writes belong to the writer's transaction.
 */
final class Ledger {
  private final String name;
  private final StatementLimits limits;

  Ledger(LedgerTables tables, StatementLimits limits) {
    this.name = tables.ledger();
    this.limits = limits;
  }

  private record Entry(String key, int shard, int hidden, TargetRow image) {}

  /** The states of keys; keys without an entry are left out. */
  Map<String, KeyState<TargetRow>> read(
      TargetTransaction transaction, MergedTable table, Collection<String> keys)
      throws TargetException {
    String head =
        "SELECT row_key, shard, hidden, image FROM "
            + name
            + " WHERE target_table = "
            + table.number()
            + " AND row_key IN (";
    List<String> literals = keys.stream().sorted().map(Ledger::keyLiteral).toList();
    Map<String, List<Entry>> entries = new HashMap<>();
    for (String sql : limits.statements(head, literals, ")")) {
      for (Entry entry : transaction.query(sql, row -> entry(row, table))) {
        entries.computeIfAbsent(entry.key, key -> new ArrayList<>()).add(entry);
      }
    }
    Map<String, KeyState<TargetRow>> states = new HashMap<>();
    entries.forEach((key, list) -> states.put(key, state(list)));
    return states;
  }

  private static Entry entry(TargetTransaction.ResultRow row, MergedTable table)
      throws TargetException {
    int shard = Math.toIntExact(row.number(2));
    byte[] image = row.bytes(4);
    return new Entry(
        new String(row.bytes(1), StandardCharsets.UTF_8),
        shard,
        Math.toIntExact(row.number(3)),
        image == null ? null : table.owned(ImageCodec.read(image, table.target()), shard));
  }

  private static KeyState<TargetRow> state(List<Entry> entries) {
    entries.sort(Comparator.comparingInt(Entry::hidden));
    List<KeyState.Holder<TargetRow>> holders = new ArrayList<>();
    entries.forEach(entry -> holders.add(new KeyState.Holder<>(entry.shard, entry.image)));
    return new KeyState<>(holders.get(0), holders.subList(1, holders.size()));
  }

  /** Keys of which something is hidden, at most so many of them. */
  List<String> hiddenKeys(TargetTransaction transaction, int tableNumber, long most)
      throws TargetException {
    String sql =
        "SELECT DISTINCT row_key FROM "
            + name
            + " WHERE target_table = "
            + tableNumber
            + " AND hidden > 0 LIMIT "
            + most;
    return transaction.query(sql, row -> new String(row.bytes(1), StandardCharsets.UTF_8));
  }

  /** Takes all entries of some keys away. */
  void clear(TargetTransaction transaction, int tableNumber, Collection<String> keys)
      throws TargetException {
    String head =
        "DELETE FROM " + name + " WHERE target_table = " + tableNumber + " AND row_key IN (";
    List<String> literals = keys.stream().sorted().map(Ledger::keyLiteral).toList();
    for (String sql : limits.statements(head, literals, ")")) {
      transaction.update(sql);
    }
  }

  /** Makes the ledger's rows of some keys what their new states say. */
  void write(
      TargetTransaction transaction,
      int tableNumber,
      Map<String, KeyState<TargetRow>> before,
      Map<String, KeyState<TargetRow>> after)
      throws TargetException {
    List<String> gone = new ArrayList<>();
    List<String> written = new ArrayList<>();
    for (String key : after.keySet().stream().sorted().toList()) {
      Map<Integer, Entry> old = entries(key, before.getOrDefault(key, KeyState.empty()));
      Map<Integer, Entry> now = entries(key, after.get(key));
      String head = "(" + tableNumber + ", " + keyLiteral(key) + ", ";
      for (Entry entry : old.values()) {
        if (!now.containsKey(entry.shard)) {
          gone.add(head + entry.shard + ")");
        }
      }
      for (Entry entry : now.values()) {
        if (!entry.equals(old.get(entry.shard))) {
          written.add(head + entry.shard + ", " + entry.hidden + ", " + imageLiteral(entry) + ")");
        }
      }
    }
    String delete = "DELETE FROM " + name + " WHERE (target_table, row_key, shard) IN (";
    String replace =
        "REPLACE INTO " + name + " (target_table, row_key, shard, hidden, image) VALUES ";
    for (String sql : limits.statements(delete, gone, ")")) {
      transaction.update(sql);
    }
    for (String sql : limits.statements(replace, written, "")) {
      transaction.update(sql);
    }
  }

  private static Map<Integer, Entry> entries(String key, KeyState<TargetRow> state) {
    Map<Integer, Entry> entries = new HashMap<>();
    if (state.visible() != null) {
      int shard = state.visible().shard();
      entries.put(shard, new Entry(key, shard, 0, null));
    }
    for (int i = 0; i < state.hidden().size(); i++) {
      KeyState.Holder<TargetRow> holder = state.hidden().get(i);
      entries.put(holder.shard(), new Entry(key, holder.shard(), i + 1, holder.image()));
    }
    return entries;
  }

  private static String imageLiteral(Entry entry) {
    return entry.image == null ? "NULL" : Quoting.bytes(ImageCodec.write(entry.image));
  }

  /** Binary, and readable where it can be. */
  private static String keyLiteral(String key) {
    String text = Quoting.string(key);
    return text.startsWith("'") ? text : Quoting.bytes(key.getBytes(StandardCharsets.UTF_8));
  }
}
