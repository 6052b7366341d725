package io.tributary.format.codec;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonToken;
import io.tributary.format.model.Change;
import io.tributary.format.model.TableDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/** Encoded changes, joined by commas, that are read one by one. Not thread-safe. */
public final class ChangeSequence implements AutoCloseable {
  private final JsonReader in;
  private final ChangeReader changes;
  private boolean more;
  private long bytes;

  private ChangeSequence(JsonReader in, List<TableDescriptor> tables) {
    this.in = in;
    this.changes = new ChangeReader(in, tables);
  }

  /** Changes of these tables, from the beginning of one on. */
  static ChangeSequence of(List<TableDescriptor> tables, InputStream joined)
      throws RecordFormatException {
    InputStream array =
        new SequenceInputStream(
            Collections.enumeration(List.of(character('['), joined, character(']'))));
    try {
      ChangeSequence sequence = new ChangeSequence(new JsonReader(array), tables);
      sequence.in.parser().nextToken();
      sequence.advance();
      return sequence;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private static InputStream character(char character) {
    return new ByteArrayInputStream(String.valueOf(character).getBytes(StandardCharsets.US_ASCII));
  }

  /** Whether there is another change. */
  public boolean hasNext() {
    return more;
  }

  /**
   * The next change.
   *
   * @throws RecordFormatException when the bytes are no change of these tables, or cannot be read
   */
  public Change next() throws RecordFormatException {
    try {
      Change change = changes.change();
      // The bracket in front is none of the changes' bytes.
      bytes = in.parser().currentLocation().getByteOffset() - 1;
      advance();
      return change;
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  /** Length of the changes that were returned, with the commas between them. */
  public long bytes() {
    return bytes;
  }

  private void advance() throws IOException, RecordFormatException {
    JsonToken token = in.parser().nextToken();
    more = token == JsonToken.START_OBJECT;
    if (!more && (token != JsonToken.END_ARRAY || in.parser().nextToken() != null)) {
      throw in.unexpected("a change or the end of the changes");
    }
  }

  private static RecordFormatException unreadable(IOException e) {
    return e instanceof JacksonException json
        ? new RecordFormatException(
            "the joined fragments are not JSON as Tributary writes it: "
                + json.getOriginalMessage(),
            e)
        : new RecordFormatException("cannot read the changes: " + e.getMessage(), e);
  }

  @Override
  public void close() throws RecordFormatException {
    try {
      in.close();
    } catch (IOException e) {
      throw unreadable(e);
    }
  }
}
