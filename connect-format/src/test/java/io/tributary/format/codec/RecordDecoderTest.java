package io.tributary.format.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The reader refuses what it must not guess at, says why, and skips what it need not know. */
class RecordDecoderTest {
  private final RecordDecoder decoder = new RecordDecoder();

  static Stream<String> names() {
    return Samples.all().keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("names")
  void everyCutRecordIsRefused(String name) {
    byte[] bytes = new RecordEncoder().encode(Samples.all().get(name));
    for (int length = 0; length < bytes.length; length++) {
      byte[] cut = Arrays.copyOf(bytes, length);
      String message =
          assertThrows(RecordFormatException.class, () -> decoder.decode(cut), name + " " + length)
              .getMessage();
      if (length > "{\"tributary\":1".length()) {
        assertTrue(message.contains("it was cut"), length + ": " + message);
      }
    }
  }

  /** Descriptors are remembered by their bytes; those of other records must not stand for them. */
  @Test
  void oneDecoderReadsRecordsInAnyOrderAsNewOnesDo() throws RecordFormatException {
    List<byte[]> records = new ArrayList<>();
    Samples.all().values().forEach(record -> records.add(new RecordEncoder().encode(record)));
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      byte[] record = records.get(random.nextInt(records.size()));
      assertEquals(
          new RecordDecoder().decode(record).record(),
          decoder.decode(record).record(),
          "seed " + seed);
    }
  }

  @Test
  void descriptorsOfRecordsThatRepeatThemAreOneObject() throws RecordFormatException {
    TransactionRecord sample = Samples.all().get("insert-update-delete");
    byte[] bytes = new RecordEncoder().encode(sample);
    TransactionRecord first = decoder.decode(bytes).record();
    TransactionRecord second = decoder.decode(bytes.clone()).record();
    assertFalse(first.tables().isEmpty());
    for (int i = 0; i < first.tables().size(); i++) {
      assertSame(first.tables().get(i), second.tables().get(i));
    }
  }

  @Test
  void anArrayThatBeginsAsAKnownOneIsReadToItsEnd() throws RecordFormatException {
    TransactionRecord sample = Samples.all().get("insert-update-delete");
    TableDescriptor first = sample.tables().get(0);
    TableDescriptor other =
        new TableDescriptor(
            new TableName("s", "other"),
            first.target(),
            first.affinity(),
            first.excluded(),
            first.provenance(),
            first.columns());
    decoder.decode(new RecordEncoder().encode(withTables(sample, List.of(first))));
    TransactionRecord both = withTables(sample, List.of(first, other));
    assertEquals(both, decoder.decode(new RecordEncoder().encode(both)).record());
  }

  private static TransactionRecord withTables(
      TransactionRecord record, List<TableDescriptor> tables) {
    return new TransactionRecord(
        record.origin(),
        record.commit(),
        record.slice(),
        record.executed(),
        record.heartbeat(),
        tables,
        record.changes());
  }

  @ParameterizedTest
  @MethodSource("names")
  void trailingBytesAreRefused(String name) {
    byte[] bytes = new RecordEncoder().encode(Samples.all().get(name));
    byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
    longer[bytes.length] = '1';
    refused(longer, "expected the end of the record");
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("", "has no value"),
        Arguments.of("\0\0\0\0\7abc", "not a Tributary record"),
        Arguments.of("[]", "not a Tributary record"),
        Arguments.of("{}", "not a Tributary record"),
        Arguments.of("{\"schema\":null,\"payload\":{}}", "converter other than"),
        Arguments.of("{\"tributary\":2,\"source\":\"a\"}", "record format version 2"),
        Arguments.of("{\"tributary\":\"1\"}", "expected an integer"),
        Arguments.of("{\"tributary\":1}", "field \"slice\" is missing"));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void foreignBytesAreRefused(String bytes, String reason) {
    refused(bytes.getBytes(StandardCharsets.UTF_8), reason);
  }

