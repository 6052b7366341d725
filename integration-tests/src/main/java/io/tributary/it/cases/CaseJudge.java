package io.tributary.it.cases;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.LogFile;
import io.tributary.it.environment.RestException;
import io.tributary.it.pipeline.Pipeline;
import java.io.IOException;
import java.time.Duration;
import java.util.regex.Pattern;

/** Says how a case has ended. Used by one thread. */
final class CaseJudge {
  private static final Duration SETTLED_WITHIN = Duration.ofSeconds(15);
  private static final Duration NOTHING_MORE = Duration.ofSeconds(3);

  private final CaseSetting setting;
  private final CaseFolder folder;
  private final CaseTarget target;
  private final long sourcesLogBytes;
  private final long sinksLogBytes;

  /** To be made before the case begins: logs count from then on. */
  CaseJudge(CaseSetting setting, CaseFolder folder, CaseTarget target) {
    this.setting = setting;
    this.folder = folder;
    this.target = target;
    this.sourcesLogBytes = setting.environment().sources().log().lengthBytes();
    this.sinksLogBytes = setting.environment().sinks().log().lengthBytes();
  }

  /** The difference at {@code -- CHECK n}, empty when there is none. */
  String differenceAt(String check) throws IOException, InterruptedException {
    String diff = difference("expect-" + check);
    // Other partitions than the sentinel's may be a moment later.
    long deadline = System.nanoTime() + SETTLED_WITHIN.toNanos();
    while (setting.partitions() > 1 && !diff.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(100);
      diff = difference("expect-" + check);
    }
    return diff;
  }

  private String difference(String name) throws IOException, InterruptedException {
    String expected = folder.text(name + ".txt", target.tidb());
    if (expected == null) {
      throw new IOException(name + ".txt is missing");
    }
    return ContentDiff.of(expected, target.query(name + ".sql"));
  }

  /** Whether a failure is what {@code expect-error.txt} says. */
  boolean clear(String failure) {
    String expected = folder.text("expect-error.txt", target.tidb());
    return expected != null && Pattern.compile(expected.strip()).matcher(failure).find();
  }

  /**
   * When the case could not be run to its end.
   *
   * @param cause what the runner met
   */
  Verdict failure(Pipeline pipeline, Exception cause) throws IOException, InterruptedException {
    String failure =
        pipeline
            .failure()
            .orElse(cause instanceof RestException ? cause.getMessage() : loggedBy(pipeline));
    if (definitionNotKnown(failure)) {
      return Verdict.passed("refused clearly: " + firstLine(failure));
    }
    Judgement judgement = folder.judgement();
    boolean allowed = judgement == Judgement.EITHER || judgement == Judgement.ERROR;
    if (!allowed || !clear(failure)) {
      return Verdict.unclear(failure.isEmpty() ? cause.toString() : failure);
    }
    if (judgement == Judgement.ERROR) {
      String diff = settledDifference();
      return diff.isEmpty()
          ? Verdict.passed("failed clearly: " + firstLine(failure))
          : Verdict.wrong("failed clearly, but the target holds something else\n" + diff);
    }
    return Verdict.passed("refused clearly: " + firstLine(failure));
  }

  /** What the workers' logs say of the connectors that retry rather than fail. */
  private String loggedBy(Pipeline pipeline) {
    Environment environment = setting.environment();
    return warnings(environment.sources().log(), sourcesLogBytes, pipeline)
        + warnings(environment.sinks().log(), sinksLogBytes, pipeline);
  }

  private static String warnings(LogFile log, long from, Pipeline pipeline) {
    StringBuilder warnings = new StringBuilder();
    log.textFrom(from)
        .lines()
        .filter(line -> line.contains(pipeline.name()) && line.matches(".* (WARN|ERROR) .*"))
        .forEach(line -> warnings.append(line).append('\n'));
    return warnings.toString();
  }

  /**
   * With MINIMAL metadata a definition that changed cannot always be known: a stop that says so is
   * right there, whatever the case asks for with FULL.
   */
  private boolean definitionNotKnown(String failure) {
    return !setting.upstreams().fullMetadata()
        && folder.changesDefinitions()
        && failure.contains("binlog_row_metadata");
  }

  /**
   * When it was run to its end.
   *
   * @param failedOnTheWay whether a task failed as {@code expect-error.txt} says
   */
  Verdict content(boolean failedOnTheWay) throws IOException, InterruptedException {
    String diff = difference("expect");
    if (!diff.isEmpty()) {
      return Verdict.wrong(diff);
    }
    String untrue = upstreamDifference();
    if (!untrue.isEmpty()) {
      return Verdict.unclear("the upstream itself does not hold what expect.txt says\n" + untrue);
    }
    return switch (folder.judgement()) {
      case CONTENT, EITHER -> Verdict.passed(stretch());
      case ERROR -> Verdict.unclear("a clear failure was due, and no task failed");
      case ERROR_THEN_CONTENT ->
          failedOnTheWay
              ? Verdict.passed(stretch())
              : Verdict.unclear("no task failed with what expect-error.txt says");
      case UNKNOWN -> Verdict.notRun("does not know how to judge");
    };
  }

  /** By the query that says it of the upstream, where there is one. */
  private String upstreamDifference() throws IOException, InterruptedException {
    String truth = folder.text("truth.sql", false);
    if (truth == null || folder.upstreams().size() != 1) {
      return "";
    }
    ClientSession.Output output =
        ClientSession.runOnce(setting.client(), setting.login(setting.upstream(1)), truth);
    return ContentDiff.of(folder.text("expect.txt", false), output.text());
  }

  /** Wishes beyond the case are told apart and fail nothing. */
  private String stretch() throws IOException, InterruptedException {
    if (folder.text("expect-stretch.txt", target.tidb()) == null) {
      return "";
    }
    String diff = difference("expect-stretch");
    return diff.isEmpty() ? "stretch: fulfilled" : "stretch: not fulfilled\n" + diff;
  }

  /**
   * What came before a failed source may still be on its way through Kafka, and nothing may come
   * that lies behind the failure.
   */
  private String settledDifference() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + SETTLED_WITHIN.toNanos();
    String diff = difference("expect");
    while (!diff.isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(500);
      diff = difference("expect");
    }
    if (diff.isEmpty()) {
      Thread.sleep(NOTHING_MORE.toMillis());
      diff = difference("expect");
    }
    return diff;
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }
}
