package io.tributary.it.environment;

/**
 * A connector class that a worker found.
 *
 * @param type source or sink
 */
public record ConnectorPlugin(String className, String type, String version) {}
