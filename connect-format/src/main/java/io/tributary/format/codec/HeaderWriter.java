package io.tributary.format.codec;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.format.model.AffinityRule;
import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Column;
import io.tributary.format.model.Slice;
import io.tributary.format.model.TableDescriptor;
import io.tributary.format.model.TableName;
import io.tributary.format.model.TransactionRecord;
import io.tributary.format.model.XaId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HexFormat;

/** Writes what stands in a record beside its changes. */
final class HeaderWriter {
  private HeaderWriter() {}

  /** The header as one object, without tables and changes. */
  static byte[] header(TransactionRecord record, Slice slice) {
    return bytes(json -> writeHeader(json, record, slice));
  }

  /** A table descriptor as one object. */
  static byte[] table(TableDescriptor table) {
    return bytes(json -> writeTable(json, table));
  }

  private interface Body {
    void write(JsonGenerator json) throws IOException;
  }

  private static byte[] bytes(Body body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(512);
    try (JsonGenerator json = RecordJson.FACTORY.createGenerator(out)) {
      body.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot happen: writing to memory", e);
    }
    return out.toByteArray();
  }

  private static void writeHeader(JsonGenerator json, TransactionRecord record, Slice slice)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField(RecordJson.MAGIC, RecordJson.VERSION);
    json.writeStringField("source", record.origin().source());
    json.writeStringField("connector", record.origin().connector());
    json.writeStringField("history", record.origin().history());
    json.writeStringField("position", record.commit().position().toString());
    if (record.commit().gtid() != null) {
      json.writeStringField("gtid", record.commit().gtid());
    }
    if (record.commit().xa() != null) {
      writeXa(json, record.commit().xa());
    }
    json.writeNumberField("commitMicros", record.commit().micros());
    writeSlice(json, slice);
    if (record.executed() != null) {
      json.writeStringField("executed", record.executed());
    }
    if (record.heartbeat() != null) {
      json.writeObjectFieldStart("heartbeat");
      json.writeNumberField("watermarkMicros", record.heartbeat().watermarkMicros());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  private static void writeXa(JsonGenerator json, XaId xa) throws IOException {
    json.writeObjectFieldStart("xa");
    json.writeNumberField("formatId", xa.formatId());
    json.writeStringField("gtrid", HexFormat.of().formatHex(xa.gtrid()));
    json.writeStringField("bqual", HexFormat.of().formatHex(xa.bqual()));
    json.writeEndObject();
  }

  private static void writeSlice(JsonGenerator json, Slice slice) throws IOException {
    json.writeObjectFieldStart("slice");
    json.writeNumberField("partition", slice.partition());
    json.writeNumberField("partitions", slice.partitions());
    json.writeStringField("previous", slice.previous().toString());
    json.writeNumberField("attempt", slice.attempt());
    json.writeNumberField("fragment", slice.fragment());
    json.writeBooleanField("last", slice.last());
    json.writeEndObject();
  }

  private static void writeTable(JsonGenerator json, TableDescriptor table) throws IOException {
    json.writeStartObject();
    writeName(json, "source", table.source());
    writeName(json, "target", table.target());
    writeAffinity(json, table.affinity());
    if (!table.excluded().isEmpty()) {
      json.writeArrayFieldStart("excluded");
      for (ChangeKind kind : ChangeKind.values()) {
        if (table.excluded().contains(kind)) {
          json.writeString(RecordJson.KINDS.word(kind));
        }
      }
      json.writeEndArray();
    }
    if (!table.provenance().isEmpty()) {
      json.writeArrayFieldStart("provenance");
      for (TableDescriptor.Provenance provenance : table.provenance()) {
        json.writeStartObject();
        json.writeStringField("column", provenance.column());
        if (provenance.isCommitTime()) {
          json.writeStringField("content", RecordJson.COMMIT_TIME);
        } else {
          json.writeStringField("value", provenance.value());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeArrayFieldStart("columns");
    for (Column column : table.columns()) {
      writeColumn(json, column);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void writeName(JsonGenerator json, String field, TableName name)
      throws IOException {
    json.writeObjectFieldStart(field);
    json.writeStringField("schema", name.schema());
    json.writeStringField("table", name.table());
    json.writeEndObject();
  }

  private static void writeAffinity(JsonGenerator json, AffinityRule rule) throws IOException {
    json.writeObjectFieldStart("affinity");
    json.writeArrayFieldStart("columns");
    for (AffinityRule.KeyColumn column : rule.columns()) {
      json.writeStartObject();
      json.writeStringField("name", column.name());
      json.writeStringField("fold", RecordJson.FOLDS.word(column.fold()));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeNumberField("folding", rule.folding());
    json.writeNumberField("partitions", rule.partitions());
    json.writeEndObject();
  }

  /** What has its default is left out: readers know the defaults. */
  private static void writeColumn(JsonGenerator json, Column column) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", column.name());
    json.writeStringField("type", RecordJson.TYPES.word(column.type()));
    if (column.unsigned()) {
      json.writeBooleanField("unsigned", true);
    }
    if (column.key() != 0) {
      json.writeNumberField("key", column.key());
    }
    if (column.length() != 0) {
      json.writeNumberField("length", column.length());
    }
    if (column.scale() != 0) {
      json.writeNumberField("scale", column.scale());
    }
    if (column.collation() != null) {
      json.writeStringField("collation", column.collation());
    }
    if (!column.labels().isEmpty()) {
      json.writeArrayFieldStart("labels");
      for (String label : column.labels()) {
        json.writeString(label);
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }
}
