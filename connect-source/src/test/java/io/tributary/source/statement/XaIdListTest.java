package io.tributary.source.statement;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class XaIdListTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "X'67',X'',1 | X'67',X'',1",
        "'g' | X'67',X'',1",
        "X'67',X'3b',7; 'h','b',4294967295 ; | X'67',X'3b',7 X'68',X'62',4294967295",
        "\"\" | \"\""
      })
  void idsAsMessagesPrintThem(String text, String expected) {
    assertEquals(
        expected,
        XaIdList.parse(text).stream().map(Object::toString).collect(Collectors.joining(" ")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"g", "X'6'7", "'g' 'h'", "'g',", "'g','b','x'", ";"})
  void anythingElseIsRefused(String text) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> XaIdList.parse(text));
    assertTrue(e.getMessage().startsWith("must be XA ids"), e.getMessage());
  }
}