  static Stream<Arguments> damages() {
    return Stream.of(
        Arguments.of("\"source\":\"orders-a\",", "", "\"source\" is missing"),
        Arguments.of("\"commitMicros\":1764590400123456,", "", "\"commitMicros\" is missing"),
        Arguments.of("\"previous\":\"42:1764547200:8812\",", "", "\"previous\" is missing"),
        Arguments.of(
            "\"previous\":\"42:1764547200:8812\"", "\"previous\":\"42\"", "not a position"),
        Arguments.of("\"last\":true", "\"last\":false", "\"piece\" is missing"),
        Arguments.of("\"last\":true", "\"last\":1", "expected true or false"),
        Arguments.of(
            "\"type\":\"decimal\"", "\"type\":\"money\"", "knows no column type \"money\""),
        Arguments.of("\"fold\":\"exact\"", "\"fold\":\"new\"", "knows no fold \"new\""),
        Arguments.of("\"op\":\"d\"", "\"op\":\"x\"", "knows no kind of change \"x\""),
        Arguments.of("\"op\":\"d\"", "\"op\":\"i\"", "\"after\" is missing"),
        Arguments.of("\"table\":0,\"after\"", "\"table\":1,\"after\"", "table 1 of 1 tables"),
        Arguments.of("\"table\":0,\"after\"", "\"after\"", "\"table\" is missing"),
        Arguments.of("[7,1001,", "[1001,", "a value for column buyer_id"),
        Arguments.of("[7,1001,\"12.50\",", "[7,1001,", "the row does not have the 4 values"),
        Arguments.of("[7,1001,", "[7,7,1001,", "a value for column total of shop.orders"),
        Arguments.of("[7,1001,", "[7.5,1001,", "a value for column pid of shop.orders"),
        Arguments.of("[7,1001,\"12.50\"", "[7,1001,12.50", "a value for column total"),
        Arguments.of("\"tables\":[", "\"other\":[", "\"tables\" is missing"));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void damagedRecordIsRefusedWithTheReason(String part, String replacement, String reason) {
    String json = insertUpdateDelete();
    assertTrue(json.contains(part), part);
    refused(json.replaceFirst(quote(part), replacement).getBytes(StandardCharsets.UTF_8), reason);
  }

  static Stream<Arguments> provenances() {
    return Stream.of(
        Arguments.of("{\"column\":\"at\"}", "\"value\" is missing"),
        Arguments.of("{\"value\":\"a\"}", "\"column\" is missing"),
        Arguments.of("{\"column\":\"at\",\"content\":\"lag\"}", "knows no provenance \"lag\""));
  }

  @ParameterizedTest
  @MethodSource("provenances")
  void provenanceThatIsNotUnderstoodIsRefused(String replacement, String reason) {
    String json =
        new String(
            new RecordEncoder().encode(Samples.all().get("whole-table")), StandardCharsets.UTF_8);
    String part = "{\"column\":\"at\",\"content\":\"commitTime\"}";
    assertTrue(json.contains(part), json);
    refused(json.replace(part, replacement).getBytes(StandardCharsets.UTF_8), reason);
  }

  @Test
  void unknownFieldsAreSkippedEverywhere() throws Exception {
    String unknown = "\"later\":{\"deep\":[1,{\"x\":null}]},";
    for (String name : Samples.all().keySet()) {
      TransactionRecord record = Samples.all().get(name);
      String json = new String(new RecordEncoder().encode(record), StandardCharsets.UTF_8);
      String wider =
          json.replace("{\"", "{" + unknown + "\"")
              .replaceFirst(quote("{" + unknown), "{")
              .replaceFirst(quote("\"source\""), unknown + "\"source\"");
      if (!name.equals("column-types")) {
        assertEquals(
            record, decoder.decode(wider.getBytes(StandardCharsets.UTF_8)).record(), wider);
      }
    }
  }

  @Test
  void joinedPiecesThatLackTheLastAreRefused() {
    TransactionRecord record = Samples.all().get("insert-update-delete");
    byte[] pieces = "{\"op\":\"i\",\"table\":0,\"aft".getBytes(StandardCharsets.UTF_8);
    assertThrows(RecordFormatException.class, () -> decoder.changes(record.tables(), pieces));
  }

  @Test
  void presentColumnsMustAscend() {
    String json =
        new String(
            new RecordEncoder().encode(Samples.all().get("partial-images")),
            StandardCharsets.UTF_8);
    for (String columns : List.of("[3,2]", "[2,2]", "[2,4]", "[-1,2]", "[2,\"3\"]")) {
      refused(
          json.replace("\"afterColumns\":[2,3]", "\"afterColumns\":" + columns)
              .getBytes(StandardCharsets.UTF_8),
          "column");
    }
  }

  private static String insertUpdateDelete() {
    return new String(
        new RecordEncoder().encode(Samples.all().get("insert-update-delete")),
        StandardCharsets.UTF_8);
  }

  private static String quote(String text) {
    return java.util.regex.Pattern.quote(text);
  }

  private void refused(byte[] bytes, String reason) {
    String message =
        assertThrows(RecordFormatException.class, () -> decoder.decode(bytes)).getMessage();
    assertTrue(message.contains(reason), message);
  }
}
