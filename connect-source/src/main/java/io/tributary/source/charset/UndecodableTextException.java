package io.tributary.source.charset;

import java.util.HexFormat;

/** Bytes that do not stand for text in the character set they are said to be in. */
public final class UndecodableTextException extends Exception {
  private static final long serialVersionUID = 1L;

  private static final int SHOWN_BYTES = 4;

  /**
   * @param charset MySQL's name of the character set
   * @param bytes array with the text
   * @param index where in the array the first bad character begins
   * @param start where in the array the text begins
   * @param end where in the array the text ends
   */
  UndecodableTextException(String charset, byte[] bytes, int index, int start, int end) {
    super(
        "0x"
            + HexFormat.of()
                .withUpperCase()
                .formatHex(bytes, index, Math.min(end, index + SHOWN_BYTES))
            + " at byte "
            + (index - start)
            + " of the value is no character of "
            + charset,
        null,
        false,
        // Where in the decoder it was thrown tells nothing: no stack.
        false);
  }
}
