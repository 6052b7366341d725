package io.tributary.source.preflight;

import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.List;
import javax.net.ssl.SSLException;

/** Turns what the JDBC driver throws into sentences at the options that can mend it. */
final class ConnectionFailure {
  /** ER_ACCESS_DENIED_ERROR and ER_ACCESS_DENIED_NO_PASSWORD_ERROR (MySQL error reference). */
  private static final int ACCESS_DENIED = 1045;

  private static final int ACCESS_DENIED_NO_PASSWORD = 1698;

  private ConnectionFailure() {}

  static SourceServerException atConnect(DatabaseSettings settings, SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    if (e.getErrorCode() == ACCESS_DENIED || e.getErrorCode() == ACCESS_DENIED_NO_PASSWORD) {
      String message =
          "The server "
              + settings.address()
              + " refuses user '"
              + settings.user()
              + "' ("
              + e.getMessage()
              + "); check database.user and database.password.";
      return new SourceServerException(
          List.of(new Finding("database.user", message), new Finding("database.password", message)),
          false,
          e);
    }
    // Connector/J says of a server without TLS only that SSL is not supported.
    if (caused(e, SSLException.class) || String.valueOf(e.getMessage()).contains("SSL")) {
      return new SourceServerException(
          List.of(
              new Finding(
                  "database.ssl.mode",
                  "The server "
                      + settings.address()
                      + " cannot be reached with database.ssl.mode="
                      + settings.ssl().mode()
                      + " ("
                      + root(e)
                      + "); check the truststore and keystore options and the server's"
                      + " certificate.")),
          false,
          e);
    }
    if (caused(e, UnknownHostException.class)) {
      return unreachable(settings, "the name is not known", e);
    }
    if (state.startsWith("08")) {
      return unreachable(settings, root(e), e);
    }
    return new SourceServerException(
        List.of(
            new Finding(
                "database.hostname",
                "The server " + settings.address() + " refuses the connection: " + e.getMessage())),
        false,
        e);
  }

  static SourceServerException unreachable(DatabaseSettings settings, String why, Throwable cause) {
    return new SourceServerException(
        List.of(
            new Finding(
                "database.hostname",
                "The server "
                    + settings.address()
                    + " is not reachable from the Connect worker within 10 seconds ("
                    + why
                    + "); check database.hostname, database.port and the firewalls between.")),
        true,
        cause);
  }

  static SourceServerException atStatement(DatabaseSettings settings, String sql, SQLException e) {
    String state = e.getSQLState() == null ? "" : e.getSQLState();
    return new SourceServerException(
        List.of(
            new Finding(
                "database.hostname",
                "The server "
                    + settings.address()
                    + " did not answer '"
                    + sql
                    + "': "
                    + e.getMessage())),
        state.startsWith("08"),
        e);
  }

  private static boolean caused(Throwable e, Class<? extends Throwable> kind) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }

  private static String root(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message.replaceAll("\\s+", " ");
  }
}
