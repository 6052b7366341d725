package io.tributary.source.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Row;
import io.tributary.format.model.TableName;
import io.tributary.source.schema.FieldType;
import io.tributary.source.schema.TableSchema;
import io.tributary.source.schema.WireColumn;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LargeRowsTest {
  private static final int SIZE = 17 * 1024 * 1024 + 3;

  @Test
  void rowsBeyondSixteenMegabytes() throws Exception {
    TableSchema schema =
        new TableSchema(
            new TableName("fx", "t"),
            List.of(column("b", ColumnType.BLOB), column("t", ColumnType.TEXT)),
            List.of(
                new WireColumn(FieldType.BLOB, 4, "binary"),
                new WireColumn(FieldType.BLOB, 4, "utf8mb4")));
    byte[] blob = new byte[SIZE];
    new Random(1).nextBytes(blob);
    byte[] text = "é".repeat(SIZE / 2).getBytes(StandardCharsets.UTF_8);
    ByteBuffer body =
        ByteBuffer.allocate(10 + 2 + 1 + 4 + blob.length + 4 + text.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    body.position(8);
    body.putShort((short) 2).put((byte) 2).put((byte) 3).put((byte) 0);
    body.putInt(blob.length).put(blob).putInt(text.length).put(text);
    List<RowChange> changes = new ArrayList<>();
    RowDecoder.of(schema).decode(Fixture.rows(ChangeKind.INSERT, 2, body.array()), changes::add);
    assertEquals(1, changes.size());
    Row row = changes.get(0).after();
    assertArrayEquals(blob, (byte[]) row.value(0));
    assertEquals("é".repeat(SIZE / 2), row.value(1));
  }

  private static Column column(String name, ColumnType type) {
    return new Column(name, type, false, 0, 4, 0, null, List.of());
  }
}
