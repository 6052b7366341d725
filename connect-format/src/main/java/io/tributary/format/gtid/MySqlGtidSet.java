package io.tributary.format.gtid;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** A set in MySQL's notation: intervals of transaction numbers for each UUID and tag. */
final class MySqlGtidSet implements GtidSet {
  private static final Pattern TAG = Pattern.compile("[a-z_][a-z0-9_]{0,31}");
  private static final String UUID_FORM = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";

  private final TreeMap<Origin, GtidIntervals> intervals;

  private MySqlGtidSet(TreeMap<Origin, GtidIntervals> intervals) {
    this.intervals = intervals;
  }

  /**
   * Who numbers transactions: a server, or a tag at a server; the tag is empty when there is none.
   */
  private record Origin(String uuid, String tag) implements Comparable<Origin> {
    @Override
    public int compareTo(Origin other) {
      int byUuid = uuid.compareTo(other.uuid);
      return byUuid != 0 ? byUuid : tag.compareTo(other.tag);
    }
  }

  private record Gtid(Origin origin, long number) {
    static Gtid parse(String gtid) {
      int first = gtid.indexOf(':');
      int last = gtid.lastIndexOf(':');
      if (first < 0) {
        throw notOne(gtid);
      }
      String tag = first == last ? "" : parseTag(gtid.substring(first + 1, last), gtid);
      return new Gtid(
          new Origin(parseUuid(gtid.substring(0, first), gtid), tag),
          parseNumber(gtid.substring(last + 1), gtid));
    }
  }

  static GtidSet of(String compact) {
    TreeMap<Origin, GtidIntervals> intervals = new TreeMap<>();
    for (String perUuid : compact.split(",")) {
      if (perUuid.isEmpty()) {
        continue;
      }
      String[] parts = perUuid.split(":", -1);
      Origin origin = new Origin(parseUuid(parts[0], compact), "");
      for (int i = 1; i < parts.length; i++) {
        if (!parts[i].isEmpty() && Character.isDigit(parts[i].charAt(0))) {
          intervals.merge(origin, interval(parts[i], compact), GtidIntervals::addAll);
        } else {
          origin = new Origin(origin.uuid(), parseTag(parts[i], compact));
        }
      }
    }
    return setOf(intervals);
  }

  private static GtidSet setOf(TreeMap<Origin, GtidIntervals> intervals) {
    return intervals.isEmpty() ? EMPTY : new MySqlGtidSet(intervals);
  }

  private static GtidIntervals interval(String text, String set) {
    int dash = text.indexOf('-');
    long first = parseNumber(dash < 0 ? text : text.substring(0, dash), set);
    long last = dash < 0 ? first : parseNumber(text.substring(dash + 1), set);
    if (last < first) {
      throw notOne(set);
    }
    return GtidIntervals.NONE.add(first, last);
  }

  private static String parseUuid(String text, String whole) {
    String uuid = text.toLowerCase(Locale.ROOT);
    if (!ofUuidForm(uuid)) {
      throw notOne(whole);
    }
    return uuid;
  }

  /** Not a regular expression: it is asked for every transaction. */
  private static boolean ofUuidForm(String text) {
    if (text.length() != UUID_FORM.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
      if (UUID_FORM.charAt(i) == '-' ? c != '-' : !digit) {
        return false;
      }
    }
    return true;
  }

  private static String parseTag(String text, String whole) {
    String tag = text.toLowerCase(Locale.ROOT);
    if (!TAG.matcher(tag).matches()) {
      throw notOne(whole);
    }
    return tag;
  }

  private static long parseNumber(String text, String whole) {
    try {
      long number = Long.parseLong(text);
      if (number >= 1 && number <= GtidIntervals.MAX) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw notOne(whole);
    }
    throw notOne(whole);
  }

  private static IllegalArgumentException notOne(String text) {
    return new IllegalArgumentException(
        "not a GTID or GTID set (uuid:1-5:7, uuid:tag:1-3): '" + text + "'");
  }

  @Override
  public boolean isEmpty() {
    return false;
  }

  private GtidIntervals of(Origin origin) {
    return intervals.getOrDefault(origin, GtidIntervals.NONE);
  }

  @Override
  public boolean contains(String text) {
    Gtid gtid = Gtid.parse(text);
    return of(gtid.origin()).containsAll(gtid.number(), gtid.number());
  }

  @Override
  public boolean containsAll(GtidSet other) {
    return other.isEmpty()
        || other instanceof MySqlGtidSet that
            && that.intervals.entrySet().stream()
                .allMatch(entry -> of(entry.getKey()).containsAll(entry.getValue()));
  }

  @Override
  public GtidSet add(String text) {
    Gtid gtid = Gtid.parse(text);
    return with(gtid.origin(), numbers -> numbers.add(gtid.number(), gtid.number()));
  }

  @Override
  public GtidSet without(String text) {
    Gtid gtid = Gtid.parse(text);
    return with(gtid.origin(), numbers -> numbers.remove(gtid.number(), gtid.number()));
  }

  @Override
  public GtidSet minus(GtidSet other) {
    if (!(other instanceof MySqlGtidSet that)) {
      return this;
    }
    TreeMap<Origin, GtidIntervals> left = new TreeMap<>(intervals);
    left.replaceAll((origin, numbers) -> numbers.removeAll(that.of(origin)));
    left.values().removeIf(GtidIntervals::isEmpty);
    return setOf(left);
  }

  private GtidSet with(Origin origin, UnaryOperator<GtidIntervals> change) {
    GtidIntervals changed = change.apply(of(origin));
    TreeMap<Origin, GtidIntervals> all = new TreeMap<>(intervals);
    if (changed.isEmpty()) {
      all.remove(origin);
    } else {
      all.put(origin, changed);
    }
    return setOf(all);
  }

  @Override
  public GtidSet union(GtidSet other) {
    if (other.isEmpty()) {
      return this;
    }
    if (!(other instanceof MySqlGtidSet that)) {
      throw new IllegalArgumentException("a MySQL GTID set and a MariaDB GTID list: " + other);
    }
    TreeMap<Origin, GtidIntervals> all = new TreeMap<>(intervals);
    that.intervals.forEach((origin, numbers) -> all.merge(origin, numbers, GtidIntervals::addAll));
    return new MySqlGtidSet(all);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MySqlGtidSet that && intervals.equals(that.intervals);
  }

  @Override
  public int hashCode() {
    return intervals.hashCode();
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    String uuid = "";
    for (Map.Entry<Origin, GtidIntervals> entry : intervals.entrySet()) {
      Origin origin = entry.getKey();
      if (!origin.uuid().equals(uuid)) {
        uuid = origin.uuid();
        out.append(out.isEmpty() ? "" : ",").append(uuid);
      }
      if (!origin.tag().isEmpty()) {
        out.append(':').append(origin.tag());
      }
      entry.getValue().print(out);
    }
    return out.toString();
  }
}
