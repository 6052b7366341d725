package io.tributary.sink.checkpoint;

import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A position in MariaDB's notation: domain, server and sequence number of each domain's last. */
final class MariaDbGtids implements GtidSet {
  private static final Pattern GTID = Pattern.compile("(\\d{1,10})-(\\d{1,10})-(\\d{1,20})");

  private final TreeMap<Long, Last> domains;

  private MariaDbGtids(TreeMap<Long, Last> domains) {
    this.domains = domains;
  }

  private record Last(long domain, long server, long sequence) {
    boolean atOrBefore(Last other) {
      return other != null && Long.compareUnsigned(sequence, other.sequence) <= 0;
    }

    @Override
    public String toString() {
      return domain + "-" + server + "-" + Long.toUnsignedString(sequence);
    }
  }

  /**
   * Reads a position or a single GTID.
   *
   * @throws IllegalArgumentException when the text is no GTID position of MariaDB
   */
  static MariaDbGtids of(String text) {
    MariaDbGtids position = new MariaDbGtids(new TreeMap<>());
    for (String gtid : text.replaceAll("\\s", "").split(",", -1)) {
      position.raise(last(gtid, text));
    }
    return position;
  }

  private static Last last(String gtid, String text) {
    Matcher matcher = GTID.matcher(gtid);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a GTID set: " + text);
    }
    return new Last(
        Long.parseLong(matcher.group(1)),
        Long.parseLong(matcher.group(2)),
        Long.parseUnsignedLong(matcher.group(3)));
  }

  private void raise(Last last) {
    if (!last.atOrBefore(domains.get(last.domain()))) {
      domains.put(last.domain(), last);
    }
  }

  @Override
  public boolean isEmpty() {
    return domains.isEmpty();
  }

  @Override
  public GtidSet union(GtidSet other) {
    if (other.isEmpty()) {
      return this;
    }
    if (!(other instanceof MariaDbGtids that)) {
      throw new IllegalArgumentException(
          "GTIDs of MariaDB and of MySQL: " + this + " and " + other);
    }
    MariaDbGtids all = new MariaDbGtids(new TreeMap<>(domains));
    that.domains.values().forEach(all::raise);
    return all;
  }

  @Override
  public boolean contains(GtidSet other) {
    return other.minus(this).isEmpty();
  }

  @Override
  public GtidSet minus(GtidSet other) {
    if (!(other instanceof MariaDbGtids that)) {
      return this;
    }
    TreeMap<Long, Last> left = new TreeMap<>(domains);
    left.values().removeIf(last -> last.atOrBefore(that.domains.get(last.domain())));
    return left.isEmpty() ? EMPTY : new MariaDbGtids(left);
  }

  /** The one before is not known by its server; what counts is its number. */
  @Override
  public GtidSet without(String gtid) {
    Last own = last(gtid.replaceAll("\\s", ""), gtid);
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
    return left.isEmpty() ? EMPTY : new MariaDbGtids(left);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MariaDbGtids that && domains.equals(that.domains);
  }

  @Override
  public int hashCode() {
    return domains.hashCode();
  }

  /** One GTID a domain, joined by commas. */
  @Override
  public String toString() {
    return domains.values().stream().map(Last::toString).collect(Collectors.joining(","));
  }
}
