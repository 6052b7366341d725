package io.tributary.source.preflight;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a table's definition, as {@code SHOW CREATE TABLE} prints it, says of a foreign key.
 *
 * <p>MariaDB lists rules of foreign keys in {@code information_schema.referential_constraints} only
 * for a user with another privilege on the table than SELECT (10.11.11, measured); the definition
 * is shown to whoever may SELECT.
 *
 * @param onDelete rule as {@code information_schema} names it, {@code RESTRICT} when none is given
 * @param onUpdate the same for a change of the key that is pointed to
 */
record ForeignKeyRules(String onDelete, String onUpdate) {
  private static final String RULE = "(CASCADE|SET NULL|SET DEFAULT|NO ACTION|RESTRICT)";
  private static final Pattern ON_DELETE = Pattern.compile(" ON DELETE " + RULE);
  private static final Pattern ON_UPDATE = Pattern.compile(" ON UPDATE " + RULE);

  /** Those of a key of the table; of a key that is not there no rule. */
  static ForeignKeyRules of(String createTable, String key) {
    String begin = "CONSTRAINT `" + key.replace("`", "``") + "` FOREIGN KEY ";
    for (String line : createTable.split("\n")) {
      if (line.strip().startsWith(begin)) {
        // Names stand in backticks: a rule in a name is not one.
        String words = line.replaceAll("`(?:[^`]|``)*`", "``");
        return new ForeignKeyRules(rule(ON_DELETE, words), rule(ON_UPDATE, words));
      }
    }
    return new ForeignKeyRules("RESTRICT", "RESTRICT");
  }

  private static String rule(Pattern pattern, String words) {
    Matcher rule = pattern.matcher(words.toUpperCase(Locale.ROOT));
    return rule.find() ? rule.group(1) : "RESTRICT";
  }
}
