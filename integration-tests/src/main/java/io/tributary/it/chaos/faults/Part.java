package io.tributary.it.chaos.faults;

/** What a fault needs for itself; two that need the same one are not made at the same time. */
public enum Part {
  /** Worker and REST of the sources. */
  SOURCES,
  /** Workers and REST of the sinks. */
  SINKS,
  BROKER,
  /** The target server and its locks. */
  TARGET,
  /** The servers of the sources. */
  UPSTREAM,
  /** Connections of the connectors. */
  NETWORK,
  /** Where sources stand: one that is held back, set back or moved. */
  POSITIONS
}
