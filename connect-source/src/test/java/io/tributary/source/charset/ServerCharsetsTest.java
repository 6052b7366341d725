package io.tributary.source.charset;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every code of every character set decodes to what the server makes of it, and no other code
 * decodes. The server's side is a digest of {@code CONVERT(CONVERT(code USING charset) USING
 * utf8mb4)} over all codes of a length.
 */
class ServerCharsetsTest {
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  /** What the server said: codes of {@code width} bytes that are one character. */
  record Expected(String charset, int width, int count, String digest) {}

  static Stream<Expected> expected() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                ServerCharsetsTest.class.getResourceAsStream("server-charsets.tsv"),
                StandardCharsets.UTF_8))) {
      List<Expected> all =
          lines
              .lines()
              .filter(line -> !line.startsWith("#"))
              .map(line -> line.split("\t", -1))
              .map(
                  parts ->
                      new Expected(
                          parts[0],
                          Integer.parseInt(parts[1]),
                          Integer.parseInt(parts[2]),
                          parts[3]))
              .collect(Collectors.toList());
      return all.stream();
    }
  }

  @ParameterizedTest
  @MethodSource("expected")
  void decodesAsTheServer(Expected expected) throws Exception {
    MySqlCharset charset = MySqlCharsets.named(expected.charset());
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    int count = 0;
    byte[] code = new byte[expected.width()];
    for (int prefix : prefixes(expected.charset(), code.length)) {
      for (int tail = 0; tail < (code.length == 1 ? 0x100 : 0x10000); tail++) {
        if (code.length == 4 && !possibleTail(expected.charset(), tail)) {
          continue;
        }
        long number = (long) prefix << 16 | tail;
        for (int i = 0; i < code.length; i++) {
          code[i] = (byte) (number >> 8 * (code.length - 1 - i));
        }
        int point = one(charset, code);
        if (point >= 0) {
          count++;
          String line =
              HEX.formatHex(code) + " " + HEX.toHexDigits(point).replaceFirst("^0+(?=.)", "");
          digest.update((line + "\n").getBytes(StandardCharsets.US_ASCII));
        }
      }
    }
    assertEquals(expected.count(), count);
    assertEquals(expected.digest(), HexFormat.of().formatHex(digest.digest()));
  }

  /** The character that the code is; -1 when it is none or more than one. */
  private static int one(MySqlCharset charset, byte[] code) {
    try {
      String text = charset.decode(code, 0, code.length);
      return text.codePointCount(0, text.length()) == 1 ? text.codePointAt(0) : -1;
    } catch (UndecodableTextException e) {
      return -1;
    }
  }

  private static boolean possibleTail(String charset, int tail) {
    int third = tail >> 8;
    int fourth = tail & 0xFF;
    return switch (charset) {
      case "gb18030" -> third >= 0x81 && third <= 0xFE && fourth >= 0x30 && fourth <= 0x39;
      case "utf8mb4" -> (third & 0xC0) == 0x80 && (fourth & 0xC0) == 0x80;
      default -> true;
    };
  }

  /** What comes before the last two bytes of the codes that the server was asked about. */
  private static List<Integer> prefixes(String charset, int width) {
    if (width <= 2) {
      return List.of(0);
    }
    if (width == 3) {
      return charset.startsWith("utf8") ? range(0xE0, 0xEF) : List.of(0x8F);
    }
    return switch (charset) {
      case "gb18030" ->
          Stream.concat(range(0x81, 0x84).stream(), range(0x90, 0xE3).stream())
              .flatMap(first -> range(first << 8 | 0x30, first << 8 | 0x39).stream())
              .toList();
      case "utf8mb4" ->
          range(0xF0, 0xF4).stream()
              .flatMap(first -> range(first << 8 | 0x80, first << 8 | 0xBF).stream())
              .toList();
      case "utf32" -> range(0, 0x11);
      default -> throw new IllegalArgumentException(charset);
    };
  }

  private static List<Integer> range(int from, int to) {
    return IntStream.rangeClosed(from, to).boxed().toList();
  }
}
