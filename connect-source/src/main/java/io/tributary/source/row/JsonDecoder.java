package io.tributary.source.row;

import io.tributary.source.charset.MySqlCharset;
import io.tributary.source.charset.MySqlCharsets;
import io.tributary.source.charset.UndecodableTextException;

/**
 * MySQL's binary JSON to text, as the server itself prints it: objects keep the server's order of
 * keys, numbers keep their type ({@code 1.0} stays {@code 1.0}).
 *
 * <p>The form is described in MySQL's {@code sql-common/json_binary.h}: a type byte, then scalars,
 * or containers of a count, their size, entries for keys (offset, length) and for values (type and
 * offset, or the value itself where it is small enough), keys and values. Offsets are relative to
 * the container. Small containers count in 2 bytes, large ones in 4.
 */
final class JsonDecoder implements ValueDecoder {
  private static final int SMALL_OBJECT = 0;
  private static final int LARGE_OBJECT = 1;
  private static final int SMALL_ARRAY = 2;
  private static final int LARGE_ARRAY = 3;
  private static final int LITERAL = 4;
  private static final int INT16 = 5;
  private static final int UINT16 = 6;
  private static final int INT32 = 7;
  private static final int UINT32 = 8;

  /** {@code JSON_DOCUMENT_MAX_DEPTH}. */
  private static final int MAX_DEPTH = 100;

  /** No document's text is longer than this many times its binary form; damaged ones can be. */
  private static final int MAX_GROWTH = 32;

  private static final MySqlCharset UTF8 = MySqlCharsets.named("utf8mb4");

  private final int prefixBytes;
  private final TextBuffer text;
  private final JsonScalars scalars;
  private final RowBytes cursor = new RowBytes();
  private long maxText;

  JsonDecoder(int prefixBytes, TextBuffer text) {
    this.prefixBytes = prefixBytes;
    this.text = text;
    this.scalars = new JsonScalars(text);
  }

  @Override
  public String read(RowBytes in) throws MalformedValueException {
    int length = in.length(prefixBytes);
    return text(in.array(), in.claim(length), length);
  }

  /** The value after a partial update, of which only the changes are at the cursor. */
  String readPartial(RowBytes in, String before) throws MalformedValueException {
    return new JsonDiffs(this).apply(in, before);
  }

  /** Text of the binary JSON value that has this place. */
  String text(byte[] bytes, int at, int length) throws MalformedValueException {
    if (length == 0) {
      // What a NOT NULL column holds that was given no value (INSERT IGNORE): read as JSON null.
      return "null";
    }
    text.clear();
    maxText = (long) MAX_GROWTH * length + MAX_GROWTH;
    value(bytes, bytes[at], at + 1, at + length, 0);
    try {
      return UTF8.decode(text.array(), 0, text.size());
    } catch (UndecodableTextException e) {
      throw MalformedValueException.notRepresentable(e.getMessage());
    }
  }

  /** Writes the value of a type that lies from {@code from} on, before {@code end}. */
  private void value(byte[] bytes, int type, int from, int end, int depth)
      throws MalformedValueException {
    if (text.size() > maxText) {
      throw damaged("parts of it overlap");
    }
    switch (type) {
      case SMALL_OBJECT, LARGE_OBJECT -> object(bytes, type == LARGE_OBJECT, from, end, depth + 1);
      case SMALL_ARRAY, LARGE_ARRAY -> array(bytes, type == LARGE_ARRAY, from, end, depth + 1);
      default -> {
        cursor.over(bytes, from, end);
        scalars.write(type, cursor);
      }
    }
  }

  private void object(byte[] bytes, boolean large, int from, int end, int depth)
      throws MalformedValueException {
    int width = large ? 4 : 2;
    int keyEntry = width + 2;
    int valueEntry = width + 1;
    int count = number(bytes, width, from, end);
    int stop = stop(bytes, width, from, end, depth);
    long header = 2L * width + (long) count * (keyEntry + valueEntry);
    if (header > stop - from) {
      throw damaged("an object has more members than bytes");
    }
    int keys = from + 2 * width;
    int values = keys + count * keyEntry;
    text.put('{');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        text.put(',').put(' ');
      }
      int entry = keys + i * keyEntry;
      int offset = number(bytes, width, entry, stop);
      int length = number(bytes, 2, entry + width, stop);
      if (offset < header || (long) offset + length > stop - from) {
        throw damaged("a key lies outside of its object");
      }
      JsonScalars.quote(bytes, from + offset, length, text);
      text.put(':').put(' ');
      member(bytes, large, new Span(from, stop, (int) header), values + i * valueEntry, depth);
    }
    text.put('}');
  }

  private void array(byte[] bytes, boolean large, int from, int end, int depth)
      throws MalformedValueException {
    int width = large ? 4 : 2;
    int valueEntry = width + 1;
    int count = number(bytes, width, from, end);
    int stop = stop(bytes, width, from, end, depth);
    long header = 2L * width + (long) count * valueEntry;
    if (header > stop - from) {
      throw damaged("an array has more elements than bytes");
    }
    Span span = new Span(from, stop, (int) header);
    text.put('[');
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        text.put(',').put(' ');
      }
      member(bytes, large, span, from + 2 * width + i * valueEntry, depth);
    }
    text.put(']');
  }

  /** Where a container lies, and how many bytes its header has. */
  private record Span(int from, int stop, int header) {}

  /** Writes a value by its entry. */
  private void member(byte[] bytes, boolean large, Span container, int entry, int depth)
      throws MalformedValueException {
    int width = large ? 4 : 2;
    int type = bytes[entry];
    boolean inline =
        switch (type) {
          case LITERAL, INT16, UINT16 -> true;
          case INT32, UINT32 -> large;
          default -> false;
        };
    if (inline) {
      value(bytes, type, entry + 1, entry + 1 + width, depth);
      return;
    }
    int offset = number(bytes, width, entry + 1, container.stop());
    if (offset < container.header() || offset >= container.stop() - container.from()) {
      throw damaged("a value lies outside of its container");
    }
    value(bytes, type, container.from() + offset, container.stop(), depth);
  }

  /** Where a container ends by its own size, which stands after its count. */
  private static int stop(byte[] bytes, int width, int from, int end, int depth)
      throws MalformedValueException {
    int size = number(bytes, width, from + width, end);
    if (size > end - from) {
      throw damaged("a container is larger than what it lies in");
    }
    if (depth > MAX_DEPTH) {
      throw damaged("it is nested more than " + MAX_DEPTH + " deep");
    }
    return from + size;
  }

  private static int number(byte[] bytes, int width, int at, int end)
      throws MalformedValueException {
    if (width > end - at) {
      throw damaged("it ends too early");
    }
    int number = (bytes[at] & 0xFF) | (bytes[at + 1] & 0xFF) << 8;
    if (width == 4) {
      number |= (bytes[at + 2] & 0xFF) << 16 | bytes[at + 3] << 24;
    }
    if (number < 0) {
      throw damaged("an offset in it is no offset");
    }
    return number;
  }

  private static MalformedValueException damaged(String what) {
    return MalformedValueException.damaged("its JSON is damaged: " + what);
  }
}
