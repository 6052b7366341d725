package io.tributary.source.binlog;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads one connection's packets and decodes their events until the stream ends. The reading
 * thread's work; for one thread.
 */
final class EventReader implements Runnable {
  private static final int EVENT = 0x00;
  private static final int ERROR = 0xFF;
  private static final int END = 0xFE;

  private final PacketReader packets;
  private final EventDecoder decoder;
  private final EventQueue queue;
  private final Failures failures;

  /**
   * @param in the packets after the request for the binlog
   * @param start what was requested
   * @param queue where the events and the reason of the end go
   * @param failures words for what goes wrong
   */
  EventReader(InputStream in, StartPoint start, EventQueue queue, Failures failures) {
    this.packets = new PacketReader(in);
    this.decoder = new EventDecoder(start, queue);
    this.queue = queue;
    this.failures = failures;
  }

  /** Returns only when the stream has ended; the queue then knows why. */
  @Override
  public void run() {
    queue.end(readToEnd());
  }

  private BinlogException readToEnd() {
    try {
      while (true) {
        int length = packets.next();
        if (length == PacketReader.LARGE_PAYLOAD) {
          decode(packets.stream());
          continue;
        }
        BinlogException end = handle(length);
        if (end != null) {
          return end;
        }
      }
    } catch (DamagedException e) {
      return failures.corrupt(decoder.place(), e.getCause());
    } catch (IOException e) {
      return failures.reading(decoder.place(), e);
    } catch (InterruptedException e) {
      return failures.closed();
    } catch (RuntimeException | OutOfMemoryError | LinkageError e) {
      // A thread that dies in silence would look like a quiet server.
      return failures.corrupt(decoder.place(), e);
    }
  }

  private BinlogException handle(int length) throws InterruptedException, DamagedException {
    byte[] packet = packets.buffer();
    int marker = length == 0 ? -1 : packet[0] & 0xFF;
    return switch (marker) {
      case EVENT -> {
        decode(packet, length);
        yield null;
      }
      case END -> failures.ended(decoder.place(), null);
      case ERROR -> error(new ByteCursor(packet, 1, length - 1));
      default ->
          throw new DamagedException(
              new IOException("a packet of " + length + " bytes begins with " + marker));
    };
  }

  private void decode(byte[] packet, int length) throws InterruptedException, DamagedException {
    try {
      decoder.decode(packet, 1, length - 1);
    } catch (IOException e) {
      throw new DamagedException(e);
    }
  }

  private void decode(PacketReader.Packet packet)
      throws IOException, InterruptedException, DamagedException {
    try {
      decoder.decode(packet);
    } catch (IOException e) {
      if (packet.broken() != null) {
        throw packet.broken();
      }
      throw new DamagedException(e);
    }
  }

  private BinlogException error(ByteCursor packet) throws DamagedException {
    try {
      int code = (int) packet.number(2);
      String message = packet.utf8(packet.remaining());
      // "#" and five characters of SQL state come first.
      String text =
          message.startsWith("#") && message.length() >= 6 ? message.substring(6) : message;
      return failures.server(code, text, decoder.place(), null);
    } catch (IOException e) {
      throw new DamagedException(e);
    }
  }

  /** What came is not what it should be, unlike a stream that broke. */
  private static final class DamagedException extends Exception {
    private static final long serialVersionUID = 1L;

    DamagedException(IOException cause) {
      super(cause);
    }
  }
}
