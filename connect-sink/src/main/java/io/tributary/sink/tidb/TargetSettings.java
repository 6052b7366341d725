package io.tributary.sink.tidb;

import java.util.List;

/**
 * How the target is reached.
 *
 * @param url {@code jdbc:mysql://host:port/?name=value..}
 * @param user account
 * @param password its password, empty for none
 * @param ssl encryption
 * @param sessionVariables variables of the user's, set after the connector's own
 */
public record TargetSettings(
    String url, String user, String password, Ssl ssl, List<SessionVariable> sessionVariables) {
  public TargetSettings {
    sessionVariables = List.copyOf(sessionVariables);
  }

  /**
   * Encryption of the connection.
   *
   * @param mode disabled, preferred, required, verify_ca or verify_identity
   * @param truststore file with certificates to trust, null for the JVM's
   * @param truststorePassword its password, null for none
   * @param keystore file with the client's certificate, null for none
   * @param keystorePassword its password, null for none
   */
  public record Ssl(
      String mode,
      String truststore,
      String truststorePassword,
      String keystore,
      String keystorePassword) {
    @Override
    public String toString() {
      return "Ssl[" + mode + ", truststore=" + truststore + ", keystore=" + keystore + "]";
    }
  }

  /** Without the passwords. */
  @Override
  public String toString() {
    return "TargetSettings[" + address() + ", user=" + user + ", " + ssl + "]";
  }

  /** The URL without its parameters, for messages. */
  public String address() {
    int parameters = url.indexOf('?');
    return parameters < 0 ? url : url.substring(0, parameters);
  }
}
