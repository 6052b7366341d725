package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import io.tributary.source.route.AffinityOptions;
import io.tributary.source.route.RoutingOptions;
import io.tributary.source.route.TableRouter;
import java.util.function.Predicate;

/**
 * What a server is to be good for.
 *
 * @param ownServerId the {@code database.server.id} that the source is to use
 * @param routing what is captured and where it goes; null when the options that say so are wrong
 * @param affinity how keys are spread; null together with {@code routing}
 */
public record Subject(long ownServerId, RoutingOptions routing, AffinityOptions affinity) {
  /** Whether a table's changes are captured; no table's while that is not known. */
  Predicate<TableName> captured() {
    return routing == null ? table -> false : new TableRouter(routing)::captured;
  }
}
