package io.tributary.source.route;

import io.tributary.format.model.ChangeKind;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Kinds of change that are left out for the tables that match.
 *
 * @param match which source tables it is for
 * @param kinds the kinds that are left out
 */
public record EventExclusion(TablePattern match, Set<ChangeKind> kinds) {
  /** The option that {@link #parseList} reads. */
  public static final String OPTION = "event.exclude.list";

  public EventExclusion {
    kinds = Set.copyOf(kinds);
  }

  /**
   * Reads {@code expression:kind,kind;expression:kind}, kinds being insert, update and delete; for
   * example {@code archive\..*:delete}.
   *
   * @param value the option's value; null or blank gives an empty list
   * @throws RouteException when it is not of this form
   */
  public static List<EventExclusion> parseList(String value) throws RouteException {
    List<EventExclusion> exclusions = new ArrayList<>();
    if (value != null) {
      for (String entry : OptionText.splitExpressions(value, ';')) {
        exclusions.add(parse(entry));
      }
    }
    return List.copyOf(exclusions);
  }

  private static EventExclusion parse(String entry) throws RouteException {
    int colon = entry.lastIndexOf(':');
    if (colon <= 0) {
      throw new RouteException(OPTION, "\"" + entry + "\" is not of the form expression:kind,kind");
    }
    Set<ChangeKind> kinds = EnumSet.noneOf(ChangeKind.class);
    for (String word : OptionText.splitNames(entry.substring(colon + 1), ',')) {
      kinds.add(
          switch (word.toLowerCase(Locale.ROOT)) {
            case "insert" -> ChangeKind.INSERT;
            case "update" -> ChangeKind.UPDATE;
            case "delete" -> ChangeKind.DELETE;
            default ->
                throw new RouteException(
                    OPTION, "\"" + word + "\" is not one of insert, update, delete");
          });
    }
    if (kinds.isEmpty()) {
      throw new RouteException(OPTION, "\"" + entry + "\" names no kind");
    }
    return new EventExclusion(TablePattern.parse(OPTION, entry.substring(0, colon).trim()), kinds);
  }
}
