package io.tributary.source.preflight;

/**
 * How a connection is encrypted.
 *
 * @param mode disabled, preferred, required, verify_ca or verify_identity
 * @param truststore file of a truststore, null for the JVM's own
 * @param truststorePassword its password, null when there is none; not part of {@link #toString()}
 * @param keystore file of a keystore with the client's certificate, null when there is none
 * @param keystorePassword its password, null when there is none; not part of {@link #toString()}
 */
public record SslSettings(
    String mode,
    String truststore,
    String truststorePassword,
    String keystore,
    String keystorePassword) {
  @Override
  public String toString() {
    return mode;
  }
}
