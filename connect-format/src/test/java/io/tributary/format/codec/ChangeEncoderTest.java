package io.tributary.format.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.Change;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Row;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChangeEncoderTest {
  private final ChangeEncoder encoder = new ChangeEncoder();

  @Test
  void appendsOneObjectWithoutComma() throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    encoder.encode(new Change.Insert(0, Row.of(7L)), columns(ColumnType.INT), out);
    encoder.encode(new Change.Delete(3, Row.of((Object) null)), columns(ColumnType.INT), out);
    assertEquals(
        "{\"op\":\"i\",\"table\":0,\"after\":[7]}{\"op\":\"d\",\"table\":3,\"before\":[null]}",
        out.toString(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @EnumSource
  void valueOfAnotherJavaTypeIsRefusedAndTheEncoderGoesOn(ColumnType type) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () -> encoder.encode(new Change.Insert(0, Row.of('x')), columns(type), out));
    assertTrue(refused.getMessage().contains("column c of type " + type), refused.getMessage());
    out.reset();
    encoder.encode(new Change.Insert(0, Row.of(1L)), columns(ColumnType.INT), out);
    assertEquals("{\"op\":\"i\",\"table\":0,\"after\":[1]}", out.toString(StandardCharsets.UTF_8));
  }

  @Test
  void rowOfAnotherWidthIsRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () ->
            encoder.encode(
                new Change.Insert(0, Row.of(1L, 2L)),
                columns(ColumnType.INT),
                new ByteArrayOutputStream()));
  }

  @Test
  void maxBytesThatLeavesNoRoomNamesTheOption() {
    IllegalArgumentException refused =
        assertThrows(
            IllegalArgumentException.class,
            () ->
                new RecordEncoder()
                    .encode(Samples.all().get("insert-update-delete"), new byte[500], 300));
    assertTrue(refused.getMessage().contains("record.max.bytes"), refused.getMessage());
  }

  private static List<Column> columns(ColumnType type) {
    return List.of(new Column("c", type, false, 0, 0, 0, null, List.of()));
  }
}
