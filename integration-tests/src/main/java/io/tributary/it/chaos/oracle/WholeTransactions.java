package io.tributary.it.chaos.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a {@code read_committed} reader has seen of each transaction: a transaction of the traffic
 * says in its row of the table without a key how many row images it has, so that one of which a
 * part is missing, or one that was rolled back, is known. Thread-safe.
 */
public final class WholeTransactions {
  private static final int SHOWN = 5;

  private final ObjectMapper json = new ObjectMapper();

  /** By source and GTID, or position where there is none; those not whole yet. */
  private final Map<String, Seen> pending = new HashMap<>();

  private final Set<Long> serials = new HashSet<>();

  /** Replays are not judged: a reader is not equally far in all partitions. */
  private final Set<String> wholeNames = new HashSet<>();

  private long records;
  private long whole;

  /** Row images seen of one transaction: an update has two, and may be sent in two halves. */
  private static final class Seen {
    private static final int UNKNOWN = -1;

    /** By partition; a fragment numbered 0 begins anew. */
    final Map<Integer, Map<Integer, Integer>> images = new TreeMap<>();

    int declared = UNKNOWN;

    int total() {
      return images.values().stream()
          .flatMap(fragments -> fragments.values().stream())
          .mapToInt(Integer::intValue)
          .sum();
    }
  }

  /** Takes a record's value. */
  public void accept(String line) {
    try {
      accept(json.readTree(line));
    } catch (IOException e) {
      throw new UncheckedIOException("not a record: " + line, e);
    }
  }

  private synchronized void accept(JsonNode record) {
    records++;
    JsonNode changes = record.path("changes");
    JsonNode slice = record.path("slice");
    int fragment = slice.path("fragment").asInt();
    if (changes.isEmpty()) {
      return;
    }
    String name = nameOf(record);
    if (wholeNames.contains(name)) {
      return;
    }
    Seen seen = pending.computeIfAbsent(name, key -> new Seen());
    Map<Integer, Integer> fragments =
        seen.images.computeIfAbsent(slice.path("partition").asInt(), key -> new HashMap<>());
    if (fragment == 0) {
      fragments.clear();
    }
    fragments.put(fragment, images(changes));
    declaration(record, changes, seen);
    if (seen.declared == seen.total()) {
      pending.remove(name);
      wholeNames.add(name);
      whole++;
    }
  }

  private static int images(JsonNode changes) {
    int images = 0;
    for (JsonNode change : changes) {
      images += change.path("op").asText().equals("u") ? 2 : 1;
    }
    return images;
  }

  private static String nameOf(JsonNode record) {
    JsonNode gtid = record.path("gtid");
    return record.path("source").asText()
        + " "
        + (gtid.isTextual()
            ? gtid.asText()
            : record.path("history").asText() + " " + record.path("position").asText());
  }

  private void declaration(JsonNode record, JsonNode changes, Seen seen) {
    for (JsonNode change : changes) {
      JsonNode table = record.path("tables").path(change.path("table").asInt());
      JsonNode after = change.path("after");
      boolean declares =
          table.path("target").path("table").asText().startsWith("log_")
              && change.path("op").asText().equals("i")
              && !after.path(0).isNull();
      if (declares) {
        seen.declared = after.path(1).asInt();
        serials.add(after.path(0).asLong());
      }
    }
  }

  /** Records seen. */
  public synchronized long records() {
    return records;
  }

  /** Transactions seen whole. */
  public synchronized long whole() {
    return whole;
  }

  /** Transactions of which a part is missing now. */
  public synchronized List<String> torn() {
    List<String> torn = new ArrayList<>();
    pending.forEach(
        (name, seen) ->
            torn.add(
                "%s: %d row images seen of %s"
                    .formatted(
                        name,
                        seen.total(),
                        seen.declared == Seen.UNKNOWN ? "an unknown number" : seen.declared)));
    return torn;
  }

  /** Serial numbers of transactions that were rolled back and seen all the same. */
  public synchronized List<Long> seenOf(Collection<Long> rolledBack) {
    return rolledBack.stream().filter(serials::contains).sorted().limit(SHOWN).toList();
  }
}
