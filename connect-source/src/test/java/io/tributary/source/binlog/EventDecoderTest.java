package io.tributary.source.binlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.github.luben.zstd.Zstd;
import io.tributary.format.model.ChangeKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events that no recording holds. */
class EventDecoderTest {
  private static final int IGNORABLE = 0x80;

  @ParameterizedTest
  @CsvSource({"164, MARIADB_START_ENCRYPTION", "20, event type 20", "99, event type 99"})
  void whatIsNotUnderstoodIsNeverSkipped(int type, String name) throws Exception {
    BinlogEvent event = new EventBytes.Decoded().body(type, 0, new EventBytes().number(0, 8));
    assertEquals(name, assertInstanceOf(BinlogEvent.Unknown.class, event).name());
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true"})
  void partialUpdatesAreRowsThatSaySo(int flags, boolean endOfStatement) throws Exception {
    EventBytes body = new EventBytes().number(77, 6).number(flags, 2).raw(new byte[9]);
    BinlogEvent event = new EventBytes.Decoded().body(EventType.PARTIAL_UPDATE_ROWS, 0, body);
    BinlogEvent.Rows rows = assertInstanceOf(BinlogEvent.Rows.class, event);
    assertTrue(rows.partial());
    assertEquals(ChangeKind.UPDATE, rows.kind());
    assertEquals(2, rows.version());
    assertEquals(77, rows.tableId());
    assertEquals(endOfStatement, rows.endOfStatement());
  }

  @ParameterizedTest
  @CsvSource({
    "99, 128", "28, 128", "3, 0", "5, 0", "13, 0", "14, 0", "17, 0", "9, 0", "11, 0", "36, 0",
    "37, 0", "161, 0"
  })
  void whatMayBeIgnoredIsSaidToBe(int type, int flags) throws Exception {
    BinlogEvent event = new EventBytes.Decoded().body(type, flags, new EventBytes().number(0, 8));
    assertInstanceOf(BinlogEvent.Ignorable.class, event);
  }

  @Test
  void incidentIsAnIncidentEvenWhenFlaggedAsIgnorable() throws Exception {
    BinlogEvent event =
        new EventBytes.Decoded()
            .body(
                EventType.INCIDENT,
                IGNORABLE,
                new EventBytes().number(1, 2).number(4, 1).text("lost"));
    assertEquals("incident 1: lost", ((BinlogEvent.Incident) event).message());
  }

  @Test
  void aGtidWithoutCommitTimeIsThatOfAnOldServer() throws Exception {
    EventBytes body = new EventBytes().number(1, 1).raw(new byte[16]).number(77, 8);
    BinlogEvent.Gtid gtid =
        (BinlogEvent.Gtid) new EventBytes.Decoded().body(EventType.GTID, 0, body);
    assertEquals("00000000-0000-0000-0000-000000000000:77", gtid.gtid());
    assertEquals(0, gtid.commitMicros());
  }

  /** A LOAD DATA in statement format has 13 bytes more before its status variables. */
  @Test
  void loadDataIsReadAsTheStatementThatItIs() throws Exception {
    EventBytes body =
        new EventBytes()
            .number(9, 4)
            .number(0, 4)
            .number(4, 1)
            .number(0, 2)
            .number(6, 2)
            .raw(new byte[13])
            .number(12, 1)
            .number(1, 1)
            .text("shp")
            .raw(new byte[1])
            .text("shop")
            .raw(new byte[1])
            .text("LOAD DATA INFILE 'x' INTO TABLE t");
    BinlogEvent event = new EventBytes.Decoded().body(EventType.EXECUTE_LOAD_QUERY, 0, body);
    BinlogEvent.Query query = assertInstanceOf(BinlogEvent.Query.class, event);
    assertEquals("shop", query.schema());
    assertEquals("LOAD DATA INFILE 'x' INTO TABLE t", query.sql());
    assertEquals(java.util.List.of("shp"), query.changedSchemas());
  }

  /** On a replica's binlog two times follow; the first is that of the replica. */
  @Test
  void commitTimeIsTheOneOfThisServer() throws Exception {
    EventBytes body =
        new EventBytes()
            .number(1, 1)
            .raw(new byte[16 + 8])
            .raw(new byte[17])
            .number(1_800_000_000_123_456L | 1L << 55, 7)
            .number(1_700_000_000_000_000L, 7);
    BinlogEvent event = new EventBytes.Decoded().body(EventType.ANONYMOUS_GTID, 0, body);
    assertEquals(1_800_000_000_123_456L, ((BinlogEvent.AnonymousGtid) event).commitMicros());
  }

  @Test
  void negativeFormatIdsOfXaStayNegative() throws Exception {
    EventBytes body =
        new EventBytes().number(0, 1).number(-1, 4).number(1, 4).number(0, 4).text("g");
    BinlogEvent event = new EventBytes.Decoded().body(EventType.XA_PREPARE, 0, body);
    assertEquals("X'67',X'',-1", ((BinlogEvent.XaPrepare) event).xa().toString());
  }

  @Test
  void tableIdsHaveSixBytes() throws Exception {
    EventBytes body = new EventBytes().number(0xFFFF_FFFF_FFFEL, 6).number(0, 2).number(2, 2);
    BinlogEvent.Rows rows =
        (BinlogEvent.Rows) new EventBytes.Decoded().body(EventType.DELETE_ROWS, 0, body);
    assertEquals(0xFFFF_FFFF_FFFEL, rows.tableId());
    assertEquals(ChangeKind.DELETE, rows.kind());
    assertEquals(10, rows.body().length);
  }

  @ParameterizedTest
  @CsvSource({"28, b0a1, 啊", "8, e9, é", "45, c3a9, é", "33, c3a9, é", "0, c3a9, é", "63, c3a9, é"})
  void statementsAreReadInTheClientsCharset(int collation, String hex, String text)
      throws Exception {
    byte[] sql = java.util.HexFormat.of().parseHex(hex);
    EventBytes variables = new EventBytes().number(4, 1).number(collation, 2).number(0, 4);
    assertEquals(text, query(variables, sql).sql());
  }

  @Test
  void bytesThatAreNoTextLeaveTheKeywordsReadable() throws Exception {
    EventBytes variables = new EventBytes().number(4, 1).number(28, 2).number(0, 4);
    byte[] sql = new EventBytes().text("DROP TABLE `a` /* ").number(0xFF, 1).text(" */").bytes();
    String text = query(variables, sql).sql();
    assertTrue(text.startsWith("DROP TABLE `a` /* ") && text.endsWith(" */"), text);
  }

  @Test
  void changedSchemasAreThoseThatTheServerLists() throws Exception {
    EventBytes before =
        new EventBytes()
            .number(0, 1)
            .number(0, 4)
            .number(1, 1)
            .number(0, 8)
            .number(6, 1)
            .number(3, 1)
            .text("std")
            .number(3, 1)
            .number(0, 4)
            .number(5, 1)
            .number(3, 1)
            .text("UTC")
            .number(7, 1)
            .number(0, 2)
            .number(8, 1)
            .number(0, 2)
            .number(11, 1)
            .number(1, 1)
            .text("u")
            .number(1, 1)
            .text("h");
    byte[] two = {12, 2, 'a', 0, (byte) 0xC3, (byte) 0xA9, 0};
    assertEquals(List.of("a", "é"), query(before.raw(two), new byte[0]).changedSchemas());
    assertNull(query(new EventBytes().number(12, 1).number(254, 1), new byte[0]).changedSchemas());
    assertNull(query(new EventBytes().number(99, 1).raw(two), new byte[0]).changedSchemas());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 255})
  void payloadsAreOpenedCompressedOrNot(int compression) throws Exception {
    byte[] inner =
        new EventBytes()
            .raw(new EventBytes().number(1, 8).event(EventType.XID, 0, 0))
            .raw(new EventBytes().number(2, 8).event(EventType.XID, 0, 0))
            .bytes();
    EventBytes.Decoded decoded = new EventBytes.Decoded();
    decoded.body(EventType.TRANSACTION_PAYLOAD, 0, payload(compression, inner, inner.length));
    assertEquals(2, decoded.events.size());
    EventHeader header = decoded.events.get(1).header();
    assertEquals(EventType.XID, header.type());
    assertEquals(127, header.start().offset());
    assertEquals(127 + header.length(), header.end().offset());
  }

