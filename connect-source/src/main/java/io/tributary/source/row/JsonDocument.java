package io.tributary.source.row;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The text of a JSON value as {@link JsonDecoder} writes it, which is changed in places: what is
 * not touched stays as it is, character by character.
 *
 * <p>The changes and when they do not fit are those of {@code apply_json_diff()} in MySQL's {@code
 * sql-common/json_diff.cc}. Members of an object are ordered by the length of their key in bytes,
 * then by its bytes ({@code Json_key_comparator} in {@code json_dom.cc}).
 */
final class JsonDocument {
  private final StringBuilder text;

  JsonDocument(String text) {
    this.text = new StringBuilder(text);
  }

  /**
   * A member or an element.
   *
   * @param from where it begins: an object's member with its key
   * @param value where its value begins
   * @param end where its value ends
   */
  private record Entry(int from, int value, int end) {}

  /** Puts another value where one is. */
  void replace(List<JsonPath.Leg> path, String value) throws MalformedValueException {
    if (path.isEmpty()) {
      throw misfit("it changes the whole value");
    }
    int at = seek(path, path.size());
    text.replace(at, skip(at), value);
  }

  /** Adds a member that is not there, or puts an element before the one at its index. */
  void insert(List<JsonPath.Leg> path, String value) throws MalformedValueException {
    JsonPath.Leg last = last(path);
    int container = seek(path, path.size() - 1);
    List<Entry> entries = entries(container);
    if (last instanceof JsonPath.Member member && text.charAt(container) == '{') {
      int place = place(entries, member.name());
      put(container, entries, place, JsonPath.quote(member.name()) + ": " + value);
    } else if (last instanceof JsonPath.Cell cell && text.charAt(container) == '[') {
      put(container, entries, cell.position(entries.size()), value);
    } else {
      throw misfit("what it adds to is no container of its kind");
    }
  }

  /** Takes a member or an element away. */
  void remove(List<JsonPath.Leg> path) throws MalformedValueException {
    JsonPath.Leg last = last(path);
    int container = seek(path, path.size() - 1);
    List<Entry> entries = entries(container);
    int index = index(container, entries, last);
    if (index > 0) {
      text.delete(entries.get(index - 1).end(), entries.get(index).end());
    } else {
      int end = entries.size() > 1 ? entries.get(1).from() : entries.get(0).end();
      text.delete(container + 1, end);
    }
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private static JsonPath.Leg last(List<JsonPath.Leg> path) throws MalformedValueException {
    if (path.isEmpty()) {
      throw misfit("it adds or removes the whole value");
    }
    return path.get(path.size() - 1);
  }

  /** Where the value begins that the first legs of a path lead to. */
  private int seek(List<JsonPath.Leg> path, int legs) throws MalformedValueException {
    int at = 0;
    for (JsonPath.Leg leg : path.subList(0, legs)) {
      List<Entry> entries = entries(at);
      at = entries.get(index(at, entries, leg)).value();
    }
    return at;
  }

  /** Which entry of a container a leg names. */
  private int index(int container, List<Entry> entries, JsonPath.Leg leg)
      throws MalformedValueException {
    char open = text.charAt(container);
    if (leg instanceof JsonPath.Cell cell && open == '[' && cell.within(entries.size())) {
      return cell.position(entries.size());
    }
    if (leg instanceof JsonPath.Member member && open == '{') {
      for (int i = 0; i < entries.size(); i++) {
        if (key(entries.get(i)).equals(member.name())) {
          return i;
        }
      }
    }
    throw misfit("what it names is not there");
  }

  /** Before which member of an object a new one stands. */
  private int place(List<Entry> entries, String name) throws MalformedValueException {
    byte[] added = name.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < entries.size(); i++) {
      byte[] present = key(entries.get(i)).getBytes(StandardCharsets.UTF_8);
      int order =
          added.length == present.length
              ? Arrays.compareUnsigned(added, present)
              : Integer.compare(added.length, present.length);
      if (order == 0) {
        throw misfit("the member that it adds is there");
      }
      if (order < 0) {
        return i;
      }
    }
    return entries.size();
  }

  private void put(int container, List<Entry> entries, int place, String entry) {
    if (entries.isEmpty()) {
      text.insert(container + 1, entry);
    } else if (place < entries.size()) {
      text.insert(entries.get(place).from(), entry + ", ");
    } else {
      text.insert(entries.get(entries.size() - 1).end(), ", " + entry);
    }
  }

  private String key(Entry member) throws MalformedValueException {
    return JsonPath.unquote(text.substring(member.from(), member.value() - 2));
  }

  /** What the container that begins here holds; nothing when it is none. */
  private List<Entry> entries(int container) {
    List<Entry> entries = new ArrayList<>();
    boolean object = text.charAt(container) == '{';
    boolean empty = skip(container) == container + 2;
    if (empty || (!object && text.charAt(container) != '[')) {
      return entries;
    }
    int from = container + 1;
    while (true) {
      int value = object ? skip(from) + 2 : from;
      int end = skip(value);
      entries.add(new Entry(from, value, end));
      if (text.charAt(end) != ',') {
        return entries;
      }
      from = end + 2;
    }
  }

  /** Where the value or key that begins here ends. */
  private int skip(int from) {
    int depth = 0;
    int at = from;
    do {
      switch (text.charAt(at)) {
        case '"' -> at = endOfString(at);
        case '{', '[' -> {
          depth++;
          at++;
        }
        case '}', ']' -> {
          depth--;
          at++;
        }
        case ',', ':', ' ' -> at++;
        default -> at = endOfWord(at);
      }
    } while (depth > 0);
    return at;
  }

  private int endOfString(int quote) {
    int at = quote + 1;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private int endOfWord(int from) {
    int at = from;
    while (at < text.length() && ",]}".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  private static MalformedValueException misfit(String why) {
    return MalformedValueException.damaged(
        "a partial update of its JSON does not fit the value before: " + why);
  }
}
