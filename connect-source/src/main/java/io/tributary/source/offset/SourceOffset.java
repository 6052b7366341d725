package io.tributary.source.offset;

import io.tributary.format.model.Position;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a source has to know to go on exactly where it was, and its form as a Connect source offset.
 *
 * <p>Connect takes only primitive values in an offset, hence the flat keys: {@code history}, {@code
 * file}, {@code created}, {@code offset}, {@code gtids}, {@code read.file}, {@code read.created},
 * {@code read.offset}, {@code read.gtids} (MariaDB), {@code attempt}, {@code previous.<partition>}.
 *
 * @param history the history that the positions belong to, {@code <server UUID>/<log base name>}
 * @param resume where to go on
 * @param previous position of the last record written to each partition; a partition without an
 *     entry continues at {@code resume}'s position
 * @param attempt the attempt that wrote the offset; the next start takes a higher one
 */
public record SourceOffset(
    String history, ResumePoint resume, Map<Integer, Position> previous, long attempt) {
  private static final String HISTORY = "history";
  private static final String FILE = "file";
  private static final String CREATED = "created";
  private static final String OFFSET = "offset";
  private static final String GTIDS = "gtids";
  private static final String READ = "read.";
  private static final String ATTEMPT = "attempt";
  private static final String PREVIOUS = "previous.";

  public SourceOffset {
    previous = Collections.unmodifiableMap(new TreeMap<>(previous));
  }

  /** The position before a partition's next record. */
  public Position previous(int partition) {
    return previous.getOrDefault(partition, resume.position());
  }

  /** The same at another resume point. */
  public SourceOffset at(ResumePoint next) {
    return new SourceOffset(history, next, previous, attempt);
  }

  /** The same after records at these positions were written. */
  public SourceOffset wrote(Map<Integer, Position> written) {
    Map<Integer, Position> merged = new TreeMap<>(previous);
    merged.putAll(written);
    return new SourceOffset(history, resume, merged, attempt);
  }

  /** The flat map that Connect stores. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put(HISTORY, history);
    putPosition(map, "", resume.file(), resume.position());
    if (resume.executed() != null) {
      map.put(GTIDS, resume.executed());
    }
    if (!resume.readFrom().equals(resume.position())
        || !resume.readFromFile().equals(resume.file())) {
      putPosition(map, READ, resume.readFromFile(), resume.readFrom());
    }
    if (resume.readAfter() != null) {
      map.put(READ + GTIDS, resume.readAfter());
    }
    map.put(ATTEMPT, attempt);
    previous.forEach((partition, position) -> map.put(PREVIOUS + partition, position.toString()));
    return map;
  }

  /** Whether a stored map is one that {@link #toMap} wrote, and not one that an operator set. */
  public static boolean writtenBySource(Map<String, ?> map) {
    return map.containsKey(HISTORY);
  }

  /**
   * Reads what {@link #toMap} wrote.
   *
   * @throws IllegalArgumentException when a key is missing or its value is of another kind
   */
  public static SourceOffset parse(Map<String, ?> map) {
    String file = text(map, FILE);
    Position position = position(map, "", file);
    String readFile = map.containsKey(READ + FILE) ? text(map, READ + FILE) : file;
    Position readFrom = map.containsKey(READ + FILE) ? position(map, READ, readFile) : position;
    String executed = map.get(GTIDS) == null ? null : text(map, GTIDS);
    String readAfter = map.get(READ + GTIDS) == null ? null : text(map, READ + GTIDS);
    Map<Integer, Position> previous = new TreeMap<>();
    for (String key : map.keySet()) {
      if (key.startsWith(PREVIOUS)) {
        previous.put(partition(key), Position.parse(text(map, key)));
      }
    }
    return new SourceOffset(
        text(map, HISTORY),
        new ResumePoint(file, position, executed, readFile, readFrom, readAfter),
        previous,
        number(map, ATTEMPT));
  }

  private static void putPosition(
      Map<String, Object> map, String prefix, String file, Position position) {
    map.put(prefix + FILE, file);
    map.put(prefix + CREATED, position.created());
    map.put(prefix + OFFSET, position.offset());
  }

  private static Position position(Map<String, ?> map, String prefix, String file) {
    return new Position(
        BinlogFile.number(file), number(map, prefix + CREATED), number(map, prefix + OFFSET));
  }

  private static int partition(String key) {
    try {
      return Integer.parseInt(key.substring(PREVIOUS.length()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("source offset has an unreadable key '" + key + "'", e);
    }
  }

  private static String text(Map<String, ?> map, String key) {
    if (map.get(key) instanceof String text) {
      return text;
    }
    throw unreadable(map, key);
  }

  private static long number(Map<String, ?> map, String key) {
    // Connect's JSON offsets give an Integer or a Long back, by size or version.
    if (map.get(key) instanceof Number number) {
      return number.longValue();
    }
    throw unreadable(map, key);
  }

  private static IllegalArgumentException unreadable(Map<String, ?> map, String key) {
    return new IllegalArgumentException(
        "source offset has no readable '" + key + "': " + map.get(key));
  }
}
