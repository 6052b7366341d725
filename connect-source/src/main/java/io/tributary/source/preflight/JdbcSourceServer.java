package io.tributary.source.preflight;

import com.mysql.cj.jdbc.Driver;
import io.tributary.format.model.TableName;
import io.tributary.source.schema.ColumnList;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.Executor;

/** One JDBC connection to a source server, in UTC. */
public final class JdbcSourceServer implements SourceServer {
  /** Bound of connecting and of every answer. */
  static final int TIMEOUT_MS = 10_000;

  /** ER_SPECIFIC_ACCESS_DENIED_ERROR: a privilege is missing (MySQL error reference). */
  private static final int PRIVILEGE_MISSING = 1227;

  /**
   * ER_XAER_RMERR: what XA RECOVER answers to a user without XA_RECOVER_ADMIN, in place of the
   * usual error (seen on MySQL 9.7.4).
   */
  private static final int XA_RECOVER_REFUSED = 1401;

  /** ER_NO_BINARY_LOGGING. */
  private static final int NO_BINARY_LOGGING = 1381;

  private static final Executor SAME_THREAD = Runnable::run;

  private final DatabaseSettings settings;
  private final Connection connection;
  private ServerWords words;

  private JdbcSourceServer(DatabaseSettings settings, Connection connection) {
    this.settings = settings;
    this.connection = connection;
  }

  /** Connects within 10 s or throws. */
  public static SourceServer open(DatabaseSettings settings) throws SourceServerException {
    String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
    String url = "jdbc:mysql://" + host + ":" + settings.port() + "/";
    try {
      // Not by DriverManager: it does not see drivers of a plugin's own class loader.
      Connection connection = new Driver().connect(url, properties(settings));
      if (connection == null) {
        throw ConnectionFailure.unreachable(settings, "the JDBC driver refuses " + url, null);
      }
      return new JdbcSourceServer(settings, connection);
    } catch (SQLException e) {
      throw ConnectionFailure.atConnect(settings, e);
    }
  }

  private static Properties properties(DatabaseSettings settings) {
    Properties properties = new Properties();
    properties.setProperty("user", settings.user());
    properties.setProperty("password", settings.password());
    properties.setProperty("connectTimeout", Integer.toString(TIMEOUT_MS));
    properties.setProperty("socketTimeout", Integer.toString(TIMEOUT_MS));
    properties.setProperty("characterEncoding", "UTF-8");
    properties.setProperty("connectionTimeZone", "UTC");
    properties.setProperty("sessionVariables", "time_zone='+00:00'");
    SslSettings ssl = settings.ssl();
    properties.setProperty("sslMode", ssl.mode().toUpperCase(Locale.ROOT));
    boolean unverified = ssl.mode().equals("disabled") || ssl.mode().equals("preferred");
    // Without TLS, caching_sha2_password needs the server's key at the first login.
    properties.setProperty("allowPublicKeyRetrieval", Boolean.toString(unverified));
    // The server must not ask for the password itself: over TLS the driver would send it.
    properties.setProperty("disabledAuthenticationPlugins", "mysql_clear_password");
    setStore(properties, "trustCertificateKeyStore", ssl.truststore(), ssl.truststorePassword());
    setStore(properties, "clientCertificateKeyStore", ssl.keystore(), ssl.keystorePassword());
    return properties;
  }

  private static void setStore(Properties properties, String prefix, String file, String password) {
    if (file != null) {
      properties.setProperty(prefix + "Url", java.nio.file.Path.of(file).toUri().toString());
      if (password != null) {
        properties.setProperty(prefix + "Password", password);
      }
    }
  }

  @Override
  public ServerFacts facts() throws SourceServerException {
    Map<String, String> variables =
        pairs(
            "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('server_uuid', 'server_id', 'log_bin',"
                + " 'log_bin_basename', 'binlog_format', 'binlog_row_image',"
                + " 'binlog_row_metadata', 'gtid_mode', 'gtid_strict_mode',"
                + " 'lower_case_table_names', 'innodb_native_foreign_keys')");
    String version = text("SELECT VERSION()");
    words = ServerWords.of(version);
    branches().warnOfUnlogged();
    boolean logBin = "ON".equalsIgnoreCase(variables.getOrDefault("log_bin", "OFF"));
    String baseName = variables.get("log_bin_basename");
    return new ServerFacts(
        version,
        variables.get("server_uuid"),
        Long.parseLong(variables.getOrDefault("server_id", "0")),
        logBin,
        logBin && baseName != null ? baseName.replaceFirst(".*[/\\\\]", "") : null,
        variables.getOrDefault("binlog_format", "ROW"),
        variables.get("binlog_row_image"),
        variables.get("binlog_row_metadata"),
        "ON".equalsIgnoreCase(variables.get(words.mariaDb() ? "gtid_strict_mode" : "gtid_mode")),
        !"0".equals(variables.getOrDefault("lower_case_table_names", "0")),
        !"OFF".equalsIgnoreCase(variables.get("innodb_native_foreign_keys")),
        allowed(words.status()),
        mayReadBinlog(),
        text("SELECT CURRENT_USER()"));
  }

  /** MariaDB wants a privilege of an administrator where MySQL lists replicas. */
  private boolean mayReadBinlog() throws SourceServerException {
    if (words().replicas() != null) {
      return allowed(words().replicas());
    }
    return rows("SHOW GRANTS", row -> row.getString(1)).stream()
        .anyMatch(ServerWords::grantsReplicationSlave);
  }

