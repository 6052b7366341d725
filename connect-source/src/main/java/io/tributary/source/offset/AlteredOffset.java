package io.tributary.source.offset;

import java.util.Map;
import java.util.Set;

/**
 * The offset that an operator may give to {@code PATCH /connectors/<name>/offsets}: either a file
 * and a position, {@code {"file": "binlog.000007", "offset": 4}}, or a GTID set, {@code {"gtids":
 * "3e11fa47-71ca-11e1-9e33-c80aa9429562:1-57"}}; nothing else beside them.
 *
 * <p>Positions written before ({@code previous.*}) must not be carried over: after such a start the
 * first record of every partition names the new start as its previous position, so that the sink
 * sees whether anything is left out.
 */
public final class AlteredOffset {
  private static final Set<String> FILE_KEYS = Set.of("file", "offset");
  private static final Set<String> GTID_KEYS = Set.of("gtids");
  private static final String FORMS =
      "give either {\"file\": NAME, \"offset\": NUMBER} or {\"gtids\": SET}, and nothing else";

  private AlteredOffset() {}

  /**
   * Reads an operator's offset.
   *
   * @throws IllegalArgumentException with a sentence when it has another form
   */
  public static StartPosition parse(Map<String, ?> map) {
    if (map.keySet().stream().anyMatch(key -> key.startsWith("previous."))) {
      throw new IllegalArgumentException(
          "the offset still has previous.* keys, which belong to the old position; " + FORMS);
    }
    if (map.keySet().equals(FILE_KEYS)
        && map.get("file") instanceof String file
        && map.get("offset") instanceof Number offset) {
      return StartPosition.inFile(file, offset.longValue());
    }
    if (map.keySet().equals(GTID_KEYS) && map.get("gtids") instanceof String set) {
      return StartPosition.parse("gtid:" + set);
    }
    throw new IllegalArgumentException("the offset has keys " + map.keySet() + "; " + FORMS);
  }
}
