package io.tributary.sink.tidb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@link TargetSession} over one JDBC connection. Transactions are begun and ended by statements,
 * so that nothing depends on the driver's idea of autocommit.
 */
public final class TargetConnection implements TargetSession {
  /** How much of a statement is shown in a message. */
  private static final int SHOWN_CHARS = 200;

  private final Connection connection;
  private final Statement statement;
  private final String address;
  private final TargetServer server;

  private TargetConnection(
      Connection connection, Statement statement, String address, TargetServer server) {
    this.connection = connection;
    this.statement = statement;
    this.address = address;
    this.server = server;
  }

  /** Detects the server and makes the session's settings; closes the connection when it fails. */
  static TargetConnection prepare(Connection connection, TargetSettings settings)
      throws TargetException {
    boolean prepared = false;
    String doing = "make the session's settings at " + settings.address();
    try {
      Statement statement = connection.createStatement();
      // Statements are complete texts; braces in them are data.
      statement.setEscapeProcessing(false);
      TargetServer server = detect(statement);
      String unsupported = server.tidb() ? null : unsupported(server.version());
      if (unsupported != null) {
        throw new TargetException(
            TargetException.Kind.FATAL, 0, settings.address() + ": " + unsupported, null);
      }
      for (String sql : SessionStatements.of(server, settings.sessionVariables())) {
        doing = "run \"" + sql + "\" at " + settings.address();
        statement.execute(sql);
      }
      prepared = true;
      return new TargetConnection(connection, statement, settings.address(), server);
    } catch (SQLException e) {
      throw TargetErrors.of(e, doing);
    } finally {
      if (!prepared) {
        closeQuietly(connection);
      }
    }
  }

  private static TargetServer detect(Statement statement) throws SQLException {
    String version = first(statement, "SELECT VERSION()");
    try {
      first(statement, "SELECT tidb_version()");
      return new TargetServer(TargetServer.Kind.TIDB, version);
    } catch (SQLException e) {
      if (TargetErrors.of(e, "").kind() != TargetException.Kind.FATAL) {
        throw e;
      }
      // No such function: not a TiDB.
      return new TargetServer(TargetServer.Kind.MYSQL, version);
    }
  }

  /** A sentence about a server that is none of those that the sink writes to; null when it is. */
  static String unsupported(String version) {
    String supported = "; supported targets are TiDB 7.5 or later and MySQL 8.0 or later";
    if (version.contains("MariaDB")) {
      return "the target is a MariaDB ("
          + version
          + "), which has neither MySQL's JSON type nor its collations"
          + supported;
    }
    Matcher number = Pattern.compile("(\\d+)\\.(\\d+).*").matcher(version);
    boolean tooOld = number.matches() && Integer.parseInt(number.group(1)) < 8;
    return tooOld && !version.contains("TiDB")
        ? "the target is a MySQL " + version + supported
        : null;
  }

  private static String first(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Override
  public TargetServer server() {
    return server;
  }

  @Override
  public void begin() throws TargetException {
    execute(server.tidb() ? "BEGIN PESSIMISTIC" : "BEGIN");
  }

  @Override
  public void commit() throws TargetException {
    execute("COMMIT");
  }

  @Override
  public void rollback() throws TargetException {
    execute("ROLLBACK");
  }

  private void execute(String sql) throws TargetException {
    try {
      statement.execute(sql);
    } catch (SQLException e) {
      throw failed(e, sql);
    }
  }

  @Override
  public long update(String sql) throws TargetException {
    try {
      return statement.executeLargeUpdate(sql);
    } catch (SQLException e) {
      throw failed(e, sql);
    }
  }

  @Override
  public <T> List<T> query(String sql, RowMapper<T> mapper) throws TargetException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      List<T> result = new ArrayList<>();
      ResultRow row = new JdbcRow(rows, this);
      while (rows.next()) {
        result.add(mapper.map(row));
      }
      return result;
    } catch (SQLException e) {
      throw failed(e, sql);
    }
  }

  private TargetException failed(SQLException error, String sql) {
    String shown = sql.length() <= SHOWN_CHARS ? sql : sql.substring(0, SHOWN_CHARS) + "..";
    return TargetErrors.of(error, "run \"" + shown + "\" at " + address);
  }

  @Override
  public void abort() {
    try {
      connection.abort(Runnable::run);
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
    }
  }

  @Override
  public void close() {
    closeQuietly(connection);
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException | RuntimeException e) {
      // It is given up; the server ends the session when the socket closes.
      return;
    }
  }

  private record JdbcRow(ResultSet rows, TargetConnection owner) implements ResultRow {
    @Override
    public String text(int column) throws TargetException {
      return read(() -> rows.getString(column));
    }

    @Override
    public long number(int column) throws TargetException {
      return read(() -> rows.getLong(column));
    }

    @Override
    public byte[] bytes(int column) throws TargetException {
      return read(() -> rows.getBytes(column));
    }

    private <T> T read(Reading<T> reading) throws TargetException {
      try {
        return reading.read();
      } catch (SQLException e) {
        throw TargetErrors.of(e, "read a result from " + owner.address);
      }
    }
  }

  private interface Reading<T> {
    T read() throws SQLException;
  }
}
