package io.tributary.source.row;

import io.tributary.format.model.ChangeKind;
import io.tributary.format.model.Position;
import io.tributary.format.model.TableName;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.EventHeader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * One case of a file recorded from a real server: the statements, the events' bodies, and the rows
 * as the server prints them.
 */
public final class Fixture {
  /** A column as {@code information_schema.columns} has it. */
  public record ServerColumn(String name, String dataType, String columnType, String collation) {}

  private final String name;
  private final List<BinlogEvent> events = new ArrayList<>();
  private final List<ServerColumn> columns = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private final List<String> changes = new ArrayList<>();

  private Fixture(String name) {
    this.name = name;
  }

  /** All cases of a resource beside this class. */
  public static List<Fixture> load(String resource) {
    try (InputStream raw = Fixture.class.getResourceAsStream(resource);
        InputStream in = resource.endsWith(".gz") ? new GZIPInputStream(raw) : raw;
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
      List<Fixture> cases = new ArrayList<>();
      // Not readLine: values may hold line separators other than \n.
      for (String line : readAll(lines).split("\n", -1)) {
        if (line.isEmpty() || line.startsWith("#")) {
          continue;
        }
        String[] parts = line.split("\t", -1);
        if (parts[0].equals("case")) {
          cases.add(new Fixture(parts[1]));
        } else {
          cases.get(cases.size() - 1).add(parts);
        }
      }
      return cases;
    } catch (IOException e) {
      throw new IllegalStateException("cannot read " + resource, e);
    }
  }

  /** The case of this name in a resource. */
  public static Fixture load(String resource, String name) {
    return load(resource).stream()
        .filter(fixture -> fixture.name.equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String readAll(BufferedReader lines) throws IOException {
    StringBuilder text = new StringBuilder();
    char[] buffer = new char[8192];
    for (int n = lines.read(buffer); n >= 0; n = lines.read(buffer)) {
      text.append(buffer, 0, n);
    }
    return text.toString();
  }

  private void add(String[] parts) {
    switch (parts[0]) {
      case "map" -> events.add(tableMap(HexFormat.of().parseHex(parts[1])));
      case "rows" ->
          events.add(
              rows(
                  ChangeKind.valueOf(parts[1]),
                  Integer.parseInt(parts[2]),
                  HexFormat.of().parseHex(parts[3])));
      case "partial" -> events.add(partialRows(HexFormat.of().parseHex(parts[1])));
      case "column" ->
          columns.add(
              new ServerColumn(
                  unescape(parts[1]), parts[2], unescape(parts[3]), unescape(parts[4])));
      case "row" -> rows.add(Arrays.stream(parts).skip(1).map(Fixture::unescape).toList());
      case "change" ->
          changes.add(String.join("\t", Arrays.asList(parts).subList(1, parts.length)));
      default -> {
        // The statements, for people.
      }
    }
  }

  static BinlogEvent.TableMap tableMap(byte[] body) {
    return new BinlogEvent.TableMap(header(body), 1, new TableName("fx", "t"), body);
  }

  static BinlogEvent.Rows rows(ChangeKind kind, int version, byte[] body) {
    return new BinlogEvent.Rows(header(body), kind, 1, true, version, body);
  }

  static BinlogEvent.Rows partialRows(byte[] body) {
    return new BinlogEvent.Rows(header(body), ChangeKind.UPDATE, 1, true, 2, body, true);
  }

  /** An event like this one with another body. */
  static BinlogEvent.Rows again(BinlogEvent.Rows rows, byte[] body) {
    return rows.partial() ? partialRows(body) : rows(rows.kind(), rows.version(), body);
  }

  private static EventHeader header(byte[] body) {
    long length = body.length + 23L;
    return new EventHeader(1, 0, 1, length, 0, "binlog.000007", new Position(7, 1, 1000 + length));
  }

  private static String unescape(String text) {
    if (text.equals("\\N")) {
      return null;
    }
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        i++;
        c =
            switch (text.charAt(i)) {
              case 't' -> '\t';
              case 'n' -> '\n';
              case 'r' -> '\r';
              case '0' -> '\0';
              default -> text.charAt(i);
            };
      }
      plain.append(c);
    }
    return plain.toString();
  }

  public String name() {
    return name;
  }

  /** Table maps and row events in order. */
  public List<BinlogEvent> events() {
    return events;
  }

  /** The first table map. */
  public BinlogEvent.TableMap firstMap() {
    return (BinlogEvent.TableMap) events.get(0);
  }

  public List<ServerColumn> columns() {
    return columns;
  }

  /** What the server prints for each row, null for NULL. */
  public List<List<String>> rows() {
    return rows;
  }

  /** Expected changes, {@code KIND before after}, of cases whose rows are gone in the end. */
  public List<String> changes() {
    return changes;
  }

  @Override
  public String toString() {
    return name;
  }
}
