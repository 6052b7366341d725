package io.tributary.it.environment;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A consumer in a process of its own that reads a topic from its beginning, live. Ends with {@link
 * #close}. For one thread.
 */
public final class TopicReader implements AutoCloseable {
  private static final int CHUNK_BYTES = 1 << 16;

  private final ChildProcess consumer;
  private final LogFile output;
  private long at;

  TopicReader(ChildProcess consumer, LogFile output) {
    this.consumer = consumer;
    this.output = output;
  }

  /** The records' values that have come since the last call, those of a partition in its order. */
  public List<String> more() {
    if (!consumer.alive()) {
      throw new EnvironmentException("the consumer has ended\n" + output.tail(40));
    }
    // A line may be there in part.
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    int complete = 0;
    byte[] chunk = new byte[CHUNK_BYTES];
    try (RandomAccessFile file = new RandomAccessFile(output.path().toFile(), "r")) {
      file.seek(at);
      for (int count = file.read(chunk); count > 0; count = file.read(chunk)) {
        for (int i = 0; i < count; i++) {
          if (chunk[i] == '\n') {
            complete = lines.size() + i + 1;
          }
        }
        lines.write(chunk, 0, count);
      }
    } catch (IOException e) {
      throw new EnvironmentException("cannot read " + output.path(), e);
    }
    at += complete;
    String text = new String(lines.toByteArray(), 0, complete, StandardCharsets.UTF_8);
    return text.lines().filter(line -> line.startsWith("{")).toList();
  }

  @Override
  public void close() {
    consumer.kill();
  }
}
