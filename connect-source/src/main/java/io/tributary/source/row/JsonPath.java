package io.tributary.source.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A path without wildcards, as {@code Json_path::to_string()} of MySQL's {@code
 * sql-common/json_path.cc} prints it: {@code $.name}, {@code $."any name"}, {@code $[3]}, {@code
 * $[last-1]}.
 */
final class JsonPath {
  private static final String FROM_END = "last";

  private final String path;
  private final List<Leg> legs = new ArrayList<>();
  private int at = 1;

  private JsonPath(String path) {
    this.path = path;
  }

  /** One step. */
  sealed interface Leg permits Member, Cell {}

  /** To a member of an object. */
  record Member(String name) implements Leg {}

  /** To an element of an array, counted from 0 at its beginning, or back from its last one. */
  record Cell(int index, boolean fromEnd) implements Leg {
    boolean within(int size) {
      return index < size;
    }

    /** {@code Json_array_index} of {@code json_path.h}: outside of the array the nearest end. */
    int position(int size) {
      if (fromEnd) {
        return within(size) ? size - 1 - index : 0;
      }
      return Math.min(index, size);
    }
  }

  static List<Leg> parse(String path) throws MalformedValueException {
    return new JsonPath(path).parse();
  }

  private List<Leg> parse() throws MalformedValueException {
    if (!path.startsWith("$")) {
      throw damaged();
    }
    while (at < path.length()) {
      switch (path.charAt(at++)) {
        case '.' -> legs.add(new Member(name()));
        case '[' -> legs.add(cell());
        default -> throw damaged();
      }
    }
    return legs;
  }

  private String name() throws MalformedValueException {
    int from = at;
    if (!path.startsWith("\"", at)) {
      while (at < path.length() && path.charAt(at) != '.' && path.charAt(at) != '[') {
        at++;
      }
      return path.substring(from, at);
    }
    at++;
    while (at < path.length() && path.charAt(at) != '"') {
      at += path.charAt(at) == '\\' ? 2 : 1;
    }
    if (at >= path.length()) {
      throw damaged();
    }
    at++;
    return unquote(path.substring(from, at));
  }

  private Cell cell() throws MalformedValueException {
    int end = path.indexOf(']', at);
    if (end < 0) {
      throw damaged();
    }
    String index = path.substring(at, end);
    at = end + 1;
    try {
      if (!index.startsWith(FROM_END)) {
        return new Cell(Integer.parseUnsignedInt(index), false);
      }
      int behind = index.equals(FROM_END) ? 0 : -Integer.parseInt(index, 4, index.length(), 10);
      if (behind >= 0) {
        return new Cell(behind, true);
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw damaged();
  }

  /** The characters of a JSON string that stands in quotes. */
  static String unquote(String quoted) throws MalformedValueException {
    StringBuilder plain = new StringBuilder(quoted.length());
    try {
      for (int i = 1; i < quoted.length() - 1; i++) {
        char c = quoted.charAt(i);
        if (c != '\\') {
          plain.append(c);
          continue;
        }
        i++;
        c = quoted.charAt(i);
        if (c == 'u') {
          plain.append((char) Integer.parseInt(quoted, i + 1, i + 5, 16));
          i += 4;
        } else {
          int which = "bfnrt".indexOf(c);
          plain.append(which < 0 ? c : "\b\f\n\r\t".charAt(which));
        }
      }
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw MalformedValueException.damaged("a name in its JSON has an escape that is none");
    }
    return plain.toString();
  }

  /** A name as the server prints it as a key. */
  static String quote(String name) {
    byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
    TextBuffer quoted = new TextBuffer();
    JsonScalars.quote(bytes, 0, bytes.length, quoted);
    return new String(quoted.array(), 0, quoted.size(), StandardCharsets.UTF_8);
  }

  private MalformedValueException damaged() {
    return MalformedValueException.damaged(
        "a partial update of its JSON has the path " + path + ", which is none");
  }
}
