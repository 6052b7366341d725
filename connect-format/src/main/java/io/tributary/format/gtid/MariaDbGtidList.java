package io.tributary.format.gtid;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * MariaDB's position: the last transaction of each domain, which stands for all before it in that
 * domain. Domain and server are unsigned 32-bit, the sequence number unsigned 64-bit numbers.
 */
final class MariaDbGtidList implements GtidSet {
  private static final Pattern GTID = Pattern.compile("(\\d{1,10})-(\\d{1,10})-(\\d{1,20})");

  private final TreeMap<Long, Last> domains;

  private MariaDbGtidList(TreeMap<Long, Last> domains) {
    this.domains = domains;
  }

  private record Last(long domain, long server, long sequence) {
    static Last parse(String gtid) {
      Matcher matcher = GTID.matcher(gtid);
      if (!matcher.matches()) {
        throw new IllegalArgumentException(
            "not a MariaDB GTID (domain-server-sequence): '" + gtid + "'");
      }
      return new Last(
          Long.parseLong(matcher.group(1)),
          Long.parseLong(matcher.group(2)),
          Long.parseUnsignedLong(matcher.group(3)));
    }

    boolean atOrBefore(Last other) {
      return other != null && Long.compareUnsigned(sequence, other.sequence) <= 0;
    }

    @Override
    public String toString() {
      return domain + "-" + server + "-" + Long.toUnsignedString(sequence);
    }
  }

  static MariaDbGtidList of(String compact) {
    MariaDbGtidList list = new MariaDbGtidList(new TreeMap<>());
    for (String gtid : compact.split(",", -1)) {
      list.raise(Last.parse(gtid));
    }
    return list;
  }

  private void raise(Last last) {
    if (!last.atOrBefore(domains.get(last.domain()))) {
      domains.put(last.domain(), last);
    }
  }

  @Override
  public boolean isEmpty() {
    return false;
  }

  @Override
  public boolean contains(String gtid) {
    Last last = Last.parse(gtid);
    return last.atOrBefore(domains.get(last.domain()));
  }

  @Override
  public boolean containsAll(GtidSet other) {
    return other.isEmpty()
        || other instanceof MariaDbGtidList that
            && that.domains.values().stream()
                .allMatch(last -> last.atOrBefore(domains.get(last.domain())));
  }

  /** The transaction becomes its domain's last one, also when its number is lower. */
  @Override
  public GtidSet add(String gtid) {
    Last last = Last.parse(gtid);
    TreeMap<Long, Last> changed = new TreeMap<>(domains);
    changed.put(last.domain(), last);
    return new MariaDbGtidList(changed);
  }

  /** The server of the one before is not known; what counts is its number. */
  @Override
  public GtidSet without(String gtid) {
    Last own = Last.parse(gtid);
    Last last = domains.get(own.domain());
    if (last == null || last.sequence() != own.sequence()) {
      return this;
    }
    TreeMap<Long, Last> left = new TreeMap<>(domains);
    if (own.sequence() == 1) {
      left.remove(own.domain());
    } else {
      left.put(own.domain(), new Last(own.domain(), last.server(), own.sequence() - 1));
    }
    return left.isEmpty() ? EMPTY : new MariaDbGtidList(left);
  }

  @Override
  public GtidSet minus(GtidSet other) {
    if (!(other instanceof MariaDbGtidList that)) {
      return this;
    }
    TreeMap<Long, Last> left = new TreeMap<>(domains);
    left.values().removeIf(last -> last.atOrBefore(that.domains.get(last.domain())));
    return left.isEmpty() ? EMPTY : new MariaDbGtidList(left);
  }

  @Override
  public GtidSet union(GtidSet other) {
    if (other.isEmpty()) {
      return this;
    }
    if (!(other instanceof MariaDbGtidList that)) {
      throw new IllegalArgumentException("a MariaDB GTID list and a MySQL GTID set: " + other);
    }
    MariaDbGtidList all = new MariaDbGtidList(new TreeMap<>(domains));
    that.domains.values().forEach(all::raise);
    return all;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MariaDbGtidList that && domains.equals(that.domains);
  }

  @Override
  public int hashCode() {
    return domains.hashCode();
  }

  @Override
  public String toString() {
    return domains.entrySet().stream()
        .map(Map.Entry::getValue)
        .map(Last::toString)
        .collect(Collectors.joining(","));
  }
}
