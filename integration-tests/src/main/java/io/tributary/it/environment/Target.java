package io.tributary.it.environment;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;

/**
 * The database that the sink writes to.
 *
 * @param url for Connector/J, without user and password
 * @param version what {@code SELECT VERSION()} says
 * @param road where it comes from, for people: local binaries, its URL
 * @param server the local stand-in, which can be stopped and killed; empty for a database given by
 *     URL
 */
public record Target(
    String url,
    String user,
    String password,
    String version,
    String road,
    Optional<MySqlServer> server) {

  /** TiDB's version names both: {@code 8.0.11-TiDB-v8.5.3}. */
  public boolean isTidb() {
    return version.contains("TiDB");
  }

  /** Only what the harness started itself may be stopped and killed. */
  public boolean canBeKilled() {
    return server.isPresent();
  }

  public Connection connect() throws SQLException {
    return connect(url, user, password);
  }

  /** What the tests ran on, for people. */
  public String description() {
    String product = isTidb() ? "TiDB " : "MySQL ";
    return product + version + " from " + road;
  }

  static Target local(MySqlServer server, String road) {
    return new Target(
        server.jdbcUrl(),
        server.user(),
        server.password(),
        server.version(),
        road,
        Optional.of(server));
  }

  static Target given(EnvironmentOptions.GivenTarget given) {
    try (Connection connection = connect(given.url(), given.user(), given.password());
        var rows = connection.createStatement().executeQuery("SELECT VERSION()")) {
      rows.next();
      return new Target(
          given.url(),
          given.user(),
          given.password(),
          rows.getString(1),
          "its URL",
          Optional.empty());
    } catch (SQLException e) {
      throw new EnvironmentException(
          "cannot connect to the target "
              + given.url()
              + " as "
              + given.user()
              + ": "
              + e.getMessage(),
          e);
    }
  }

  private static Connection connect(String url, String user, String password) throws SQLException {
    java.util.Properties properties = new java.util.Properties();
    properties.put("user", user);
    properties.put("password", password);
    properties.put("characterEncoding", "UTF-8");
    properties.put("allowPublicKeyRetrieval", "true");
    return DriverManager.getConnection(url, properties);
  }
}
