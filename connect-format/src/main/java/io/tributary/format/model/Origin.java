package io.tributary.format.model;

/**
 * Who wrote a record.
 *
 * @param source the {@code source.name}, unique in the topic
 * @param connector name of the Connect connector that wrote it; two connectors in turn under one
 *     source name stop the sink
 * @param history the history that positions belong to: {@code <server UUID>/<log base name>}
 *     (MariaDB: server id in place of the UUID)
 */
public record Origin(String source, String connector, String history) {}
