package io.tributary.source.record;

/**
 * Where records go and whose they are.
 *
 * @param source the {@code source.name}
 * @param connector name of the Connect connector
 * @param topic the topic
 * @param partitions number of its affinity partitions
 * @param recordMaxBytes bound of a record's value
 */
public record Destination(
    String source, String connector, String topic, int partitions, int recordMaxBytes) {}
