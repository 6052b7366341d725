package io.tributary.source.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.TableName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowFilterTest {
  private static final String OPTION = "row.filter.paid";

  @Test
  void theFirstColonOutsideOfBracketsEndsTheTables() throws Exception {
    RowFilter filter =
        RowFilter.parse(OPTION, " (?:shop|a[:]b)\\.orders{1,2} : at > '10:00:00' OR a = ':'");
    assertTrue(filter.match().matches(new TableName("shop", "orderss")));
    assertTrue(filter.match().matches(new TableName("a:b", "orders")));
    assertEquals(30, filter.conditionIndex());
    RowFilter escaped = RowFilter.parse(OPTION, "a\\:b\\.c:d = 1");
    assertTrue(escaped.match().matches(new TableName("a:b", "c")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "shop\\.orders            | is not of the form tables:condition",
        ": a = 1                   | is not of the form tables:condition",
        "shop\\.(:a = 1           | is not of the form tables:condition",
        "*: a = 1                  | is not a regular expression",
        "shop\\.orders:           | at character 14: expected the name of a column",
        "shop\\.orders: a = 1 b   | at character 21: expected AND, OR or the end, found b",
      })
  void namesOptionAndPlace(String value, String reason) {
    RouteException refused =
        assertThrows(RouteException.class, () -> RowFilter.parse(OPTION, value));
    assertEquals(OPTION, refused.option());
    assertTrue(refused.getMessage().contains(reason), refused.getMessage());
  }
}
