package io.tributary.it.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a reader of a topic has seen of one source's transactions, each of which touches all
 * partitions. It objects to a transaction that comes twice or out of order in a partition, and to
 * fragments that do not fit; of those that are sent in fragments, which may fill several Kafka
 * transactions, what came before the last attempt does not count. For one thread.
 */
final class SeenTransactions {
  private final ObjectMapper json = new ObjectMapper();
  private final int partitions;
  private final Map<String, Seen> byGtid = new LinkedHashMap<>();
  private final Map<Integer, Partition> byPartition = new TreeMap<>();
  private int records;

  SeenTransactions(int partitions) {
    this.partitions = partitions;
  }

  private static final class Seen {
    private final Set<Integer> complete = new TreeSet<>();
    private final List<JsonNode> changes = new ArrayList<>();
    private boolean fragmented;
  }

  private static final class Partition {
    private List<Long> position = List.of(0L, 0L, 0L);
    private String open;
    private long attempt;
    private int fragment;
  }

  /** Takes the next record. */
  void accept(String value) throws IOException {
    JsonNode record = json.readTree(value);
    records++;
    if (record.has("heartbeat")) {
      return;
    }
    JsonNode slice = record.path("slice");
    int number = slice.path("partition").asInt();
    Partition partition = byPartition.computeIfAbsent(number, any -> new Partition());
    String gtid = record.path("gtid").asText();
    Seen seen = byGtid.computeIfAbsent(gtid, any -> new Seen());
    seen.fragmented |= !slice.path("last").asBoolean();
    String where = gtid + " in partition " + number + ": " + slice;
    if (slice.path("fragment").asInt() == 0) {
      begin(partition, seen, record, where);
    } else {
      boolean fits =
          gtid.equals(partition.open)
              && partition.attempt == slice.path("attempt").asLong()
              && partition.fragment + 1 == slice.path("fragment").asInt();
      require(fits, "fragment without the one before it, " + where);
    }
    partition.open = gtid;
    partition.attempt = slice.path("attempt").asLong();
    partition.fragment = slice.path("fragment").asInt();
    if (slice.path("last").asBoolean()) {
      partition.open = null;
      partition.position = position(record);
      require(seen.complete.add(number) || seen.fragmented, "twice, " + where);
      record.path("changes").forEach(seen.changes::add);
    }
  }

  private static void begin(Partition partition, Seen seen, JsonNode record, String where) {
    String gtid = record.path("gtid").asText();
    boolean goesOn =
        partition.open == null
            || partition.open.equals(gtid)
                && partition.attempt < record.path("slice").path("attempt").asLong();
    require(goesOn, "before the last fragment of " + partition.open + ", " + where);
    int order = compare(partition.position, position(record));
    require(
        order < 0 || order == 0 && seen.fragmented, "after " + partition.position + ", " + where);
  }

  private static void require(boolean condition, String what) {
    if (!condition) {
      throw new AssertionError(what);
    }
  }

  /** As docs/record-format.md has it: file:created:offset, files compare first. */
  private static List<Long> position(JsonNode record) {
    List<Long> parts = new ArrayList<>();
    for (String part : record.path("position").asText().split(":")) {
      parts.add(Long.parseLong(part));
    }
    return parts;
  }

  private static int compare(List<Long> one, List<Long> other) {
    int files = Long.compare(one.get(0), other.get(0));
    return files != 0 ? files : Long.compare(one.get(2), other.get(2));
  }

  /** Transactions, not in fragments, that were seen in some partitions and not in others. */
  List<String> inPart() {
    List<String> found = new ArrayList<>();
    byGtid.forEach(
        (gtid, seen) -> {
          if (!seen.fragmented && seen.complete.size() < partitions) {
            found.add(gtid + " only in partitions " + seen.complete);
          }
        });
    return found;
  }

  /** How many were seen in all partitions. */
  int whole() {
    return (int) byGtid.values().stream().filter(this::whole).count();
  }

  private boolean whole(Seen seen) {
    return seen.complete.size() == partitions;
  }

  int fragmented() {
    return (int) byGtid.values().stream().filter(seen -> seen.fragmented).count();
  }

  int records() {
    return records;
  }

  /**
   * The numbers of whole transactions that did not come in fragments. All changes of one have its
   * number in the column.
   */
  Set<Integer> numbers(int column, int changes) {
    Set<Integer> numbers = new TreeSet<>();
    for (Map.Entry<String, Seen> entry : byGtid.entrySet()) {
      Seen seen = entry.getValue();
      if (seen.fragmented || !whole(seen)) {
        continue;
      }
      Set<Integer> own = new TreeSet<>();
      seen.changes.forEach(change -> own.add(change.path("after").path(column).asInt()));
      require(
          own.size() == 1 && seen.changes.size() == changes,
          entry.getKey() + " has " + seen.changes.size() + " changes, of transactions " + own);
      require(numbers.addAll(own), "two transactions with number " + own);
    }
    return numbers;
  }
}
