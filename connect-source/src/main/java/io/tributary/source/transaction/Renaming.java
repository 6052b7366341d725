package io.tributary.source.transaction;

import io.tributary.format.model.TableName;
import io.tributary.source.statement.Statement.Effect;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The renames of one statement taken together: which table stands under which name afterwards.
 *
 * <p>A captured name that another table gets is an error, except in the cut-over of an online
 * schema change: there a shadow table with the same rows, which the tool filled and which is not
 * captured itself, takes the table's place. Names as DM's {@code shadow-table-rules} and {@code
 * trash-table-rules} have them: gh-ost {@code _t_gho}, {@code _t_del}, pt-osc {@code _t_new},
 * {@code _t_old}, with more underscores where a name is taken, and with gh-ost's time stamps.
 */
final class Renaming {
  private static final String SHADOW = "_+%s_(gho|new)";
  private static final String TRASH = "_+%s_(\\d{14}_)?(del|old)(_\\d{8}_\\d{6})?";

  /** Name after the statement to name before it. */
  private final Map<TableName, TableName> origins = new LinkedHashMap<>();

  /** Name before the statement to name after it. */
  private final Map<TableName, TableName> destinations = new LinkedHashMap<>();

  Renaming(List<Effect> effects) {
    for (Effect effect : effects) {
      if (effect instanceof Effect.Renames renames) {
        TableName moved = origins.remove(renames.from());
        TableName origin = moved == null ? renames.from() : moved;
        origins.put(renames.to(), origin);
        destinations.put(origin, renames.to());
      }
    }
  }

  /** A captured name whose rows are other ones afterwards; null when there is none. */
  TableName contentChanged(CapturedTables tables) {
    for (TableName name : origins.keySet()) {
      if (changed(name, tables)) {
        return name;
      }
    }
    for (TableName name : destinations.keySet()) {
      if (changed(name, tables)) {
        return name;
      }
    }
    return null;
  }

  private boolean changed(TableName name, CapturedTables tables) {
    TableName origin = origins.get(name);
    return tables.captured(name) && !name.equals(origin) && !cutOver(name, origin, tables);
  }

  private boolean cutOver(TableName name, TableName shadow, CapturedTables tables) {
    TableName trash = destinations.get(name);
    return shadow != null
        && trash != null
        && !tables.captured(shadow)
        && !tables.captured(trash)
        && shadow.schema().equals(name.schema())
        && matches(SHADOW, name, shadow)
        && matches(TRASH, name, trash);
  }

  private static boolean matches(String form, TableName name, TableName other) {
    return other.table().matches(form.formatted(Pattern.quote(name.table())));
  }
}
