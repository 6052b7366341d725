package io.tributary.it.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentOptions;
import io.tributary.it.environment.FullSize;
import io.tributary.it.environment.KafkaRelease;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What differs on workers of the oldest supported Kafka: they have no {@code pluginMetrics}, so the
 * plugins show their metrics by MBeans of their own.
 */
@FullSize
class OldestKafkaIT {
  private static Environment environment;

  @BeforeAll
  static void start() {
    environment =
        Environment.start(
            EnvironmentOptions.fromSystemProperties()
                .withKafka(KafkaRelease.OLDEST)
                .withProgress(System.out::println));
  }

  @AfterAll
  static void end() {
    if (environment != null) {
      environment.close();
    }
  }

  @Test
  void everyMetricIsShownByMBeansOfThePluginsOwn() throws Exception {
    assertEquals("3.9.2", environment.kafkaVersion());
    new MetricsIT(environment).everyMetricIsShown();
  }
}
