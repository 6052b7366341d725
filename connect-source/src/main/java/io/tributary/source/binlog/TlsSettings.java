package io.tributary.source.binlog;

import java.nio.file.Path;
import java.util.Objects;

/**
 * How the connection to the server is encrypted.
 *
 * @param mode whether to encrypt and what to check
 * @param truststore store (JKS or PKCS12) of the certificates that are trusted; null for the JVM's.
 *     Only the verifying modes look at it
 * @param truststorePassword its password, null when it has none
 * @param keystore store of the key that this client shows to the server; null for none
 * @param keystorePassword its password and the key's, null when it has none
 */
public record TlsSettings(
    Mode mode, Path truststore, String truststorePassword, Path keystore, String keystorePassword) {
  /** MySQL's {@code --ssl-mode}. */
  public enum Mode {
    /** Plain text. */
    DISABLED,
    /** Encrypted where the server can; every certificate is accepted. */
    PREFERRED,
    /** Encrypted; every certificate is accepted. */
    REQUIRED,
    /** Encrypted; the certificate must come from a trusted authority. */
    VERIFY_CA,
    /** As {@link #VERIFY_CA}, and the certificate must name the host. */
    VERIFY_IDENTITY
  }

  public TlsSettings {
    Objects.requireNonNull(mode, "mode");
  }

  /** A mode without stores. */
  public static TlsSettings of(Mode mode) {
    return new TlsSettings(mode, null, null, null, null);
  }

  /** Without the passwords. */
  @Override
  public String toString() {
    return "TlsSettings[mode="
        + mode
        + ", truststore="
        + truststore
        + ", keystore="
        + keystore
        + "]";
  }
}
