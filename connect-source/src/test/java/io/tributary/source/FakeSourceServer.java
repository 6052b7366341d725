package io.tributary.source;

import io.tributary.format.model.TableName;
import io.tributary.source.preflight.CascadingKey;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.ListedTable;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServerException;
import io.tributary.source.schema.ColumnList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A server whose answers are set by the test. */
public final class FakeSourceServer implements SourceServer {
  public String uuid = "uuid-a";
  public long serverId = 1;
  public boolean gtids = true;
  public List<String> files = List.of("binlog.000001", "binlog.000002");
  public Map<String, Long> fileBytes = Map.of("binlog.000001", 400L, "binlog.000002", 500L);
  public BinlogEnd end = new BinlogEnd("binlog.000002", 500, "u:1-9");
  public long micros = 1_000_000;
  public String notExecuted = "";
  public String purgedBeyond = "";
  public boolean nativeForeignKeys;
  public List<CascadingKey> cascadingKeys = List.of();
  public List<ColumnList> columnLists = List.of();

  /** What the server lists; null: it does not answer. */
  public List<ListedTable> tables = List.of();

  public OptionalLong retentionSeconds = OptionalLong.empty();

  /** What the server does after a list of columns was read. */
  public Runnable betweenColumnListAndEnd = () -> {};

  /** Answers to XA RECOVER in turn; the last one stays. */
  public final Deque<List<String>> prepared = new ArrayDeque<>(List.of(List.of()));

  @Override
  public ServerFacts facts() {
    return new ServerFacts(
        "9.7.4",
        uuid,
        serverId,
        true,
        "binlog",
        "ROW",
        "FULL",
        "FULL",
        gtids,
        false,
        nativeForeignKeys,
        true,
        true,
        "tributary@%");
  }

  @Override
  public Optional<ColumnList> columnList(TableName table) {
    Optional<ColumnList> found =
        columnLists.stream().filter(list -> list.table().equals(table)).findFirst();
    betweenColumnListAndEnd.run();
    return found;
  }

  @Override
  public List<ListedTable> tables() throws SourceServerException {
    if (tables == null) {
      throw new SourceServerException(
          List.of(new Finding("database.hostname", "it takes too long")), true, null);
    }
    return tables;
  }

  @Override
  public OptionalLong retentionSeconds() {
    return retentionSeconds;
  }

  @Override
  public BinlogEnd end() {
    return end;
  }

  @Override
  public TimedEnd timedEnd() {
    return new TimedEnd(micros, end);
  }

  @Override
  public List<String> files() {
    return files;
  }

  @Override
  public Map<String, Long> fileBytes() {
    return fileBytes;
  }

  @Override
  public List<String> preparedBranches() {
    return prepared.size() > 1 ? prepared.removeFirst() : prepared.getFirst();
  }

  @Override
  public List<CascadingKey> cascadingKeys() {
    return cascadingKeys;
  }

  @Override
  public String notExecuted(String set) {
    return notExecuted;
  }

  @Override
  public String purgedBeyond(String set) {
    return purgedBeyond;
  }

  @Override
  public void close() {}
}
