package io.tributary.sink.tidb;

import java.io.File;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/** Opens connections to one target with Connector/J. Thread-safe. */
public final class TargetConnector implements TargetSessions {
  /**
   * Milliseconds until a server that does not answer counts as not reachable, be it that the
   * connection is not accepted or that nobody speaks on it.
   */
  private static final String CONNECT_TIMEOUT_MS = "10000";

  /** Milliseconds without an answer after which a statement's connection counts as lost. */
  private static final int SOCKET_TIMEOUT_MS = 600_000;

  /** Parameters of the URL that would change what statements mean or count. */
  private static final Set<String> OWN_PARAMETERS =
      Set.of(
          "useaffectedrows",
          "autoreconnect",
          "autoreconnectforpools",
          "failoverreadonly",
          "characterencoding",
          "connectioncollation",
          "connectiontimezone",
          "servertimezone",
          "forceconnectiontimezonetosession",
          "sessionvariables",
          "usecursorfetch",
          "queryinterceptors",
          "connectionlifecycleinterceptors");

  private final TargetSettings settings;

  public TargetConnector(TargetSettings settings) {
    this.settings = settings;
  }

  /**
   * Says what is wrong with a URL, or null.
   *
   * @param url the option's value
   */
  public static String wrongUrl(String url) {
    if (!url.startsWith("jdbc:mysql:") || !accepted(url)) {
      return "must be of the form jdbc:mysql://host:port/";
    }
    Set<String> refused = new TreeSet<>();
    int start = url.indexOf('?');
    if (start >= 0) {
      for (String parameter : url.substring(start + 1).split("&")) {
        String name = parameter.split("=", 2)[0];
        if (OWN_PARAMETERS.contains(name.toLowerCase(Locale.ROOT))) {
          refused.add(name);
        }
      }
    }
    return refused.isEmpty()
        ? null
        : "must not set " + String.join(", ", refused) + ": the connector sets them itself";
  }

  private static boolean accepted(String url) {
    try {
      return new com.mysql.cj.jdbc.Driver().acceptsURL(url)
          && new com.mysql.cj.jdbc.Driver().getPropertyInfo(url, new Properties()) != null;
    } catch (SQLException | RuntimeException e) {
      return false;
    }
  }

  @Override
  public TargetConnection open() throws TargetException {
    String doing = "connect to " + settings.address() + " as " + settings.user();
    try {
      // The driver itself, not DriverManager, which sees only the drivers of the class loader of
      // its caller and of JVM-wide registrations.
      Connection connection = new com.mysql.cj.jdbc.Driver().connect(settings.url(), properties());
      if (connection == null) {
        throw new TargetException(
            TargetException.Kind.FATAL, 0, doing + ": not a jdbc:mysql URL", null);
      }
      TargetConnection prepared = TargetConnection.prepare(connection, settings);
      connection.setNetworkTimeout(Runnable::run, SOCKET_TIMEOUT_MS);
      return prepared;
    } catch (SQLException e) {
      throw TargetErrors.of(e, doing);
    }
  }

  private Properties properties() {
    Properties properties = new Properties();
    properties.setProperty("user", settings.user());
    properties.setProperty("password", settings.password());
    properties.setProperty("connectTimeout", CONNECT_TIMEOUT_MS);
    properties.setProperty("socketTimeout", CONNECT_TIMEOUT_MS);
    properties.setProperty("tcpKeepAlive", "true");
    // Rows matched, not rows changed: the fence counts them.
    properties.setProperty("useAffectedRows", "false");
    properties.setProperty("characterEncoding", "UTF-8");
    properties.setProperty("connectionTimeZone", "UTC");
    properties.setProperty("forceConnectionTimeZoneToSession", "true");
    properties.setProperty("useServerPrepStmts", "false");
    properties.setProperty("cacheDefaultTimeZone", "true");
    properties.setProperty("dontTrackOpenResources", "true");
    properties.setProperty("connectionAttributes", "program_name:tributary");
    ssl(properties, settings.ssl());
    return properties;
  }

  private static void ssl(Properties properties, TargetSettings.Ssl ssl) {
    properties.setProperty("sslMode", ssl.mode().toUpperCase(Locale.ROOT));
    if (ssl.truststore() != null) {
      properties.setProperty("trustCertificateKeyStoreUrl", fileUrl(ssl.truststore()));
      if (ssl.truststorePassword() != null) {
        properties.setProperty("trustCertificateKeyStorePassword", ssl.truststorePassword());
      }
    }
    if (ssl.keystore() != null) {
      properties.setProperty("clientCertificateKeyStoreUrl", fileUrl(ssl.keystore()));
      if (ssl.keystorePassword() != null) {
        properties.setProperty("clientCertificateKeyStorePassword", ssl.keystorePassword());
      }
    }
  }

  private static String fileUrl(String path) {
    return new File(path).toURI().toString();
  }
}
