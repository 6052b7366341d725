package io.tributary.it.keys;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Texts that some collation holds equal: spellings of the same words. Used by one thread. */
final class Words {
  /** Each line: what one collation or another holds equal. */
  private static final List<List<String>> SPELLINGS =
      List.of(
          List.of("a", "A", "á", "À", "ä", "å", "a\u0301", "Ａ", "ａ", "\u00AA", "а", "α"),
          List.of("e", "E", "é", "ê", "ë", "е", "\u212F"),
          List.of("ss", "ß", "SS", "s", "ſs", "ẞ", "Ss"),
          List.of("ae", "æ", "Æ", "ä", "AE", "ǽ"),
          List.of("oe", "œ", "ö", "ø", "o", "Ö", "ő"),
          List.of("i", "ı", "I", "İ", "í", "Ｉ"),
          List.of("fi", "\uFB01", "FI", "ﬁ"),
          List.of("ch", "CH", "Ch", "c", "č", "ç"),
          List.of("ll", "LL", "l", "ł", "Ll"),
          List.of("n", "ñ", "Ñ", "N", "ň"),
          List.of("ка", "КА", "Ка"),
          List.of("か", "カ", "ｶ", "が", "ガ", "ｶﾞ"),
          List.of("は", "ハ", "ば", "ぱ"),
          List.of("中", "国", "國"),
          List.of("가", "\u1100\u1161"),
          List.of("ש", "ש\u05C1"),
          List.of("ا", "أ", "آ"),
          List.of("", "\u00AD", "\u0000", "\u200B", "\u0301", " "),
          List.of("-", "\u2010", "\u2011", "–", "_", "."),
          List.of("😀", "😁", "𝄞"));

  private static final List<List<String>> DIGITS =
      List.of(
          List.of("0", "٠", "０", "⁰", "₀", "०"),
          List.of("1", "١", "１", "¹", "①", "१", "⑴"),
          List.of("2", "٢", "２", "²", "②", "२"),
          List.of("3", "٣", "３", "³", "③", "३"),
          List.of("12", "½", "1２", "⑫", "１２"));

  private final Random random;
  private final boolean plainDigits;

  /**
   * @param plainDigits whether digits are those of ASCII only: under a few collations the source
   *     refuses others by name
   */
  Words(Random random, boolean plainDigits) {
    this.random = random;
    this.plainDigits = plainDigits;
  }

  /** Words, several spellings of each. */
  List<String> make(int bases, int spellings) {
    Set<String> words = new LinkedHashSet<>();
    for (int base = 0; base < bases; base++) {
      List<List<String>> parts = new ArrayList<>();
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        parts.add(SPELLINGS.get(random.nextInt(SPELLINGS.size())));
        if (random.nextInt(3) > 0) {
          List<String> digit = DIGITS.get(random.nextInt(DIGITS.size()));
          parts.add(plainDigits ? digit.subList(0, 1) : digit);
        }
      }
      for (int i = 0; i < spellings; i++) {
        words.add(spelling(parts));
      }
    }
    return new ArrayList<>(words);
  }

  private String spelling(List<List<String>> parts) {
    StringBuilder word = new StringBuilder();
    for (List<String> part : parts) {
      word.append(part.get(random.nextInt(part.size())));
    }
    return word + " ".repeat(Math.max(0, random.nextInt(6) - 3));
  }
}
