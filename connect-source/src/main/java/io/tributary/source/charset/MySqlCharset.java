package io.tributary.source.charset;

/**
 * A character set of the server. Decoding is strict: bytes that have no counterpart in Unicode, or
 * that the server itself calls invalid, are refused and never replaced. Implementations are
 * immutable and safe for use by several threads.
 */
public sealed interface MySqlCharset permits Utf8Charset, WideCharset, TableCharset {
  /** MySQL's name of it, such as {@code utf8mb4}. */
  String name();

  /**
   * The text that {@code length} bytes from {@code offset} on stand for; the range must lie in the
   * array.
   *
   * @throws UndecodableTextException when a part of them is no character of this set
   */
  String decode(byte[] bytes, int offset, int length) throws UndecodableTextException;
}
