package io.tributary.source.offset;

/** Names of binlog files: a base name, a dot and a number that grows ({@code binlog.000007}). */
public final class BinlogFile {
  private BinlogFile() {}

  /**
   * The number of a file, the digits after the last dot of its name.
   *
   * @throws IllegalArgumentException when the name does not end so
   */
  public static long number(String file) {
    try {
      return Long.parseLong(file.substring(file.lastIndexOf('.') + 1));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "not a binlog file name (base name, dot, number): " + file, e);
    }
  }
}
