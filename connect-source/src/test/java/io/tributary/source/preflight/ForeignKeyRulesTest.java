package io.tributary.source.preflight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Definitions as MariaDB 10.11 prints them. */
class ForeignKeyRulesTest {
  private static final String TABLE =
      """
      CREATE TABLE `child` (
        `id` int(11) NOT NULL,
        `p` int(11) DEFAULT NULL COMMENT 'CONSTRAINT `a` FOREIGN KEY  ON DELETE CASCADE',
        KEY `p` (`p`),
        CONSTRAINT `a` FOREIGN KEY (`p`) REFERENCES `parent` (`id`) ON DELETE CASCADE,
        CONSTRAINT `b` FOREIGN KEY (`p`) REFERENCES `k`.`parent` (`id`) ON UPDATE SET NULL,
        CONSTRAINT `c``c` FOREIGN KEY (`p`) REFERENCES `p` (`id`) ON DELETE SET NULL ON UPDATE CASCADE,
        CONSTRAINT `d` FOREIGN KEY (`p`) REFERENCES ` ON DELETE CASCADE` (`id`),
        CONSTRAINT `e` FOREIGN KEY (`p`) REFERENCES `p` (`id`) ON DELETE NO ACTION
      ) ENGINE=InnoDB""";

  @ParameterizedTest
  @CsvSource({
    "a, CASCADE, RESTRICT",
    "b, RESTRICT, SET NULL",
    "c`c, SET NULL, CASCADE",
    "d, RESTRICT, RESTRICT",
    "e, NO ACTION, RESTRICT",
    "f, RESTRICT, RESTRICT"
  })
  void hazard30_rules(String key, String onDelete, String onUpdate) {
    assertEquals(new ForeignKeyRules(onDelete, onUpdate), ForeignKeyRules.of(TABLE, key));
  }
}