  @Test
  void payloadsThatAreNotAsLongAsTheySayAreRefused() throws Exception {
    byte[] inner = new EventBytes().number(1, 8).event(EventType.XID, 0, 0);
    byte[] cut = java.util.Arrays.copyOf(inner, inner.length - 1);
    byte[] nested = payload(255, inner, inner.length).event(EventType.TRANSACTION_PAYLOAD, 0, 0);
    List<EventBytes> wrong =
        List.of(
            payload(0, inner, inner.length - 1),
            payload(0, inner, inner.length + 1),
            payload(0, cut, inner.length),
            payload(7, inner, inner.length),
            payload(255, nested, nested.length),
            payload(0, inner, inner.length).number(0, 1));
    for (EventBytes body : wrong) {
      EventBytes.Decoded decoded = new EventBytes.Decoded();
      assertThrows(IOException.class, () -> decoded.body(EventType.TRANSACTION_PAYLOAD, 0, body));
    }
  }

  private static EventBytes payload(int compression, byte[] inner, int size) {
    byte[] packed = compression == 0 ? Zstd.compress(inner) : inner;
    EventBytes body = new EventBytes();
    body.number(2, 1).number(compression == 255 ? 3 : 1, 1);
    if (compression == 255) {
      body.number(252, 1).number(255, 2);
    } else {
      body.number(compression, 1);
    }
    body.number(3, 1).number(3, 1).number(252, 1).number(size, 2);
    body.number(1, 1).number(3, 1).number(252, 1).number(packed.length, 2);
    return body.number(0, 1).raw(packed);
  }

  private static BinlogEvent.Query query(EventBytes variables, byte[] sql) throws Exception {
    byte[] status = variables.bytes();
    EventBytes body =
        new EventBytes()
            .number(0, 8)
            .number(1, 1)
            .number(0, 2)
            .number(status.length, 2)
            .raw(status)
            .raw("d\0".getBytes(StandardCharsets.UTF_8))
            .raw(sql);
    return (BinlogEvent.Query) new EventBytes.Decoded().body(EventType.QUERY, 0, body);
  }
}
