package io.tributary.sink.writer;

import io.tributary.format.model.TransactionRecord;
import io.tributary.sink.checkpoint.SourceState;
import java.util.ArrayList;
import java.util.List;

/**
 * Which source connector writes for a source. One may follow another (renamed, made anew); two in
 * turn are two connectors under one {@code source.name}.
 */
final class Connectors {
  private Connectors() {}

  /**
   * The state with the record's connector as its writer.
   *
   * @throws ApplyException when that connector had been followed by another one
   */
  static SourceState handOver(SourceState known, TransactionRecord record, boolean mayPass)
      throws ApplyException {
    String connector = record.origin().connector();
    if (connector.equals(known.connector())) {
      return known;
    }
    if (known.earlierConnectors().contains(connector) && !mayPass) {
      throw new ApplyException(
          ApplyException.Kind.FATAL,
          "two connectors write under the source name "
              + known.source()
              + ": "
              + connector
              + " and "
              + known.connector()
              + ". Stop one of them or give it a source.name of its own; if "
              + connector
              + " has come back for good, let it pass once by altering the sink's offsets"
              + " (docs/watermark.md)");
    }
    List<String> earlier = new ArrayList<>(known.earlierConnectors());
    earlier.remove(connector);
    earlier.add(known.connector());
    return States.writtenBy(known, connector, earlier);
  }
}
