package io.tributary.source.route;

import io.tributary.format.model.TableName;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends the rows of all tables that match to one target table.
 *
 * @param name name of the route in the option {@code routes}
 * @param match which source tables it is for
 * @param toSchema schema of the target; {@code $1} or <code>${name}</code> stand for groups of the
 *     match
 * @param toTable table of the target, with groups alike
 */
public record Route(String name, TablePattern match, String toSchema, String toTable) {
  private static final Pattern GROUP = Pattern.compile("\\$(\\d|\\{(\\w+)\\})");

  /**
   * Reads the options {@code routes.<name>.match} and {@code routes.<name>.to}.
   *
   * @throws RouteException when the expression is none, the target is not {@code schema.table}, or
   *     it refers to a group that the expression does not have
   */
  public static Route parse(String name, String match, String to) throws RouteException {
    String option = "routes." + name + ".to";
    TablePattern pattern = TablePattern.parse("routes." + name + ".match", match);
    TableName target = OptionText.tableName(option, to);
    Route route = new Route(name, pattern, target.schema(), target.table());
    route.checkGroups(option, target.schema());
    route.checkGroups(option, target.table());
    return route;
  }

  private void checkGroups(String option, String template) throws RouteException {
    int groups = match.pattern().matcher("").groupCount();
    Matcher group = GROUP.matcher(template);
    while (group.find()) {
      String named = group.group(2);
      boolean known =
          named == null
              ? Integer.parseInt(group.group(1)) <= groups
              : match.pattern().pattern().contains("(?<" + named + ">");
      if (!known) {
        throw new RouteException(
            option, group.group() + " refers to a group that the route's match does not have");
      }
    }
  }

  /** The target of a source table, null when the route is not for it. */
  TableName target(TableName source) {
    Matcher matcher = match.matcher(source);
    if (!matcher.matches()) {
      return null;
    }
    return new TableName(fill(toSchema, matcher), fill(toTable, matcher));
  }

  /** By hand, not by {@code appendReplacement}: a backslash or a lone dollar may be in a name. */
  private static String fill(String template, Matcher match) {
    Matcher group = GROUP.matcher(template);
    StringBuilder filled = new StringBuilder();
    int from = 0;
    while (group.find()) {
      String named = group.group(2);
      String value =
          named == null ? match.group(Integer.parseInt(group.group(1))) : match.group(named);
      filled.append(template, from, group.start()).append(value == null ? "" : value);
      from = group.end();
    }
    return filled.append(template.substring(from)).toString();
  }

  /** Routes in the order in which they are tried. */
  static TableName firstTarget(List<Route> routes, TableName source) {
    for (Route route : routes) {
      TableName target = route.target(source);
      if (target != null) {
        return target;
      }
    }
    return source;
  }
}
