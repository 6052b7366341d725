package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetColumn;
import io.tributary.sink.tidb.TargetRow;
import io.tributary.sink.tidb.TargetTable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A hidden image as bytes of the ledger: column names and their SQL literals in turn, each as its
 * number of bytes, a colon and its UTF-8 text ({@code 2:id1:74:note3:'a'}). By name, so that an
 * image outlives columns that are added to the target or dropped from it.
 */
final class ImageCodec {
  private ImageCodec() {}

  static byte[] write(TargetRow row) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < row.columns().size(); i++) {
      append(text, row.columns().get(i));
      append(text, row.literals().get(i));
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void append(StringBuilder text, String part) {
    text.append(part.getBytes(StandardCharsets.UTF_8).length).append(':').append(part);
  }

  /** The row, without columns that the target no longer has or now computes. */
  static TargetRow read(byte[] bytes, TargetTable table) {
    List<String> parts = new ArrayList<>();
    for (int at = 0; at < bytes.length; ) {
      int length = 0;
      for (; bytes[at] != ':'; at++) {
        length = 10 * length + bytes[at] - '0';
      }
      parts.add(new String(bytes, at + 1, length, StandardCharsets.UTF_8));
      at += 1 + length;
    }
    List<String> columns = new ArrayList<>();
    List<String> literals = new ArrayList<>();
    for (int i = 0; i + 1 < parts.size(); i += 2) {
      Optional<TargetColumn> column = table.column(parts.get(i));
      if (column.isPresent() && !column.get().generated()) {
        columns.add(column.get().name());
        literals.add(parts.get(i + 1));
      }
    }
    return new TargetRow(columns, literals);
  }
}
