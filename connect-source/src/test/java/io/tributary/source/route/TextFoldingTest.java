package io.tributary.source.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextFoldingTest {
  /** Pairs that some collation of MySQL or TiDB holds equal (measured; research/tidb.md). */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "a|A",
        "e|é",
        "s|ß",
        "ss|ß",
        "ab|ab ",
        "ab|ab\t",
        "\u00c5|A\u030a",
        "æ|ae",
        "fi|\ufb01",
        "a|\uff41",
        "\ud83d\ude00|\ud83d\ude01",
        "|\u0000",
        "ı|i",
        "Straße|STRASSE",
        "カ|か",
        "а|a",
        "ø|o",
        "ab|a\u00adb",
        "id 7|ID ⑦",
        "12|１２",
        "3|٣",
        "1⁄2|½",
        "10|⑩",
        "110|⅒",
        "m2|m²",
        "7\u20e3|7"
      })
  void pairsThatACollationHoldsEqualFoldAlike(String one, String other) {
    assertEquals(fold("utf8mb4_0900_ai_ci", one), fold("utf8mb4_0900_ai_ci", other));
  }

  @ParameterizedTest
  @CsvSource({"a1b22, 122", "00ff, 00", "½, 12", "no digits, ''", "'𝟗', 9"})
  void keepsDigitsOnly(String text, String digits) {
    assertEquals(digits, fold("utf8mb4_0900_ai_ci", text));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "utf8mb4_general_ci",
        "utf8mb4_unicode_ci",
        "utf8mb4_swedish_ci",
        "utf16_general_ci",
        "utf16le_general_ci",
        "utf32_unicode_ci",
        "utf8mb4_unicode_nopad_ci"
      })
  void digitsBeyondTheBmpAreRefusedWhereTheCollationMergesThemWithAllOthers(String collation) {
    assertEquals(0x1D7D7, refused(collation, "key 𝟗"));
    assertEquals(-1, refused(collation, "emoji 😀 and ⑨"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "utf8mb4_0900_ai_ci",
        "utf8mb4_0900_as_cs",
        "utf8mb4_ja_0900_as_cs_ks",
        "utf8mb4_unicode_520_ci",
        "utf8mb4_bin",
        "utf8mb4_0900_bin",
        "gb18030_chinese_ci"
      })
  void digitsBeyondTheBmpAreTakenWhereTheCollationTellsThemApart(String collation) {
    assertEquals(-1, refused(collation, "key 𝟗"));
  }

  @ParameterizedTest
  @CsvSource({"big5_chinese_ci, １", "cp1257_lithuanian_ci, ²", "tis620_thai_ci, ๙"})
  void collationsThatMergeDigitsWithOtherCharactersRefuseThem(String collation, String text) {
    assertEquals(text.codePointAt(0), refused(collation, text));
    assertEquals(-1, refused(collation, "plain 123"));
  }

  @Test
  void loneSurrogatesAreDropped() {
    assertEquals("12", fold("ucs2_general_ci", "1\ud835" + "2\udfcf"));
  }

  /** Guards the resource: it may never change within folding version 1. */
  @Test
  void theTableIsTheOneOfVersionOne() {
    Map<Integer, String> digits = TextFolding.digits();
    assertEquals(1229, digits.size());
    int hash = 0;
    for (Map.Entry<Integer, String> entry : digits.entrySet()) {
      assertTrue(entry.getKey() >= 0x80 && entry.getValue().matches("[0-9]{1,3}"), entry::toString);
      hash += entry.getKey() * 31 + entry.getValue().hashCode() * entry.getKey();
    }
    assertEquals(-892127149, hash);
  }

  /** Unicode's own knowledge of digits is in the table: what decomposes to them folds to them. */
  @Test
  void theTableHoldsWhatUnicodeDecomposesToDigits() {
    Map<String, String> missing = new HashMap<>();
    for (int codePoint = 0x80; codePoint < 0x20000; codePoint++) {
      if (Character.isDefined(codePoint) && !Character.isSurrogate((char) codePoint)) {
        String text = Character.toString(codePoint);
        String digits = Normalizer.normalize(text, Normalizer.Form.NFKD).replaceAll("[^0-9]", "");
        if (!digits.isEmpty() && !fold("utf8mb4_0900_ai_ci", text).equals(digits)) {
          missing.put(Integer.toHexString(codePoint), digits);
        }
      }
    }
    assertEquals(Map.of(), missing);
  }

  private static String fold(String collation, String text) {
    StringBuilder digits = new StringBuilder();
    assertEquals(-1, TextFolding.of(collation).fold(text == null ? "" : text, digits));
    return digits.toString();
  }

  private static int refused(String collation, String text) {
    return TextFolding.of(collation).fold(text, new StringBuilder());
  }
}
