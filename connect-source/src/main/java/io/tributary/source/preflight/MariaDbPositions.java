package io.tributary.source.preflight;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Compares a GTID position with what a MariaDB has and had, for which it has no functions as MySQL
 * has. Pure.
 */
final class MariaDbPositions {
  private static final Pattern GTID = Pattern.compile("(\\d{1,10})-(\\d{1,10})-(\\d{1,20})");

  private MariaDbPositions() {}

  private record Gtid(String domain, String server, long sequence) {
    static List<Gtid> parse(String list) {
      List<Gtid> gtids = new ArrayList<>();
      for (String each : list.replaceAll("\\s", "").split(",")) {
        Matcher matcher = GTID.matcher(each);
        if (matcher.matches()) {
          gtids.add(
              new Gtid(
                  matcher.group(1), matcher.group(2), Long.parseUnsignedLong(matcher.group(3))));
        } else if (!each.isEmpty()) {
          throw new IllegalArgumentException("not a MariaDB GTID position: " + list);
        }
      }
      return gtids;
    }

    boolean atOrBefore(Gtid other) {
      return Long.compareUnsigned(sequence, other.sequence) <= 0;
    }

    @Override
    public String toString() {
      return domain + "-" + server + "-" + Long.toUnsignedString(sequence);
    }
  }

  /**
   * GTIDs of a position that the server never had.
   *
   * @param state {@code gtid_binlog_state}, the last one of each domain and server in the binlog,
   *     and {@code gtid_slave_pos}, what it has of another server without its binlog
   */
  static String notExecuted(String position, List<String> state) {
    List<Gtid> had = state.stream().flatMap(list -> Gtid.parse(list).stream()).toList();
    return Gtid.parse(position).stream()
        .filter(
            gtid ->
                had.stream()
                    .noneMatch(
                        last ->
                            last.domain().equals(gtid.domain())
                                && last.server().equals(gtid.server())
                                && gtid.atOrBefore(last)))
        .map(Gtid::toString)
        .collect(Collectors.joining(","));
  }

  /**
   * What is needed after a position and lies before the oldest binlog file, by its last GTIDs.
   *
   * @param oldest position at the beginning of the oldest file
   */
  static String purgedBeyond(String position, String oldest) {
    List<Gtid> passed = Gtid.parse(position);
    return Gtid.parse(oldest).stream()
        .filter(
            gtid ->
                passed.stream()
                    .noneMatch(
                        last -> last.domain().equals(gtid.domain()) && gtid.atOrBefore(last)))
        .map(Gtid::toString)
        .collect(Collectors.joining(","));
  }
}
