package io.tributary.it.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaseWordsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "# start of both sources at the end of the binlog | {table.include.list=ALL} | {}",
        "# start at the beginning of the binlog |"
            + " {start.position=earliest, table.include.list=ALL} | {}",
        "# only schema c34 is replicated; c34_other is not | {table.include.list=c34\\..*} | {}",
        "# only c60.quiet is replicated | {table.include.list=c60\\.quiet} | {}",
        "# only tables c45.orders and c45.items are replicated (names match in full) |"
            + " {table.include.list=c45\\.orders,c45\\.items} | {}",
        "# table c41.hidden is excluded |"
            + " {table.exclude.list=c41\\.hidden, table.include.list=ALL} | {}",
        "# schemas c31_tmp and c31_old are not replicated. |"
            + " {table.exclude.list=c31_tmp\\..*,c31_old\\..*, table.include.list=ALL} | {}",
        "# c49.Orders goes to c49.orders |"
            + " {routes=r1, routes.r1.match=c49\\.Orders, routes.r1.to=c49.orders,"
            + " table.include.list=ALL} | {}",
        "# routing: schema c49_s goes to schema c49 |"
            + " {routes=r1, routes.r1.match=c49_s\\.(.*), routes.r1.to=c49.$1,"
            + " table.include.list=ALL} | {}"
      })
  void oneUpstream(String words, String source, String sink) throws Exception {
    check(words, 1, source, sink);
  }

  @Test
  void mergedTables() throws Exception {
    check(
        "# routing: every c29_s1/c29_s2 table mt_order_<n> goes to c29.mt_order\n",
        2,
        "{routes=r1, routes.r1.match=c29_s1\\.mt_order_\\d+|c29_s2\\.mt_order_\\d+,"
            + " routes.r1.to=c29.mt_order, table.include.list=ALL}",
        "{merge.tables=c29.mt_order}");
    check(
        "# routing: c30_s1.mt_order_000 and c30_s2.mt_order_000 go to c30.mt_order",
        2,
        "{routes=r1, routes.r1.match=c30_s1\\.mt_order_000|c30_s2\\.mt_order_000,"
            + " routes.r1.to=c30.mt_order, table.include.list=ALL}",
        "{merge.tables=c30.mt_order}");
    check(
        "# all tables of c67_a, c67_b and c67_c go to c67.t",
        3,
        "{routes=r1, routes.r1.match=c67_a\\..*|c67_b\\..*|c67_c\\..*, routes.r1.to=c67.t,"
            + " table.include.list=ALL}",
        "{merge.tables=c67.t}");
    check(
        "# c64_s<n>.t_* goes to c64.t",
        1,
        "{routes=r1, routes.r1.match=c64_s\\d+\\.t_.*, routes.r1.to=c64.t,"
            + " table.include.list=ALL}",
        "{merge.tables=c64.t}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"# rows with id above 10", "# start at the moon", "# compress"})
  void unknownWordsAreRefused(String words) {
    assertThrows(CaseWords.UnknownWordsException.class, () -> CaseWords.options(words, "ALL", 1));
  }

  private static void check(String words, int upstreams, String source, String sink)
      throws CaseWords.UnknownWordsException {
    CaseOptions options = CaseWords.options(words, "ALL", upstreams);
    assertEquals(source, new TreeMap<>(options.source()).toString());
    assertEquals(sink, options.sink().toString());
  }
}
