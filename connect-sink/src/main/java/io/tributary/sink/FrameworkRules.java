package io.tributary.sink;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the connector needs from Connect's own options. Pure; from the connector's own configuration
 * alone, as the worker's is not visible at validate.
 */
final class FrameworkRules {
  static final String VALUE_CONVERTER = "value.converter";
  static final String BYTE_ARRAY_CONVERTER =
      "org.apache.kafka.connect.converters.ByteArrayConverter";
  static final String TOLERANCE = "errors.tolerance";
  static final String DEAD_LETTER_TOPIC = "errors.deadletterqueue.topic.name";
  static final String ISOLATION = "consumer.override.isolation.level";
  static final String READ_COMMITTED = "read_committed";

  private FrameworkRules() {}

  /** What is wrong with the framework's options. */
  static List<Finding> check(Map<String, String> properties) {
    List<Finding> findings = new ArrayList<>();
    String converter = properties.get(VALUE_CONVERTER);
    if (!BYTE_ARRAY_CONVERTER.equals(converter)) {
      findings.add(
          new Finding(
              VALUE_CONVERTER,
              (converter == null
                      ? "is missing in the connector's own configuration, and the worker's default"
                          + " is not visible to it"
                      : "is " + converter + ", which cannot carry the records' bytes")
                  + "; set "
                  + VALUE_CONVERTER
                  + "="
                  + BYTE_ARRAY_CONVERTER
                  + "."));
    }
    if ("all".equalsIgnoreCase(properties.get(TOLERANCE)) && !deadLetters(properties)) {
      findings.add(
          new Finding(
              TOLERANCE,
              "all without a dead letter queue would drop records without a trace; set "
                  + DEAD_LETTER_TOPIC
                  + " or errors.tolerance=none."));
    }
    return findings;
  }

  /** Whether records may go to a dead letter queue. */
  static boolean deadLetters(Map<String, String> properties) {
    String topic = properties.get(DEAD_LETTER_TOPIC);
    return "all".equalsIgnoreCase(properties.get(TOLERANCE)) && topic != null && !topic.isBlank();
  }

  /**
   * What is no fault but should be otherwise; empty when nothing is. The target is right whatever
   * the isolation level: what an aborted Kafka transaction holds is written again by the source, as
   * a replay. But it may show rows that a reader of committed records does not see yet.
   */
  static Optional<String> advice(Map<String, String> properties) {
    String isolation = properties.get(ISOLATION);
    if (READ_COMMITTED.equalsIgnoreCase(isolation)) {
      return Optional.empty();
    }
    return Optional.of(
        ISOLATION
            + (isolation == null
                ? " is missing in the connector's configuration, and the worker's default is not"
                    + " visible to it"
                : " is " + isolation)
            + "; with "
            + READ_COMMITTED
            + " the target takes only what Kafka has committed, each transaction whole.");
  }
}
