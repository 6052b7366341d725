package io.tributary.it.environment;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 that nobody listens on. They lie below the range from which Linux takes the
 * local ports of outgoing connections (32768 and up): a server that is killed finds its port free
 * when it comes back.
 *
 * <p>Thread-safe.
 */
final class FreePorts {
  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;
  private static final Set<Integer> GIVEN = new HashSet<>();

  private FreePorts() {}

  static synchronized int next() {
    for (int attempt = 0; attempt < 1_000; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (!GIVEN.contains(port) && bindable(port)) {
        GIVEN.add(port);
        return port;
      }
    }
    throw new EnvironmentException(
        "no free port of 127.0.0.1 between " + LOWEST + " and " + HIGHEST);
  }

  private static boolean bindable(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
