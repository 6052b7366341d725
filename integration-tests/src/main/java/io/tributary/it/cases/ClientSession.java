package io.tributary.it.cases;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * One session of the mysql command line client, kept open so that session settings live on. The
 * client reads the files as they are: DELIMITER, comments and all.
 *
 * <p>Used by one thread; a reader thread of its own drains the client's output.
 */
final class ClientSession implements AutoCloseable {
  private static final String ENDED = "\0ended";

  private final Process client;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private int runs;

  /**
   * @param program the mysql client
   * @param login where and as whom to log in
   * @param force whether to go on after a statement that fails
   */
  ClientSession(Path program, Login login, boolean force) throws IOException {
    List<String> command = new ArrayList<>(login.command(program));
    command.addAll(List.of("-N", "-B", "-n"));
    if (force) {
      command.add("--force");
    }
    client = login.start(command);
    Thread reader = new Thread(this::drain, "mysql client output");
    reader.setDaemon(true);
    reader.start();
  }

  /** Where a client logs in; an empty password means none. */
  record Login(String host, int port, String user, String password) {
    List<String> command(Path program) {
      return List.of(
          program.toString(),
          "-h" + host,
          "-P" + port,
          "-u" + user,
          "--default-character-set=utf8mb4");
    }

    Process start(List<String> command) throws IOException {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      if (!password.isEmpty()) {
        builder.environment().put("MYSQL_PWD", password);
      }
      return builder.start();
    }
  }

  /** What a one-off client printed, and whether it ended well. */
  record Output(int exitCode, String text) {}

  /** Runs a text in a client of its own, as {@code mysql -N -B} prints it. */
  static Output runOnce(Path program, Login login, String sql)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(login.command(program));
    command.addAll(List.of("-N", "-B"));
    Process process = login.start(command);
    Thread writer =
        new Thread(
            () -> {
              try (OutputStream in = process.getOutputStream()) {
                in.write(sql.getBytes(StandardCharsets.UTF_8));
              } catch (IOException e) {
                // The client ended early; its output and exit code say why.
              }
            },
            "mysql client input");
    writer.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    writer.join();
    return new Output(process.waitFor(), text);
  }

  /**
   * Runs statements and waits until they are done.
   *
   * @return what the client printed
   * @throws IOException when the client ends or nothing comes back in time
   */
  String run(String sql, Duration timeout) throws IOException, InterruptedException {
    runs++;
    String mark = "__mark_" + runs + "__";
    OutputStream in = client.getOutputStream();
    in.write((sql + "\nSELECT '" + mark + "';\n").getBytes(StandardCharsets.UTF_8));
    in.flush();
    long deadline = System.nanoTime() + timeout.toNanos();
    StringBuilder output = new StringBuilder();
    while (true) {
      String line = lines.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new IOException("the SQL of the case did not end within " + timeout + ": " + output);
      }
      if (line.equals(mark)) {
        return output.toString();
      }
      if (line.equals(ENDED)) {
        throw new IOException("the mysql client ended: " + output);
      }
      output.append(line).append('\n');
    }
  }

  private void drain() {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      lines.add(e.toString());
    }
    lines.add(ENDED);
  }

  @Override
  public void close() {
    client.destroy();
  }
}
