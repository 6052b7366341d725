package io.tributary.source;

import io.tributary.source.preflight.Finding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the connector needs from Connect's own options. Pure; from the connector's own configuration
 * alone, as the worker's is not visible at validate.
 */
final class FrameworkRules {
  static final String VALUE_CONVERTER = "value.converter";
  static final String BYTE_ARRAY_CONVERTER =
      "org.apache.kafka.connect.converters.ByteArrayConverter";
  static final String CREATION_PARTITIONS = "topic.creation.default.partitions";
  static final String ERRORS_TOLERANCE = "errors.tolerance";
  static final String EXACTLY_ONCE = "exactly.once.support";
  static final String BOUNDARY = "transaction.boundary";

  private static final String PRODUCER = "producer.override.";
  private static final String IDEMPOTENCE = PRODUCER + "enable.idempotence";
  private static final String IN_FLIGHT = PRODUCER + "max.in.flight.requests.per.connection";
  private static final String ACKS = PRODUCER + "acks";
  private static final String REQUEST_SIZE = PRODUCER + "max.request.size";
  private static final int MOST_IN_FLIGHT = 5;

  /** Room for a record's key, headers and batch overhead beside its value. */
  private static final int RECORD_OVERHEAD_BYTES = 1_000;

  /** The worker sets these; a connector that changes them gets other bytes or no producer. */
  private static final Set<String> NEVER =
      Set.of(
          PRODUCER + "key.serializer",
          PRODUCER + "value.serializer",
          PRODUCER + "transactional.id",
          PRODUCER + "interceptor.classes");

  private final Map<String, String> properties;
  private final List<Finding> findings = new ArrayList<>();

  private FrameworkRules(Map<String, String> properties) {
    this.properties = properties;
  }

  /**
   * What is wrong with the framework's options.
   *
   * @param partitions {@code affinity.partitions}, or null when it is wrong itself
   * @param recordMaxBytes {@code record.max.bytes}, or null when it is wrong itself
   */
  static List<Finding> check(
      Map<String, String> properties, Integer partitions, Integer recordMaxBytes) {
    FrameworkRules rules = new FrameworkRules(properties);
    rules.checkConverter();
    rules.checkPartitions(partitions);
    rules.checkTolerance();
    rules.checkBoundary();
    rules.checkProducer();
    rules.checkRequestSize(recordMaxBytes);
    return rules.findings;
  }

  private void add(String option, String message) {
    findings.add(new Finding(option, message));
  }

  private void checkConverter() {
    String converter = properties.get(VALUE_CONVERTER);
    if (!BYTE_ARRAY_CONVERTER.equals(converter)) {
      add(
          VALUE_CONVERTER,
          (converter == null
                  ? "is missing in the connector's own configuration, and the worker's default is"
                      + " not visible to it"
                  : "is " + converter + ", which would change the records' bytes")
              + "; set "
              + VALUE_CONVERTER
              + "="
              + BYTE_ARRAY_CONVERTER
              + ".");
    }
  }

  private void checkPartitions(Integer partitions) {
    if (partitions == null) {
      return;
    }
    String created = properties.get(CREATION_PARTITIONS);
    if (created == null || !created.trim().equals(partitions.toString())) {
      add(
          CREATION_PARTITIONS,
          (created == null ? "is missing" : "is " + created)
              + ", but must be equal to "
              + TableOptions.PARTITIONS
              + " = "
              + partitions
              + " (also where the topic exists already); set both to the topic's number of"
              + " partitions.");
    }
  }

  private void checkTolerance() {
    if ("all".equalsIgnoreCase(properties.get(ERRORS_TOLERANCE))) {
      add(
          ERRORS_TOLERANCE,
          "all would drop a record that could not be sent, and with it part of a transaction; set"
              + " errors.tolerance=none.");
    }
  }

  private void checkBoundary() {
    if ("required".equalsIgnoreCase(properties.get(EXACTLY_ONCE))
        && !"connector".equalsIgnoreCase(properties.get(BOUNDARY))) {
      add(
          BOUNDARY,
          "must be connector when exactly.once.support=required, so that a Kafka transaction ends"
              + " where MySQL transactions end; set transaction.boundary=connector.");
    }
  }

  /** Order and no doubles need acks=all, retries that keep order, and the worker's serializers. */
  private void checkProducer() {
    for (String option : NEVER) {
      if (properties.containsKey(option)) {
        add(option, "must not be overridden; remove it.");
      }
    }
    String idempotence = properties.get(IDEMPOTENCE);
    if (idempotence != null && !idempotence.equalsIgnoreCase("true")) {
      add(IDEMPOTENCE, "must be true, or retries can write a record twice; set it to true.");
    }
    String acks = properties.get(ACKS);
    if (acks != null && !acks.equals("all") && !acks.equals("-1")) {
      add(
          ACKS,
          "must be all, or an acknowledged record can be lost with a broker; set it to all or"
              + " remove it.");
    }
    checkInFlight(idempotence);
  }

  private void checkInFlight(String idempotence) {
    String inFlight = properties.get(IN_FLIGHT);
    if (inFlight == null) {
      return;
    }
    boolean idempotent =
        "true".equalsIgnoreCase(idempotence)
            || "required".equalsIgnoreCase(properties.get(EXACTLY_ONCE));
    int most = idempotent ? MOST_IN_FLIGHT : 1;
    if (!inFlight.matches("[0-9]{1,9}") || Integer.parseInt(inFlight) > most) {
      add(
          IN_FLIGHT,
          "is "
              + inFlight
              + ", so that a retry could change the order of records; set it to at most "
              + MOST_IN_FLIGHT
              + " together with "
              + IDEMPOTENCE
              + "=true, or remove it.");
    }
  }

  private void checkRequestSize(Integer recordMaxBytes) {
    String size = properties.get(REQUEST_SIZE);
    if (size != null
        && recordMaxBytes != null
        && size.matches("[0-9]{1,10}")
        && Long.parseLong(size) < recordMaxBytes + RECORD_OVERHEAD_BYTES) {
      add(
          REQUEST_SIZE,
          "is "
              + size
              + ", less than "
              + DeliveryOptions.RECORD_MAX_BYTES
              + " ("
              + recordMaxBytes
              + ") and what a record needs beside its value; raise it or lower "
              + DeliveryOptions.RECORD_MAX_BYTES
              + ".");
    }
  }
}
