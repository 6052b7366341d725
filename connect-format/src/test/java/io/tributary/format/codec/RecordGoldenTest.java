package io.tributary.format.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.tributary.format.model.Slice;
import io.tributary.format.model.TransactionRecord;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Binds writer and reader to the golden files: the writer's bytes are the file's without the white
 * space between its tokens, and the reader reads the file as it stands.
 */
class RecordGoldenTest {
  static Stream<String> names() {
    return Samples.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void writerWritesTheGoldenFile(String name) throws IOException {
    byte[] written = new RecordEncoder().encode(Samples.all().get(name));
    assertEquals(compact(golden(name)), new String(written, StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @MethodSource("names")
  void readerReadsTheGoldenFile(String name) throws Exception {
    DecodedRecord decoded =
        new RecordDecoder().decode(golden(name).getBytes(StandardCharsets.UTF_8));
    assertEquals(Samples.all().get(name), decoded.record());
    assertNull(decoded.piece());
  }

  @Test
  void fragmentIsBoundToItsGoldenFile() throws Exception {
    TransactionRecord whole = Samples.all().get("insert-update-delete");
    Slice slice = new Slice(2, 4, whole.slice().previous(), 17, 1, false);
    TransactionRecord header =
        new TransactionRecord(
            whole.origin(),
            whole.commit(),
            slice,
            whole.executed(),
            null,
            whole.tables(),
            java.util.List.of());
    byte[] piece = "\"after\":[7,".getBytes(StandardCharsets.UTF_8);
    byte[] written = new RecordEncoder().encodeFragment(header, piece);
    assertEquals(compact(golden("fragment")), new String(written, StandardCharsets.UTF_8));
    DecodedRecord decoded =
        new RecordDecoder().decode(golden("fragment").getBytes(StandardCharsets.UTF_8));
    assertEquals(header, decoded.record());
    assertArrayEquals(piece, decoded.piece());
  }

  static String golden(String name) throws IOException {
    try (InputStream in =
        RecordGoldenTest.class.getResourceAsStream("/records/" + name + ".json")) {
      assertNotNull(in, "no golden file for " + name);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Takes away white space that stands outside of strings. */
  private static String compact(String json) {
    StringBuilder compact = new StringBuilder();
    boolean inString = false;
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (inString && c == '\\') {
        compact.append(c).append(json.charAt(++i));
        continue;
      }
      if (c == '"') {
        inString = !inString;
      }
      if (inString || !Character.isWhitespace(c)) {
        compact.append(c);
      }
    }
    return compact.toString();
  }
}
