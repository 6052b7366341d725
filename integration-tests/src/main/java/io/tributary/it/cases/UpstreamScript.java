package io.tributary.it.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An upstream file of a case, cut at its markers.
 *
 * @param setup chunks before {@code -- CHANGES}
 * @param steps chunks of each {@code -- STEP n}; those before the first step are step 0
 * @param force whether statements may fail ({@code -- FORCE})
 */
record UpstreamScript(List<Chunk> setup, Map<Integer, List<Chunk>> steps, boolean force) {
  private static final Pattern MARKER =
      Pattern.compile("-- (?:(SETUP|CHANGES|FORCE)|STEP (\\d+)|ACTION (.+?)|CHECK (\\d+))\\s*");

  /** Something to do in order. */
  sealed interface Chunk {
    /** Statements for the session. */
    record Sql(String text) implements Chunk {}

    /** What the harness does: a verb and the rest of its line, possibly empty. */
    record Action(String verb, String arguments) implements Chunk {}
  }

  static UpstreamScript parse(String text) {
    List<Chunk> setup = new ArrayList<>();
    Map<Integer, List<Chunk>> steps = new TreeMap<>();
    List<Chunk> current = setup;
    StringBuilder sql = new StringBuilder();
    boolean force = false;
    for (String line : text.split("(?<=\n)", -1)) {
      Matcher marker = MARKER.matcher(line.stripTrailing());
      if (!marker.matches()) {
        sql.append(line);
        continue;
      }
      flush(sql, current);
      if (marker.group(2) != null) {
        current = steps.computeIfAbsent(Integer.valueOf(marker.group(2)), n -> new ArrayList<>());
      } else if (marker.group(3) != null) {
        String[] words = marker.group(3).split(" ", 2);
        current.add(new Chunk.Action(words[0], words.length > 1 ? words[1] : ""));
      } else if (marker.group(4) != null) {
        current.add(new Chunk.Action("check", marker.group(4)));
      } else if (marker.group(1).equals("FORCE")) {
        force = true;
      } else {
        current =
            marker.group(1).equals("SETUP")
                ? setup
                : steps.computeIfAbsent(0, n -> new ArrayList<>());
      }
    }
    flush(sql, current);
    return new UpstreamScript(setup, steps, force);
  }

  /** All actions of the file, in order. */
  List<Chunk.Action> actions() {
    List<Chunk.Action> actions = new ArrayList<>();
    List<List<Chunk>> parts = new ArrayList<>(steps.values());
    parts.add(0, setup);
    for (List<Chunk> part : parts) {
      for (Chunk chunk : part) {
        if (chunk instanceof Chunk.Action action) {
          actions.add(action);
        }
      }
    }
    return actions;
  }

  private static void flush(StringBuilder sql, List<Chunk> to) {
    if (!sql.toString().isBlank()) {
      to.add(new Chunk.Sql(sql.toString()));
    }
    sql.setLength(0);
  }
}
