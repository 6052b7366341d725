package io.tributary.source;

import io.tributary.format.spill.SpillBuffers;
import io.tributary.format.spill.SpillDirectory;
import io.tributary.source.binlog.BinlogClient;
import io.tributary.source.binlog.BinlogEvent;
import io.tributary.source.binlog.BinlogException;
import io.tributary.source.binlog.BinlogSettings;
import io.tributary.source.binlog.StartPoint;
import io.tributary.source.binlog.TlsSettings;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.DatabaseSettings;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.Inspection;
import io.tributary.source.preflight.JdbcSourceServer;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServerException;
import io.tributary.source.preflight.SslSettings;
import io.tributary.source.preflight.Subject;
import io.tributary.source.reader.Assembly;
import io.tributary.source.reader.EventStream;
import io.tributary.source.reader.ServerColumnLists;
import io.tributary.source.reader.Upstream;
import io.tributary.source.route.TableRouter;
import io.tributary.source.schema.ColumnLists;
import io.tributary.source.schema.MapDialect;
import io.tributary.source.transaction.AssemblerSettings;
import io.tributary.source.transaction.CompletedTransaction;
import io.tributary.source.transaction.OpenBranches;
import io.tributary.source.transaction.RoutedTables;
import io.tributary.source.transaction.TransactionAssembler;
import io.tributary.source.transaction.TransactionException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.apache.kafka.connect.errors.ConnectException;

/**
 * A MySQL or MariaDB server by JDBC and by the binlog library. Opening is thread-safe if the
 * supplier of the configuration is; {@link #assemble} belongs to the reading thread.
 */
final class MySqlUpstream implements Upstream {
  private static final int CONNECT_TIMEOUT_MS = 10_000;
  private static final long QUEUE_MAX_BYTES = 16L << 20;

  private final Supplier<SourceConfig> config;
  private final Clock clock;
  private String listedHistory;
  private ColumnLists lists;

  /** Shared by one assembler after the other: what is being sent may be of a connection before. */
  private final SpillBuffers buffers;

  /**
   * @param config gives the configuration as it is now, so that a changed password is used
   * @param clock the worker's, which the server's is compared with
   * @throws ConnectException when {@code spill.directory} cannot be used
   */
  MySqlUpstream(Supplier<SourceConfig> config, Clock clock) {
    this.config = config;
    this.clock = clock;
    ReadingOptions reading = config.get().reading();
    try {
      this.buffers =
          new SpillBuffers(reading.bufferMaxBytes(), SpillDirectory.of(reading.spillDirectory()));
    } catch (IOException e) {
      throw new ConnectException(e.getMessage(), e);
    }
  }

  @Override
  public SourceServer openServer() throws SourceServerException {
    return JdbcSourceServer.open(config.get().connection().database());
  }

  @Override
  public List<Finding> refusals(SourceServer server, ServerFacts facts, boolean begins)
      throws SourceServerException {
    SourceConfig now = config.get();
    Inspection inspection =
        new Inspection(
            new Subject(
                now.connection().serverId(), now.tables().routing(), now.tables().affinity()),
            clock);
    List<Finding> refusals = new ArrayList<>(inspection.server(server, facts));
    // A connection of its own: a server that takes too long for its tables breaks it.
    try (SourceServer asked = openServer()) {
      refusals.addAll(inspection.tables(asked, facts, begins));
    }
    return refusals;
  }

  @Override
  public EventStream openEvents(StartPoint start) throws BinlogException {
    return open(settings(config.get()), start);
  }

  @Override
  public EventStream openScan(StartPoint start) throws BinlogException {
    return open(settings(config.get()).scanning(), start);
  }

  private static EventStream open(BinlogSettings settings, StartPoint start)
      throws BinlogException {
    BinlogClient client = new BinlogClient(settings);
    try {
      client.connect(start);
    } catch (BinlogException | RuntimeException e) {
      client.close();
      throw e;
    }
    return new ClientEvents(client);
  }

  private static BinlogSettings settings(SourceConfig config) {
    DatabaseSettings database = config.connection().database();
    ReadingOptions reading = config.reading();
    return new BinlogSettings(
        database.host(),
        database.port(),
        database.user(),
        database.password(),
        config.connection().serverId(),
        tls(database.ssl()),
        new BinlogSettings.Timing(
            reading.binlogHeartbeatMs(), CONNECT_TIMEOUT_MS, reading.silenceTimeoutMs()),
        QUEUE_MAX_BYTES);
  }

  private static TlsSettings tls(SslSettings ssl) {
    return new TlsSettings(
        TlsSettings.Mode.valueOf(ssl.mode().toUpperCase(Locale.ROOT)),
        ssl.truststore() == null ? null : Path.of(ssl.truststore()),
        ssl.truststorePassword(),
        ssl.keystore() == null ? null : Path.of(ssl.keystore()),
        ssl.keystorePassword());
  }

  @Override
  public Assembly assemble(ResumePoint from, StartPoint start, ServerFacts facts) {
    SourceConfig now = config.get();
    RoutedTables tables =
        new RoutedTables(
            new TableRouter(now.tables().routing()),
            now.tables().affinity(),
            facts.lowerCaseNames(),
            MapDialect.of(facts.version()),
            // MariaDB writes FULL metadata or stops: see PreflightRules.
            facts.mariaDb() ? ColumnLists.none() : columnLists(facts.history()));
    return new Assembler(
        new TransactionAssembler(
            new AssemblerSettings(now.sourceName(), now.reading().abandoned()),
            tables,
            buffers,
            from,
            start));
  }

  @Override
  public void close() {
    buffers.close();
  }

  /** One for each history; only the reading thread asks. */
  private ColumnLists columnLists(String history) {
    if (!history.equals(listedHistory)) {
      listedHistory = history;
      lists = new ServerColumnLists(this);
    }
    return lists;
  }

  /** A client as a stream. */
  private record ClientEvents(BinlogClient client) implements EventStream {
    @Override
    public BinlogEvent poll(Duration wait) throws BinlogException, InterruptedException {
      return client.poll(wait);
    }

    @Override
    public void close() {
      client.close();
    }
  }

  /** The assembler as the reader sees it. */
  private record Assembler(TransactionAssembler assembler) implements Assembly {
    @Override
    public CompletedTransaction accept(BinlogEvent event) throws TransactionException {
      return assembler.accept(event);
    }

    @Override
    public ResumePoint boundary() {
      return assembler.boundary();
    }

    @Override
    public OpenBranches openBranches() {
      return assembler.openBranches();
    }

    @Override
    public void close() {
      assembler.close();
    }
  }
}
