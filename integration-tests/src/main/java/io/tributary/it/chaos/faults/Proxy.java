package io.tributary.it.chaos.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A TCP proxy on 127.0.0.1 that can cut, stall or slow down what it forwards, in either direction,
 * and cut in the middle: after some bytes, or at a COMMIT. Thread-safe.
 */
public final class Proxy implements AutoCloseable {
  private static final int CHUNK_BYTES = 16 * 1024;
  private static final int TRICKLE_BYTES = 512;
  private static final int CONNECT_TIMEOUT_MS = 5_000;

  /** Long enough for the server to take what it was sent. */
  private static final int ANSWER_MS = 300;

  private static final byte[] COMMIT = "COMMIT".getBytes(StandardCharsets.US_ASCII);

  private final String host;
  private final int serverPort;
  private final ServerSocket listener;
  private final Set<Link> links = ConcurrentHashMap.newKeySet();
  private final AtomicLong cutAfterBytes = new AtomicLong(-1);
  private volatile Mode mode = Mode.PASS;
  private volatile Direction slowed = Direction.TO_CLIENT;
  private volatile CommitCut commitCut = CommitCut.NONE;

  /** Which of the two streams of a connection. */
  enum Direction {
    TO_SERVER,
    TO_CLIENT
  }

  private enum Mode {
    PASS,
    STALL,
    TRICKLE
  }

  /** Where the connection ends when a COMMIT comes by. */
  enum CommitCut {
    NONE,
    /** The server never gets it. */
    BEFORE,
    /** The server gets it, and the client never gets its answer. */
    ANSWER_LOST
  }

  public Proxy(String host, int serverPort) throws IOException {
    this.host = host;
    this.serverPort = serverPort;
    this.listener = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    thread("chaos-proxy-" + serverPort, this::accept);
  }

  public int port() {
    return listener.getLocalPort();
  }

  /** Forwards as if it were not there. */
  void pass() {
    mode = Mode.PASS;
    commitCut = CommitCut.NONE;
    cutAfterBytes.set(-1);
  }

  /** Ends all connections now. */
  void cut() {
    links.forEach(Link::close);
  }

  /** Forwards nothing in a direction until {@link #pass}. */
  void stall(Direction direction) {
    slowed = direction;
    mode = Mode.STALL;
  }

  /** Forwards little and late in a direction until {@link #pass}. */
  void trickle(Direction direction) {
    slowed = direction;
    mode = Mode.TRICKLE;
  }

  /** Ends the connection over which that many more bytes have come to a client. */
  void cutAfter(long bytes) {
    cutAfterBytes.set(bytes);
  }

  /** Ends the connection over which the next COMMIT comes. */
  void cutAtCommit(CommitCut where) {
    commitCut = where;
  }

  /** Whether a cut that was asked for is still to come. */
  boolean cutPending() {
    return cutAfterBytes.get() >= 0 || commitCut != CommitCut.NONE;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        thread("chaos-proxy-link", () -> link(client));
      } catch (IOException e) {
        // Closed, or the client has gone before it was served.
        continue;
      }
    }
  }

  private void link(Socket client) {
    Socket server = new Socket();
    Link link = new Link(client, server);
    try {
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      server.connect(new InetSocketAddress(host, serverPort), CONNECT_TIMEOUT_MS);
      links.add(link);
      thread("chaos-proxy-to-server", () -> forward(link, Direction.TO_SERVER));
      forward(link, Direction.TO_CLIENT);
    } catch (IOException e) {
      // The server is down; so is the connection for the client.
      link.close();
    }
  }

  private void forward(Link link, Direction direction) {
    boolean toServer = direction == Direction.TO_SERVER;
    byte[] chunk = new byte[CHUNK_BYTES];
    try {
      InputStream from = (toServer ? link.client : link.server).getInputStream();
      OutputStream to = (toServer ? link.server : link.client).getOutputStream();
      for (int read = from.read(chunk); read >= 0; read = from.read(chunk)) {
        if (!pass(link, to, Arrays.copyOf(chunk, read), direction)) {
          break;
        }
      }
    } catch (IOException e) {
      // One end has gone: so must the other.
      link.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    link.close();
    links.remove(link);
  }

  /** False when the connection ends here. */
  private boolean pass(Link link, OutputStream to, byte[] chunk, Direction direction)
      throws IOException, InterruptedException {
    boolean toServer = direction == Direction.TO_SERVER;
    if (toServer && commitCut != CommitCut.NONE && holdsCommit(chunk)) {
      boolean lost = commitCut == CommitCut.ANSWER_LOST;
      commitCut = CommitCut.NONE;
      if (lost) {
        link.muted = true;
        to.write(chunk);
        to.flush();
        Thread.sleep(ANSWER_MS);
      }
      return false;
    }
    while (mode == Mode.STALL && slowed == direction) {
      Thread.sleep(20);
    }
    if (link.muted && !toServer) {
      return false;
    }
    if (!toServer && cutAfterBytes.get() >= 0) {
      long left = cutAfterBytes.addAndGet(-chunk.length);
      if (left < 0) {
        cutAfterBytes.set(-1);
        to.write(chunk, 0, (int) Math.max(0, chunk.length + left));
        to.flush();
        return false;
      }
    }
    write(to, chunk, direction);
    return true;
  }

  private void write(OutputStream to, byte[] chunk, Direction direction)
      throws IOException, InterruptedException {
    for (int from = 0; from < chunk.length; ) {
      boolean slow = mode == Mode.TRICKLE && slowed == direction;
      int part = slow ? Math.min(TRICKLE_BYTES, chunk.length - from) : chunk.length - from;
      if (slow) {
        Thread.sleep(25);
      }
      to.write(chunk, from, part);
      to.flush();
      from += part;
    }
  }

  private static boolean holdsCommit(byte[] chunk) {
    // A command's packet: length of three bytes, number, the byte of COM_QUERY, then, where the
    // server knows query attributes, their counts of two bytes, and the statement.
    return holdsCommit(chunk, 5) || holdsCommit(chunk, 7);
  }

  private static boolean holdsCommit(byte[] chunk, int at) {
    if (chunk.length < at + COMMIT.length) {
      return false;
    }
    for (int i = 0; i < COMMIT.length; i++) {
      if (Character.toUpperCase(chunk[at + i]) != COMMIT[i]) {
        return false;
      }
    }
    return true;
  }

  private static void thread(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      listener.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } finally {
      cut();
    }
  }

  /** The two ends of a connection. */
  private static final class Link {
    private final Socket client;
    private final Socket server;

    /** Nothing more comes to the client. */
    private volatile boolean muted;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void close() {
      for (Socket socket : new Socket[] {client, server}) {
        try {
          socket.close();
        } catch (IOException e) {
          // It was closed before.
          continue;
        }
      }
    }
  }
}
