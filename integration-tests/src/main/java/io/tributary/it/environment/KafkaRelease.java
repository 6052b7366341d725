package io.tributary.it.environment;

/** Which Kafka broker and workers are of. */
public enum KafkaRelease {
  /** The newest one, unless the build was told another. */
  NEWEST("kafka-runtime"),
  /** The oldest one that the plugins support; in builds of the full size only. */
  OLDEST("kafka-runtime-oldest");

  private final String module;

  KafkaRelease(String module) {
    this.module = module;
  }

  /** Module of the build that writes its class path. */
  String module() {
    return module;
  }
}
