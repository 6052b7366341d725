package io.tributary.source.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.format.model.TableName;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Foreign keys whose changes the binlog does not show. */
class CascadeRulesTest {
  private static final Predicate<TableName> SHOP = table -> table.schema().equals("shop");

  private static ServerFacts facts(boolean nativeForeignKeys, boolean lowerCaseNames) {
    return new ServerFacts(
        "8.0.33",
        "uuid",
        1,
        true,
        "binlog",
        "ROW",
        "FULL",
        "FULL",
        true,
        lowerCaseNames,
        nativeForeignKeys,
        true,
        true,
        "tributary@%");
  }

  private static CascadingKey key(String child, String onDelete, String onUpdate) {
    String[] parts = child.split("\\.");
    return new CascadingKey(
        "fk",
        new TableName(parts[0], parts[1]),
        new TableName("elsewhere", "parent"),
        onDelete,
        onUpdate);
  }

  @ParameterizedTest(name = "{0} on delete {1} on update {2}, native {3}, lower case {4}")
  @CsvSource({
    "shop.items, CASCADE, NO ACTION, true, false, shop.items (fk to elsewhere.parent ON DELETE CASCADE)",
    "shop.items, RESTRICT, SET NULL, true, false, shop.items (fk to elsewhere.parent ON UPDATE SET NULL)",
    "shop.items, SET DEFAULT, CASCADE, true, false, ON DELETE SET DEFAULT ON UPDATE CASCADE)",
    "Shop.Items, CASCADE, CASCADE, true, true, Shop.Items (fk",
    "Shop.Items, CASCADE, CASCADE, true, false,",
    "other.items, CASCADE, CASCADE, true, false,",
    "shop.items, RESTRICT, NO ACTION, true, false,",
    "shop.items, CASCADE, CASCADE, false, false,"
  })
  void hazard30_refusesWhatChangesCapturedRowsUnseen(
      String child,
      String onDelete,
      String onUpdate,
      boolean nativeForeignKeys,
      boolean lowerCaseNames,
      String said) {
    List<Finding> findings =
        CascadeRules.check(
            facts(nativeForeignKeys, lowerCaseNames),
            List.of(key(child, onDelete, onUpdate)),
            SHOP);
    assertEquals(said == null ? 0 : 1, findings.size(), findings.toString());
    if (said != null) {
      assertEquals("table.include.list", findings.get(0).option());
      assertTrue(findings.get(0).message().contains(said), findings.get(0).message());
    }
  }

  @Test
  void hazard30_manyKeysMakeOneMessageThatStaysShort() {
    List<CascadingKey> keys =
        IntStream.range(0, 500).mapToObj(i -> key("shop.t" + i, "CASCADE", "RESTRICT")).toList();
    List<Finding> findings = CascadeRules.check(facts(true, false), keys, SHOP);
    assertEquals(1, findings.size());
    String message = findings.get(0).message();
    assertTrue(message.contains("shop.t0 (") && message.contains(" and 490 more"), message);
    assertTrue(message.length() < 2_000, message);
  }
}
