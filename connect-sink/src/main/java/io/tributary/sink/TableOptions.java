package io.tributary.sink;

import io.tributary.sink.ownership.OwnershipSettings;
import io.tributary.sink.sql.SafeModeSettings;
import io.tributary.sink.sql.WriteMode;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.kafka.common.config.AbstractConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigDef.Importance;
import org.apache.kafka.common.config.ConfigDef.LambdaValidator;
import org.apache.kafka.common.config.ConfigDef.Range;
import org.apache.kafka.common.config.ConfigDef.Type;
import org.apache.kafka.common.config.ConfigDef.ValidString;
import org.apache.kafka.common.config.ConfigDef.Width;
import org.apache.kafka.common.config.ConfigException;

/** Options that say how the rows of target tables are to be taken. */
final class TableOptions {
  static final String WRITE_MODE = "write.mode";
  static final String MERGE_TABLES = "merge.tables";
  static final String MERGE_DISJOINT_TABLES = "merge.disjoint.tables";
  static final String MERGE_SOURCE_COLUMN = "merge.source.column";
  static final String OWNERSHIP_CACHE_MAX_KEYS = "ownership.cache.max.keys";
  static final String UNIQUE_KEYS_UNCOVERED = "unique.keys.uncovered.allowed";
  static final String COLLATION_COARSER = "collation.coarser.allowed";

  private TableOptions() {}

  static void define(ConfigDef definition) {
    OptionGroup group = new OptionGroup(definition, "Tables");
    group
        .option(WRITE_MODE, Type.STRING, "Write mode")
        .byDefault("replace")
        .checked(ValidString.in("replace", "upsert"))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .example("upsert")
        .documented(
            "replace: rows are written whole by REPLACE; columns that only the target has take"
                + " their defaults whenever a row is written. upsert: by INSERT .. ON DUPLICATE KEY"
                + " UPDATE of the source's columns; what other columns hold stays until the row is"
                + " deleted or gets another key. Takes only target tables with at most one unique"
                + " key, and is slower where most rows are new.")
        .option(MERGE_TABLES, Type.LIST, "Merged tables")
        .byDefault("")
        .checked(tables())
        .importance(Importance.HIGH)
        .example("shop.orders,shop.items")
        .documented(
            "Target tables (schema.table) that several source tables are merged into and whose rows"
                + " may move between them: the sink keeps for each key which of them have the"
                + " row.")
        .option(MERGE_DISJOINT_TABLES, Type.LIST, "Merged tables without moves")
        .byDefault("")
        .checked(tables())
        .example("shop.log")
        .documented(
            "Target tables (schema.table) that several source tables are merged into, of which no"
                + " two ever have the same key. Nothing is kept; a row that moves can be lost.")
        .option(MERGE_SOURCE_COLUMN, Type.STRING, "Source column of merged tables")
        .byDefault(OwnershipSettings.DEFAULT.sourceColumn())
        .checked(
            OptionChecks.checked(
                name -> name.length() > 64 ? "must be the name of a column" : null,
                "a column name, or empty"))
        .width(Width.SHORT)
        .example("tributary_shard")
        .documented(
            "Column of merged target tables that names each row's shard by its number in"
                + " metadata.database.shard; an integer that may be NULL, which stands for a row"
                + " of unknown owner. A table without it is merged by the ledger, which costs more"
                + " reads and writes. Empty: all tables by the ledger.")
        .option(OWNERSHIP_CACHE_MAX_KEYS, Type.INT, "Remembered owners")
        .byDefault(OwnershipSettings.DEFAULT.cacheMaxKeys())
        .checked(Range.between(0, 100_000_000))
        .importance(Importance.LOW)
        .width(Width.SHORT)
        .unit("keys")
        .example("50000")
        .documented(
            "Keys of merged tables whose owner each partition's writer remembers, so that it need"
                + " not be read, and as many keys with hidden images: about 200 bytes each."
                + " 0: owners are always read.")
        .option(UNIQUE_KEYS_UNCOVERED, Type.LIST, "Uncovered unique keys allowed")
        .byDefault("")
        .checked(tables())
        .importance(Importance.LOW)
        .example("shop.buyers")
        .documented(
            "Target tables (schema.table) with unique keys that the affinity key does not cover,"
                + " where you know that no row takes a value that another row of another partition"
                + " gives up.")
        .option(COLLATION_COARSER, Type.LIST, "Coarser collations allowed")
        .byDefault("")
        .checked(tables())
        .importance(Importance.LOW)
        .example("shop.buyers")
        .documented(
            "Target tables (schema.table) whose keys have a coarser collation than the source's,"
                + " where you know that no two keys of the source become one.");
  }

  private static ConfigDef.Validator tables() {
    return LambdaValidator.with(
        (name, value) -> {
          for (Object table : value == null ? List.of() : (List<?>) value) {
            String text = table.toString();
            if (text.indexOf('.') <= 0 || text.endsWith(".")) {
              throw new ConfigException(
                  name, value, "expected schema.table, separated by commas, found: " + text);
            }
          }
        },
        () -> "schema.table,schema.table");
  }

  static SafeModeSettings of(AbstractConfig config) {
    return new SafeModeSettings(
        Set.copyOf(config.getList(MERGE_TABLES)),
        Set.copyOf(config.getList(MERGE_DISJOINT_TABLES)),
        Set.copyOf(config.getList(UNIQUE_KEYS_UNCOVERED)),
        Set.copyOf(config.getList(COLLATION_COARSER)),
        new OwnershipSettings(
            config.getString(MERGE_SOURCE_COLUMN), config.getInt(OWNERSHIP_CACHE_MAX_KEYS)),
        config.getString(WritingOptions.METADATA_DATABASE),
        WriteMode.valueOf(config.getString(WRITE_MODE).toUpperCase(Locale.ROOT)));
  }
}
