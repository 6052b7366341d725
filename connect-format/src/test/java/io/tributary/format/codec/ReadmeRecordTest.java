package io.tributary.format.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The record that the README opens with is one that the decoder reads. */
class ReadmeRecordTest {
  @Test
  void theReadmesRecordIsARecord() throws Exception {
    Matcher json =
        Pattern.compile("(?s)```json\\n(.*?)```")
            .matcher(Files.readString(Path.of("../README.md")));
    assertTrue(json.find(), "no JSON in README.md");
    byte[] record = json.group(1).getBytes(StandardCharsets.UTF_8);

    DecodedRecord decoded = new RecordDecoder().decode(record);

    assertEquals("shop.orders", decoded.record().tables().get(0).target().toString());
    assertEquals(3, decoded.record().changes().size());
    byte[] again = new RecordEncoder().encode(decoded.record());
    assertEquals(
        json.group(1).replaceAll("\\s", ""), new String(again, StandardCharsets.UTF_8).strip());
  }
}