  private ServerWords words() throws SourceServerException {
    if (words == null) {
      words = ServerWords.of(text("SELECT VERSION()"));
    }
    return words;
  }

  /** Whether the user may run a statement; other errors than a missing privilege count as yes. */
  private boolean allowed(String sql) throws SourceServerException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return true;
    } catch (SQLException e) {
      if (e.getErrorCode() == PRIVILEGE_MISSING || e.getErrorCode() == XA_RECOVER_REFUSED) {
        return false;
      }
      if (e.getErrorCode() == NO_BINARY_LOGGING) {
        return true;
      }
      throw ConnectionFailure.atStatement(settings, sql, e);
    }
  }

  @Override
  public BinlogEnd end() throws SourceServerException {
    boolean mariaDb = words().mariaDb();
    List<BinlogEnd> ends =
        rows(
            words().status(),
            row -> {
              String executed = mariaDb ? null : row.getString("Executed_Gtid_Set");
              return new BinlogEnd(
                  row.getString("File"),
                  row.getLong("Position"),
                  executed == null ? null : executed.replaceAll("\\s", ""));
            });
    if (ends.isEmpty()) {
      throw new SourceServerException(
          List.of(
              new Finding(
                  PreflightRules.HOST,
                  "The server "
                      + settings.address()
                      + " writes no binlog (log_bin is OFF); start it with --log-bin.")),
          false,
          null);
    }
    return ends.get(0);
  }

  @Override
  public TimedEnd timedEnd() throws SourceServerException {
    long micros = Long.parseLong(text("SELECT CAST(UNIX_TIMESTAMP(NOW(6)) * 1000000 AS UNSIGNED)"));
    return new TimedEnd(micros, end());
  }

  @Override
  public List<String> files() throws SourceServerException {
    return rows("SHOW BINARY LOGS", row -> row.getString(1));
  }

  @Override
  public Map<String, Long> fileBytes() throws SourceServerException {
    Map<String, Long> sizes = new java.util.HashMap<>();
    rows("SHOW BINARY LOGS", row -> sizes.put(row.getString(1), row.getLong(2)));
    return sizes;
  }

  @Override
  public List<String> preparedBranches() throws SourceServerException {
    return branches().inBinlog();
  }

  private PreparedBranches branches() throws SourceServerException {
    return new PreparedBranches(settings, words(), this::allowed, this::rows);
  }

  @Override
  public List<CascadingKey> cascadingKeys() throws SourceServerException {
    return new ForeignKeyQuery(this::rows, words().mariaDb()).cascading();
  }

  @Override
  public List<ListedTable> tables() throws SourceServerException {
    return new TableQuery(this::rows).all();
  }

  @Override
  public OptionalLong retentionSeconds() throws SourceServerException {
    return RetentionVariables.seconds(pairs(RetentionVariables.QUERY));
  }

  @Override
  public Optional<ColumnList> columnList(TableName table) throws SourceServerException {
    return new ColumnQuery(this::rows).list(table);
  }

  @Override
  public String notExecuted(String gtids) throws SourceServerException {
    if (words().mariaDb()) {
      return MariaDbPositions.notExecuted(
          gtids,
          List.of(
              text("SELECT @@GLOBAL.gtid_binlog_state"), text("SELECT @@GLOBAL.gtid_slave_pos")));
    }
    return text("SELECT GTID_SUBTRACT('" + quotable(gtids) + "', @@GLOBAL.gtid_executed)");
  }

  @Override
  public String purgedBeyond(String gtids) throws SourceServerException {
    if (words().mariaDb()) {
      String oldest = files().get(0).replace("\\", "\\\\").replace("'", "''");
      return MariaDbPositions.purgedBeyond(
          gtids, text("SELECT BINLOG_GTID_POS('" + oldest + "', 4)"));
    }
    return text("SELECT GTID_SUBTRACT(@@GLOBAL.gtid_purged, '" + quotable(gtids) + "')");
  }

  /** A GTID set has no character that ends a literal; whoever sends one gets an error, not SQL. */
  private static String quotable(String gtids) {
    if (!gtids.matches("[0-9A-Za-z_:,\\s-]*")) {
      throw new IllegalArgumentException("not a GTID set: " + gtids);
    }
    return gtids;
  }

  private String text(String sql) throws SourceServerException {
    String text = rows(sql, row -> row.getString(1)).get(0);
    return text == null ? "" : text.replaceAll("\\s", "");
  }

  private Map<String, String> pairs(String sql) throws SourceServerException {
    Map<String, String> pairs = new java.util.HashMap<>();
    rows(sql, row -> pairs.put(row.getString(1), row.getString(2)));
    return pairs;
  }

  private <T> List<T> rows(String sql, RowReader<T> reader, String... parameters)
      throws SourceServerException {
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setString(i + 1, parameters[i]);
      }
      try (ResultSet result = statement.executeQuery()) {
        List<T> rows = new ArrayList<>();
        while (result.next()) {
          rows.add(reader.read(result));
        }
        return rows;
      }
    } catch (SQLException e) {
      throw ConnectionFailure.atStatement(settings, sql, e);
    }
  }

  @Override
  public void close() {
    try {
      // abort, not close: it does not wait for a statement that another thread is running.
      connection.abort(SAME_THREAD);
    } catch (SQLException e) {
      throw new IllegalStateException("cannot abort the connection to " + settings.address(), e);
    }
  }

  /** Makes a value of a row. */
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }
}
