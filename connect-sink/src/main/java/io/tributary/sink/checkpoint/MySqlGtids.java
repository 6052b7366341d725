package io.tributary.sink.checkpoint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A set of GTIDs as MySQL prints it: {@code uuid:1-5:7,uuid:tag:1-3}. Immutable.
 *
 * <p>The text form is that of {@code gtid_executed} (MySQL manual, "GTID Sets"), tags of 8.3 and
 * later included: {@code uuid:1-5:tag:1-3} is read as two sets of intervals.
 */
final class MySqlGtids implements GtidSet {
  /** The set without members. */
  static final MySqlGtids NONE = new MySqlGtids(new TreeMap<>());

  /** From {@code uuid} or {@code uuid:tag} to its intervals, sorted, not touching each other. */
  private final TreeMap<String, List<Interval>> intervals;

  private record Interval(long first, long last) {}

  private MySqlGtids(TreeMap<String, List<Interval>> intervals) {
    this.intervals = intervals;
  }

  /**
   * Reads a set or a single GTID; blanks and line breaks are left out.
   *
   * @throws IllegalArgumentException when the text is not a GTID set of MySQL
   */
  static MySqlGtids of(String text) {
    TreeMap<String, List<Interval>> parsed = new TreeMap<>();
    for (String member : text.replaceAll("\\s", "").split(",")) {
      if (!member.isEmpty()) {
        parseMember(member, parsed, text);
      }
    }
    parsed.replaceAll((name, list) -> normalized(list));
    return parsed.isEmpty() ? NONE : new MySqlGtids(parsed);
  }

  private static void parseMember(
      String member, TreeMap<String, List<Interval>> into, String text) {
    String[] parts = member.split(":", -1);
    String uuid = parts[0].toLowerCase(Locale.ROOT);
    if (parts.length < 2 || !uuid.matches("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")) {
      throw new IllegalArgumentException("not a GTID set: " + text);
    }
    String name = uuid;
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i];
      if (part.matches("[0-9]{1,19}(-[0-9]{1,19})?")) {
        String[] ends = part.split("-");
        long first = Long.parseLong(ends[0]);
        long last = Long.parseLong(ends[ends.length - 1]);
        if (first < 1 || last < first) {
          throw new IllegalArgumentException("not a GTID set: " + text);
        }
        into.computeIfAbsent(name, n -> new ArrayList<>()).add(new Interval(first, last));
      } else if (part.matches("[A-Za-z_][A-Za-z0-9_]{0,31}")) {
        name = uuid + ":" + part.toLowerCase(Locale.ROOT);
      } else {
        throw new IllegalArgumentException("not a GTID set: " + text);
      }
    }
  }

  private static List<Interval> normalized(List<Interval> list) {
    List<Interval> sorted = new ArrayList<>(list);
    sorted.sort(Comparator.comparingLong(Interval::first));
    List<Interval> result = new ArrayList<>();
    for (Interval next : sorted) {
      Interval before = result.isEmpty() ? null : result.get(result.size() - 1);
      if (before != null && next.first <= before.last + 1) {
        result.set(result.size() - 1, new Interval(before.first, Math.max(before.last, next.last)));
      } else {
        result.add(next);
      }
    }
    return Collections.unmodifiableList(result);
  }

  @Override
  public boolean isEmpty() {
    return intervals.isEmpty();
  }

  @Override
  public GtidSet union(GtidSet other) {
    if (other.isEmpty()) {
      return this;
    }
    if (isEmpty()) {
      return other;
    }
    if (!(other instanceof MySqlGtids that)) {
      throw new IllegalArgumentException(
          "GTIDs of MySQL and of MariaDB: " + this + " and " + other);
    }
    TreeMap<String, List<Interval>> result = new TreeMap<>(intervals);
    for (Map.Entry<String, List<Interval>> entry : that.intervals.entrySet()) {
      result.merge(entry.getKey(), entry.getValue(), MySqlGtids::joined);
    }
    return new MySqlGtids(result);
  }

  private static List<Interval> joined(List<Interval> one, List<Interval> other) {
    Interval added = other.get(0);
    if (other.size() == 1 && added.first >= one.get(one.size() - 1).first) {
      // The usual case: transactions come in the order of their numbers.
      List<Interval> tail = normalized(List.of(one.get(one.size() - 1), added));
      List<Interval> result = new ArrayList<>(one.subList(0, one.size() - 1));
      result.addAll(tail);
      return Collections.unmodifiableList(result);
    }
    List<Interval> all = new ArrayList<>(one);
    all.addAll(other);
    return normalized(all);
  }

  @Override
  public GtidSet without(String gtid) {
    return minus(of(gtid));
  }

  @Override
  public boolean contains(GtidSet other) {
    return other.minus(this).isEmpty();
  }

  @Override
  public GtidSet minus(GtidSet other) {
    if (!(other instanceof MySqlGtids that)) {
      return this;
    }
    TreeMap<String, List<Interval>> result = new TreeMap<>();
    for (Map.Entry<String, List<Interval>> entry : intervals.entrySet()) {
      List<Interval> left =
          minus(entry.getValue(), that.intervals.getOrDefault(entry.getKey(), List.of()));
      if (!left.isEmpty()) {
        result.put(entry.getKey(), left);
      }
    }
    return result.isEmpty() ? NONE : new MySqlGtids(result);
  }

  private static List<Interval> minus(List<Interval> from, List<Interval> taken) {
    List<Interval> result = new ArrayList<>();
    int at = 0;
    for (Interval interval : from) {
      long first = interval.first;
      while (at < taken.size() && taken.get(at).last < first) {
        at++;
      }
      for (int i = at; i < taken.size() && taken.get(i).first <= interval.last; i++) {
        if (taken.get(i).first > first) {
          result.add(new Interval(first, taken.get(i).first - 1));
        }
        first = Math.max(first, taken.get(i).last + 1);
      }
      if (first <= interval.last) {
        result.add(new Interval(first, interval.last));
      }
    }
    return result;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MySqlGtids that && intervals.equals(that.intervals);
  }

  @Override
  public int hashCode() {
    return intervals.hashCode();
  }

  /** One member a UUID (and tag), {@code uuid:1-5:7}, joined by commas. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    intervals.forEach(
        (name, list) -> {
          text.append(text.isEmpty() ? "" : ",").append(name);
          for (Interval interval : list) {
            text.append(':').append(interval.first);
            if (interval.last > interval.first) {
              text.append('-').append(interval.last);
            }
          }
        });
    return text.toString();
  }
}
