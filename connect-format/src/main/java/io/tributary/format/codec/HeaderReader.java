package io.tributary.format.codec;

import com.fasterxml.jackson.core.JsonToken;
import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.Heartbeat;
import io.tributary.format.model.Position;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.XaId;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** Reads what stands in a record beside its changes. */
final class HeaderReader {
  private final JsonReader in;

  HeaderReader(JsonReader in) {
    this.in = in;
  }

  XaId xa() throws IOException, RecordFormatException {
    in.beginObject();
    Long formatId = null;
    byte[] gtrid = null;
    byte[] bqual = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "formatId" -> formatId = in.integer();
        case "gtrid" -> gtrid = hex();
        case "bqual" -> bqual = hex();
        default -> in.skipValue();
      }
    }
    return new XaId(
        in.required(formatId, "formatId"),
        in.required(gtrid, "gtrid"),
        in.required(bqual, "bqual"));
  }

  private byte[] hex() throws IOException, RecordFormatException {
    String text = in.text();
    try {
      return HexFormat.of().parseHex(text);
    } catch (IllegalArgumentException e) {
      throw new RecordFormatException(in.where() + ": not hexadecimal: \"" + text + "\"", e);
    }
  }

  Slice slice() throws IOException, RecordFormatException {
    in.beginObject();
    Integer partition = null;
    Integer partitions = null;
    Position previous = null;
    Long attempt = null;
    Integer fragment = null;
    Boolean last = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "partition" -> partition = in.smallInteger();
        case "partitions" -> partitions = in.smallInteger();
        case "previous" -> previous = in.position();
        case "attempt" -> attempt = in.integer();
        case "fragment" -> fragment = in.smallInteger();
        case "last" -> last = in.bool();
        default -> in.skipValue();
      }
    }
    return new Slice(
        in.required(partition, "partition"),
        in.required(partitions, "partitions"),
        in.required(previous, "previous"),
        in.required(attempt, "attempt"),
        in.required(fragment, "fragment"),
        in.required(last, "last"));
  }

  Heartbeat heartbeat() throws IOException, RecordFormatException {
    in.beginObject();
    Long watermarkMicros = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "watermarkMicros" -> watermarkMicros = in.integer();
        default -> in.skipValue();
      }
    }
    return new Heartbeat(in.required(watermarkMicros, "watermarkMicros"));
  }

  /** The descriptor whose object has just begun. */
  TableDescriptor table() throws IOException, RecordFormatException {
    in.expectObject();
    TableName source = null;
    TableName target = null;
    AffinityRule affinity = null;
    List<ChangeKind> excluded = List.of();
    List<TableDescriptor.Provenance> provenance = List.of();
    List<Column> columns = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "source" -> source = name();
        case "target" -> target = name();
        case "affinity" -> affinity = affinity();
        case "excluded" -> excluded = in.list(() -> kind());
        case "provenance" -> provenance = in.list(this::provenance);
        case "columns" -> columns = in.list(this::column);
        default -> in.skipValue();
      }
    }
    return new TableDescriptor(
        in.required(source, "source"),
        in.required(target, "target"),
        in.required(affinity, "affinity"),
        Set.copyOf(excluded),
        provenance,
        in.required(columns, "columns"));
  }

  private ChangeKind kind() throws IOException, RecordFormatException {
    return in.currentWord(RecordJson.KINDS, "kind of change");
  }

  private TableName name() throws IOException, RecordFormatException {
    in.beginObject();
    String schema = null;
    String table = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "schema" -> schema = in.text();
        case "table" -> table = in.text();
        default -> in.skipValue();
      }
    }
    return new TableName(in.required(schema, "schema"), in.required(table, "table"));
  }

  private AffinityRule affinity() throws IOException, RecordFormatException {
    in.beginObject();
    List<AffinityRule.KeyColumn> columns = null;
    Integer folding = null;
    Integer partitions = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "columns" -> columns = in.list(this::keyColumn);
        case "folding" -> folding = in.smallInteger();
        case "partitions" -> partitions = in.smallInteger();
        default -> in.skipValue();
      }
    }
    return new AffinityRule(
        in.required(columns, "columns"),
        in.required(folding, "folding"),
        in.required(partitions, "partitions"));
  }

  private AffinityRule.KeyColumn keyColumn() throws IOException, RecordFormatException {
    in.expectObject();
    String name = null;
    AffinityRule.Fold fold = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "name" -> name = in.text();
        case "fold" -> fold = in.word(RecordJson.FOLDS, "fold");
        default -> in.skipValue();
      }
    }
    return new AffinityRule.KeyColumn(in.required(name, "name"), in.required(fold, "fold"));
  }

  /** A reader that does not know {@code content} misses {@code value} and refuses the record. */
  private TableDescriptor.Provenance provenance() throws IOException, RecordFormatException {
    in.expectObject();
    String column = null;
    String value = null;
    String content = null;
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "column" -> column = in.text();
        case "value" -> value = in.text();
        case "content" -> content = in.text();
        default -> in.skipValue();
      }
    }
    in.required(column, "column");
    if (content == null) {
      return new TableDescriptor.Provenance(column, in.required(value, "value"));
    }
    if (!content.equals(RecordJson.COMMIT_TIME)) {
      throw new RecordFormatException(
          in.where() + ": this reader knows no provenance \"" + content + "\"; upgrade it");
    }
    return TableDescriptor.Provenance.commitTime(column);
  }

  private Column column() throws IOException, RecordFormatException {
    in.expectObject();
    String name = null;
    ColumnType type = null;
    boolean unsigned = false;
    int key = 0;
    long length = 0;
    int scale = 0;
    String collation = null;
    List<String> labels = List.of();
    for (String field = in.nextField(); field != null; field = in.nextField()) {
      switch (field) {
        case "name" -> name = in.text();
        case "type" -> type = in.word(RecordJson.TYPES, "column type");
        case "unsigned" -> unsigned = in.bool();
        case "key" -> key = in.smallInteger();
        case "length" -> length = in.integer();
        case "scale" -> scale = in.smallInteger();
        case "collation" -> collation = in.text();
        case "labels" -> labels = in.list(this::label);
        default -> in.skipValue();
      }
    }
    return new Column(
        in.required(name, "name"),
        in.required(type, "type"),
        unsigned,
        key,
        length,
        scale,
        collation,
        labels);
  }

  private String label() throws IOException, RecordFormatException {
    if (in.parser().currentToken() != JsonToken.VALUE_STRING) {
      throw in.unexpected("a string");
    }
    return in.parser().getText();
  }
}
