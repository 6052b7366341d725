package io.tributary.source.charset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlCharsetsTest {
  @ParameterizedTest
  @CsvSource({
    "utf8mb4, 61C3A9E4B8ADF09F9880, aé中😀",
    "utf8mb4, EFBFBD, \uFFFD",
    "utf8mb3, 61C3A9E4B8AD, aé中",
    "latin1, 80819FE9, €\u0081Ÿé",
    "ucs2, 006100E94E2D, aé中",
    "utf16, 0061D83DDE00, a😀",
    "utf16le, 61003DD800DE, a😀",
    "utf32, 000000610001F600, a😀",
    "gb18030, 81308130, \u0080",
    "swe7, 5B5C5D, ÄÖÅ",
    "ujis, A4C88FB0A161, と丂a",
    "gb18030, 61D6D09439FC36D6D0, a中😀中",
    "cp932, 8740815F, ①＼"
  })
  void decodes(String charset, String hex, String text) throws Exception {
    byte[] bytes = HexFormat.of().parseHex("FF" + hex + "FF");
    assertEquals(text, MySqlCharsets.named(charset).decode(bytes, 1, bytes.length - 2));
  }

  @ParameterizedTest
  @CsvSource({
    "utf8mb4, 61FF, 0xFF at byte 1",
    "utf8mb4, 61C3, 0xC3 at byte 1",
    "utf8mb4, C0AF, 0xC0AF at byte 0",
    "utf8mb4, E0809F, 0xE0809F at byte 0",
    "utf8mb4, EDA080, 0xEDA080 at byte 0",
    "utf8mb4, F08080AF, 0xF08080AF at byte 0",
    "utf8mb4, F4908080, 0xF4908080 at byte 0",
    "utf8mb4, 6161616161616161616180, 0x80 at byte 10",
    "utf8mb3, 61F09F9880, 0xF09F9880 at byte 1",
    "ascii, 6180, 0x80 at byte 1",
    "cp1250, 6181, 0x81 at byte 1",
    "gbk, 6181, 0x81 at byte 1",
    "gbk, 61FE61, 0xFE61 at byte 1",
    "sjis, 8540, 0x8540 at byte 0",
    "ujis, 8FA1, 0x8FA1 at byte 0",
    "gb18030, 8431A530, 0x8431A530 at byte 0",
    "gb18030, E3329A36, 0xE3329A36 at byte 0",
    "gb18030, 813081, 0x813081 at byte 0",
    "ucs2, D83DDE00, 0xD83DDE00 at byte 0",
    "ucs2, 006100, 0x00 at byte 2",
    "utf16, 0061D83D, 0xD83D at byte 2",
    "utf16, DE00D83D, 0xDE00D83D at byte 0",
    "utf16le, 3DD86100, 0x3DD86100 at byte 0",
    "utf32, 0000D800, 0x0000D800 at byte 0",
    "utf32, 00110000, 0x00110000 at byte 0",
    "utf32, FFFFFFFF, 0xFFFFFFFF at byte 0",
    "utf32, 000061, 0x000061 at byte 0"
  })
  void refusesWhatIsNoText(String name, String hex, String message) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    MySqlCharset charset = MySqlCharsets.named(name);
    UndecodableTextException e =
        assertThrows(UndecodableTextException.class, () -> charset.decode(bytes, 0, bytes.length));
    assertEquals(message + " of the value is no character of " + name, e.getMessage());
  }

  @Test
  void unknownNamesAndBinaryAreNoCharset() {
    assertNull(MySqlCharsets.named("binary"));
    assertNull(MySqlCharsets.named("nonsense"));
    assertEquals("utf8mb3", MySqlCharsets.named("utf8").name());
  }
}
