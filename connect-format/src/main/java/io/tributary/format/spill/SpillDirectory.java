package io.tributary.format.spill;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;

/**
 * A folder for spill files. A file is deleted as soon as it has been opened, so that a process that
 * is killed leaves nothing behind: its space is free when the process has ended. ({@code
 * DELETE_ON_CLOSE} unlinks at opening on Unix; elsewhere the system deletes it when it is closed.)
 * The folder seems empty therefore; {@code lsof +L1} shows what is in use.
 *
 * <p>Thread-safe; its files are for one thread, closing apart.
 */
public final class SpillDirectory implements SpillFiles {
  /** The JDK keeps a buffer outside of the heap, as large as the largest transfer of a thread. */
  private static final int TRANSFER_BYTES = 1 << 16;

  private static final Set<StandardOpenOption> OPEN =
      EnumSet.of(
          StandardOpenOption.CREATE_NEW,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          StandardOpenOption.DELETE_ON_CLOSE);

  private final Path directory;

  private SpillDirectory(Path directory) {
    this.directory = directory;
  }

  /**
   * A folder, made where it is missing.
   *
   * @param directory its path; empty for the JVM's folder for temporary files
   * @throws IOException when it cannot be made or written to
   */
  public static SpillDirectory of(String directory) throws IOException {
    String path = directory.isEmpty() ? System.getProperty("java.io.tmpdir") : directory;
    Path folder = Path.of(path);
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException("spill.directory " + folder + " cannot be made: " + e, e);
    }
    if (!Files.isWritable(folder)) {
      throw new IOException("spill.directory " + folder + " cannot be written to");
    }
    return new SpillDirectory(folder);
  }

  @Override
  public SpillFile create() throws IOException {
    try {
      Path path = directory.resolve("tributary-" + UUID.randomUUID() + ".spill");
      return new Channel(FileChannel.open(path, OPEN, owners(path)));
    } catch (IOException e) {
      throw failed("no spill file can be made", e);
    }
  }

  /** Rows of others' tables are nobody else's business, for the moment that the file has a name. */
  private static FileAttribute<?>[] owners(Path path) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private IOException failed(String what, IOException cause) {
    return new IOException(
        what
            + " in "
            + directory
            + ": "
            + cause
            + ". Free space there, or name another folder in spill.directory, and restart the"
            + " task: it begins the transaction anew",
        cause);
  }

  private final class Channel implements SpillFile {
    private final FileChannel channel;

    private Channel(FileChannel channel) {
      this.channel = channel;
    }

    @Override
    public void write(long at, byte[] bytes, int offset, int length) throws IOException {
      try {
        long to = at;
        int end = offset + length;
        for (int from = offset; from < end; ) {
          ByteBuffer part = ByteBuffer.wrap(bytes, from, Math.min(TRANSFER_BYTES, end - from));
          int count = channel.write(part, to);
          from += count;
          to += count;
        }
      } catch (IOException e) {
        throw failed("a spill file cannot be written", e);
      }
    }

    @Override
    public void read(long at, byte[] bytes, int offset, int length) throws IOException {
      try {
        long to = at;
        int end = offset + length;
        for (int from = offset; from < end; ) {
          ByteBuffer part = ByteBuffer.wrap(bytes, from, Math.min(TRANSFER_BYTES, end - from));
          int count = channel.read(part, to);
          if (count < 0) {
            throw new EOFException("it ends at " + to);
          }
          from += count;
          to += count;
        }
      } catch (IOException e) {
        throw failed("a spill file cannot be read", e);
      }
    }

    @Override
    public void truncate(long size) throws IOException {
      try {
        channel.truncate(size);
      } catch (IOException e) {
        throw failed("a spill file cannot be cut", e);
      }
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        // It has no name any more; the process's end frees it at the latest.
        return;
      }
    }
  }
}
