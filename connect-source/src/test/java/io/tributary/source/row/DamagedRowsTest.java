package io.tributary.source.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.ChangeKind;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.schema.TableMapParser;
import io.tributary.source.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bodies that are cut short or changed stop with a RowDecodeException or not at all. */
class DamagedRowsTest {
  private static final int LONGEST = 20_000;

  /** Enough of many that are alike. */
  private static final int PARTIAL_UPDATES = 15;

  static Stream<Fixture> recorded() {
    return Stream.of(
            "numbers.fixture",
            "temporals.fixture",
            "strings.fixture",
            "json.fixture.gz",
            "shapes.fixture",
            "odd.fixture",
            "partial.fixture.gz")
        .flatMap(resource -> Fixture.load(resource).stream())
        .filter(fixture -> !fixture.name().equals("minimal metadata"));
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void aCutBodyGivesRowsOfTheWholeOneThenFails(Fixture fixture) throws Exception {
    TableSchema schema = new TableMapParser().parse(fixture.firstMap());
    for (BinlogEvent.Rows rows : rowEvents(fixture)) {
      List<RowChange> whole = new ArrayList<>();
      RowDecoder.of(schema).decode(rows, whole::add);
      RowDecoder decoder = RowDecoder.of(schema);
      for (int length = 0; length < rows.body().length; length += step(rows)) {
        List<RowChange> part = new ArrayList<>();
        byte[] cut = Arrays.copyOf(rows.body(), length);
        boolean failed = false;
        try {
          decoder.decode(Fixture.again(rows, cut), part::add);
        } catch (RowDecodeException e) {
          failed = true;
        }
        assertEquals(whole.subList(0, part.size()), part, fixture + " cut to " + length);
        assertTrue(part.size() < whole.size(), fixture + " cut to " + length);
        assertTrue(failed || !part.isEmpty(), fixture + " cut to " + length);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("recorded")
  void changedBytesNeverGiveAnotherException(Fixture fixture) throws Exception {
    TableSchema schema = new TableMapParser().parse(fixture.firstMap());
    long seed = 20_261_201L;
    Random random = new Random(seed);
    RowDecoder decoder = RowDecoder.of(schema);
    for (BinlogEvent.Rows rows : rowEvents(fixture)) {
      for (int i = 0; i < 400; i++) {
        byte[] body = rows.body().clone();
        for (int flips = random.nextInt(3); flips >= 0; flips--) {
          body[random.nextInt(body.length)] = (byte) random.nextInt(256);
        }
        try {
          decoder.decode(Fixture.again(rows, body), row -> {});
        } catch (RowDecodeException e) {
          assertTrue(e.getMessage().contains("fx.t"), "seed " + seed + ": " + e.getMessage());
        }
      }
    }
  }

  /** Every length of short bodies, some of long ones: a prime, so that no shape is left out. */
  private static int step(BinlogEvent.Rows rows) {
    return rows.body().length < 2_000 ? 1 : 23;
  }

  private static List<BinlogEvent.Rows> rowEvents(Fixture fixture) {
    return fixture.events().stream()
        .filter(event -> event instanceof BinlogEvent.Rows rows && rows.body().length < LONGEST)
        .map(BinlogEvent.Rows.class::cast)
        .limit(fixture.name().equals("partial updates") ? PARTIAL_UPDATES : Long.MAX_VALUE)
        .toList();
  }

  @Test
  void messagesSayWhereAndWhatToDo() throws Exception {
    TableSchema schema =
        new TableMapParser().parse(Fixture.load("shapes.fixture", "mixed families").firstMap());
    BinlogEvent.Rows rows = rowEvents(Fixture.load("shapes.fixture", "mixed families")).get(0);
    // The gbk text of column c1 is D6D0.
    String hex = HexFormat.of().formatHex(rows.body());
    assertEquals(hex.indexOf("02d6d0"), hex.lastIndexOf("02d6d0"));
    byte[] wrong = HexFormat.of().parseHex(hex.replace("02d6d0", "02d6ff"));
    RowDecodeException e =
        assertThrows(
            RowDecodeException.class,
            () ->
                RowDecoder.of(schema).decode(Fixture.rows(ChangeKind.INSERT, 2, wrong), row -> {}));
    assertTrue(
        e.getMessage()
            .startsWith(
                "a row of fx.t, column c1 (CHAR, character set gbk), at binlog.000007:1000 cannot"
                    + " be read: 0xD6FF at byte 0 of the value is no character of gbk; "),
        e.getMessage());
    assertTrue(e.getMessage().contains("table.exclude.list"), e.getMessage());
  }

  @Test
  void anotherNumberOfColumnsIsRefused() throws Exception {
    TableSchema schema =
        new TableMapParser().parse(Fixture.load("shapes.fixture", "no key").firstMap());
    BinlogEvent.Rows rows = rowEvents(Fixture.load("shapes.fixture", "minimal images")).get(0);
    RowDecodeException e =
        assertThrows(RowDecodeException.class, () -> RowDecoder.of(schema).decode(rows, row -> {}));
    assertTrue(
        e.getMessage().contains("the event has 10 columns, the table map 1"), e.getMessage());
  }

  @Test
  void extraDataOfVersionTwoIsSkipped() throws Exception {
    Fixture fixture = Fixture.load("shapes.fixture", "no key");
    TableSchema schema = new TableMapParser().parse(fixture.firstMap());
    byte[] body = rowEvents(fixture).get(0).body();
    byte[] longer = new byte[body.length + 3];
    System.arraycopy(body, 0, longer, 0, 8);
    longer[8] = 5;
    System.arraycopy(body, 10, longer, 13, body.length - 10);
    List<RowChange> plain = new ArrayList<>();
    List<RowChange> extended = new ArrayList<>();
    RowDecoder.of(schema).decode(Fixture.rows(ChangeKind.INSERT, 2, body), plain::add);
    RowDecoder.of(schema).decode(Fixture.rows(ChangeKind.INSERT, 2, longer), extended::add);
    assertEquals(plain, extended);
    longer[8] = 1;
    assertThrows(
        RowDecodeException.class,
        () -> RowDecoder.of(schema).decode(Fixture.rows(ChangeKind.INSERT, 2, longer), row -> {}));
  }
}
