package io.tributary.source.binlog;

import com.github.shyiko.mysql.binlog.network.SSLSocketFactory;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Encrypts the connection after the server's greeting. The library's own factories stop at TLS 1.2
 * and know no stores. Immutable.
 */
final class TlsSockets implements SSLSocketFactory {
  private final TlsSettings settings;
  private final String host;

  TlsSockets(TlsSettings settings, String host) {
    this.settings = settings;
    this.host = host;
  }

  @Override
  public SSLSocket createSocket(Socket plain) throws SocketException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), trustManagers(), null);
      SSLSocket socket =
          (SSLSocket) context.getSocketFactory().createSocket(plain, host, plain.getPort(), true);
      if (settings.mode() == TlsSettings.Mode.VERIFY_IDENTITY) {
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
      }
      return socket;
    } catch (IOException | GeneralSecurityException e) {
      SocketException failed = new SocketException("TLS could not be set up: " + e.getMessage());
      failed.initCause(e);
      throw failed;
    }
  }

  private KeyManager[] keyManagers() throws IOException, GeneralSecurityException {
    if (settings.keystore() == null) {
      return new KeyManager[0];
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    char[] password = characters(settings.keystorePassword());
    factory.init(load(settings.keystore(), password), password);
    return factory.getKeyManagers();
  }

  private TrustManager[] trustManagers() throws IOException, GeneralSecurityException {
    boolean verify =
        settings.mode() == TlsSettings.Mode.VERIFY_CA
            || settings.mode() == TlsSettings.Mode.VERIFY_IDENTITY;
    if (!verify) {
      return new TrustManager[] {new Unverified()};
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    Path store = settings.truststore();
    factory.init(store == null ? null : load(store, characters(settings.truststorePassword())));
    return factory.getTrustManagers();
  }

  private static KeyStore load(Path file, char[] password)
      throws IOException, GeneralSecurityException {
    // The JDK's default type reads JKS and PKCS12 alike.
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, password);
    }
    return store;
  }

  private static char[] characters(String password) {
    return password == null ? null : password.toCharArray();
  }

  /** What MySQL's modes PREFERRED and REQUIRED mean: encryption without knowing the peer. */
  private static final class Unverified extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
