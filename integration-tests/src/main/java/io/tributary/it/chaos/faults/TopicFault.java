package io.tributary.it.chaos.faults;

import io.tributary.it.chaos.workload.Upstream;
import io.tributary.it.environment.ConnectRest;
import io.tributary.it.environment.Waiting;
import io.tributary.it.pipeline.Pipeline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** The topic. */
enum TopicFault implements Fault {
  /**
   * Records are gone before the sink has read them: it must say so, and goes on only when the
   * sources have sent them again.
   */
  DELETE_RECORDS;

  private static final Duration NOTICED_WITHIN = Duration.ofSeconds(60);
  private static final String POLICY = "gap.policy";

  @Override
  public Set<Part> needs() {
    return EnumSet.allOf(Part.class);
  }

  @Override
  public void make(Scene scene, Chance chance) throws InterruptedException, SQLException {
    Pipeline pipeline = scene.pipeline();
    ConnectRest sinks = scene.environment().sinks().rest();
    String sink = pipeline.sinkName();
    sinks.stop(sink);
    sinks.waitForState(sink, "STOPPED", NOTICED_WITHIN);
    chance.pause(2_000, 4_000);
    scene.environment().kafka().deleteRecords(pipeline.name(), pipeline.partitions());
    sinks.resume(sink);
    Waiting.until(
        NOTICED_WITHIN,
        () ->
            scene.failures().stream()
                .anyMatch(failure -> failure.startsWith(sink) && failure.contains(": a gap:")),
        () -> UNNOTICED + scene.failures());
    scene.operator().expected(Operator.GAP);
    setPolicy(sinks, sink, "suspend");
    for (Upstream upstream : scene.upstreams()) {
      pipeline.resetSource(upstream.number(), scene.recent(upstream.server()));
    }
    for (Upstream upstream : scene.upstreams()) {
      scene.operator().awaitCaughtUp(upstream.number());
    }
    setPolicy(sinks, sink, "fail");
    scene.operator().expected("");
  }

  /** Begins the message of a run in which a gap passed unseen. */
  static final String UNNOTICED = "the sink has noticed that records are gone; failures: ";

  private static void setPolicy(ConnectRest sinks, String sink, String policy) {
    Map<String, String> config = sinks.config(sink);
    config.put(POLICY, policy);
    sinks.putConfig(sink, config);
  }
}
