package io.tributary.source.schema;

import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.schema.ListedMetadata.MismatchException;
import io.tributary.source.schema.MapBytes.CutShortException;
import io.tributary.source.schema.MapLayout.UnreadableTypeException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes {@link TableSchema}s of TABLE_MAP events: by themselves where the server has {@code
 * binlog_row_metadata=FULL}, else with the columns that {@link ColumnLists} knows. Remembers what
 * it parsed by the bytes of the body without the table id, for a table map precedes every
 * statement, and the id changes whenever the server opens the table anew.
 *
 * <p>Not thread-safe: one parser for each reader of a binlog.
 */
public final class TableMapParser {
  private static final int REMEMBERED = 4_096;

  private final Map<Body, Parsed> parsed =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Body, Parsed> eldest) {
          return size() > REMEMBERED;
        }
      };

  private final MapDialect dialect;
  private final ColumnLists lists;

  /** A parser of MySQL's table maps that name their columns. */
  public TableMapParser() {
    this(MapDialect.MYSQL, ColumnLists.none());
  }

  /**
   * A parser of the table maps of one kind of server.
   *
   * @param lists the columns of tables whose maps do not name them
   */
  public TableMapParser(MapDialect dialect, ColumnLists lists) {
    this.dialect = dialect;
    this.lists = lists;
  }

  /**
   * What a body was found to say.
   *
   * @param list the columns that it was read with; null when it names them itself
   */
  private record Parsed(ColumnList list, TableSchema schema) {}

  /**
   * The schema that the event describes.
   *
   * @throws SchemaException when the event has no column names (MINIMAL metadata) and they are not
   *     known for sure, has a column type that no row decoder exists for, or is cut short
   */
  public TableSchema parse(BinlogEvent.TableMap event) throws SchemaException {
    Body key = Body.of(event.body());
    Parsed known = parsed.get(key);
    if (known == null || known.list() != null && known.list() != lists.of(event)) {
      known = read(event);
      parsed.put(key, known);
    }
    return known.schema();
  }

  private Parsed read(BinlogEvent.TableMap event) throws SchemaException {
    MapBytes in = new MapBytes(event.body(), 0, event.body().length);
    try {
      MapLayout layout = MapLayout.read(in);
      TableName table = new TableName(layout.schema(), layout.table());
      OptionalMetadata metadata = OptionalMetadata.read(in);
      ColumnList list = null;
      if (metadata.names() == null) {
        list = lists.of(event);
        metadata = ListedMetadata.complete(layout, metadata, list, dialect);
      }
      if (metadata.names().size() != layout.types().length) {
        throw new CutShortException();
      }
      requireKnownLengths(event, layout, metadata.names());
      return new Parsed(list, new ColumnBuilder(table, layout, metadata, dialect).build());
    } catch (MismatchException e) {
      throw new SchemaException(
          "the table map of "
              + event.table()
              + where(event)
              + " has no column names (binlog_row_metadata=MINIMAL, or a MySQL before 8.0), and the"
              + " columns that the server lists are others than those that the rows were written"
              + " with: "
              + e.getMessage()
              + ". SET GLOBAL binlog_row_metadata=FULL at the source where it knows that (and in its"
              + " configuration file), bring the target's table to what the source holds, then start"
              + " the connector at a position after that; or leave the table out by"
              + " table.exclude.list",
          e);
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

  private void requireKnownLengths(BinlogEvent.TableMap event, MapLayout layout, List<String> names)
      throws SchemaException {
    for (int i = 0; i < names.size(); i++) {
      if (dialect.ambiguous(layout.types()[i])) {
        throw new SchemaException(
            "column %s of %s%s lies in the old temporal format (type code %d), in which this server"
                    .formatted(names.get(i), event.table(), where(event), layout.types()[i])
                + " does not say how many fractional digits it has: rebuild the table with"
                + " mysql56_temporal_format=ON (ALTER TABLE .. FORCE), then start the connector at a"
                + " position after that; or leave the table out by table.exclude.list");
      }
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
