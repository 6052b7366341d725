package io.tributary.source.schema;

import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.schema.MapBytes.CutShortException;
import io.tributary.source.schema.MapLayout.UnreadableTypeException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes {@link TableSchema}s of TABLE_MAP events whose server has {@code binlog_row_metadata=FULL}.
 * Remembers what it parsed by the bytes of the body without the table id, for a table map precedes
 * every statement, and the id changes whenever the server opens the table anew.
 *
 * <p>Not thread-safe: one parser for each reader of a binlog.
 */
public final class TableMapParser {
  private static final int REMEMBERED = 4_096;

  private final Map<Body, TableSchema> parsed =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Body, TableSchema> eldest) {
          return size() > REMEMBERED;
        }
      };

  private final MapDialect dialect;

  /** A parser of MySQL's table maps. */
  public TableMapParser() {
    this(MapDialect.MYSQL);
  }

  /** A parser of the table maps of one kind of server. */
  public TableMapParser(MapDialect dialect) {
    this.dialect = dialect;
  }

  /**
   * The schema that the event describes.
   *
   * @throws SchemaException when the event has no column names (MINIMAL metadata), has a column
   *     type that no row decoder exists for, or is cut short
   */
  public TableSchema parse(BinlogEvent.TableMap event) throws SchemaException {
    Body key = Body.of(event.body());
    TableSchema known = parsed.get(key);
    if (known == null) {
      known = read(event);
      parsed.put(key, known);
    }
    return known;
  }

  private TableSchema read(BinlogEvent.TableMap event) throws SchemaException {
    MapBytes in = new MapBytes(event.body(), 0, event.body().length);
    try {
      MapLayout layout = MapLayout.read(in);
      TableName table = new TableName(layout.schema(), layout.table());
      OptionalMetadata metadata = OptionalMetadata.read(in);
      if (metadata.names() == null) {
        throw new SchemaException(
            "the table map of "
                + table
                + where(event)
                + " has no column names: SET GLOBAL binlog_row_metadata=FULL at the source (and in"
                + " its configuration file), then start the connector at a position after that; or"
                + " leave the table out by table.exclude.list");
      }
      if (metadata.names().size() != layout.types().length) {
        throw new CutShortException();
      }
      return new ColumnBuilder(table, layout, metadata, dialect).build();
    } catch (UnreadableTypeException e) {
      throw new SchemaException(
          "column %d of %s%s has the type code %d, whose values cannot be read: give the column"
                  .formatted(e.column() + 1, event.table(), where(event), e.code())
              + " another type, or leave the table out by table.exclude.list");
    } catch (CutShortException e) {
      throw new SchemaException(
          "the table map of "
              + event.table()
              + where(event)
              + " is damaged: it ends before what it announces; check the file by mysqlbinlog"
              + " --verify-binlog-checksum at the source");
    }
  }

  private static String where(BinlogEvent.TableMap event) {
    return " at " + event.header().file() + ":" + event.header().start().offset();
  }

  /** A body, equal to another when they differ in the table id at most. */
  private static final class Body {
    private static final int ID_BYTES = 6;

    private final byte[] bytes;
    private final int hash;

    private Body(byte[] bytes, int hash) {
      this.bytes = bytes;
      this.hash = hash;
    }

    static Body of(byte[] bytes) {
      int hash = 1;
      for (int i = ID_BYTES; i < bytes.length; i++) {
        hash = 31 * hash + bytes[i];
      }
      return new Body(bytes, hash);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Body that
          && bytes.length >= ID_BYTES
          && that.bytes.length >= ID_BYTES
          && Arrays.equals(bytes, ID_BYTES, bytes.length, that.bytes, ID_BYTES, that.bytes.length);
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }
}
