package io.tributary.source.reader;

import io.tributary.source.binlog.BinlogException;
import io.tributary.source.offset.ResumePoint;
import io.tributary.source.preflight.Finding;
import io.tributary.source.preflight.ServerFacts;
import io.tributary.source.preflight.SourceServer;
import io.tributary.source.preflight.SourceServerException;
import io.tributary.source.transaction.TransactionException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a source over as many connections as it takes. Every connection begins at the last boundary
 * with a new client and a new assembler; what was read of a transaction before is dropped.
 *
 * <p>Threads: {@link #read} belongs to one thread, {@link #close} may come from any.
 */
public final class BinlogReader implements TransactionReader {
  private static final Logger LOG = LoggerFactory.getLogger(BinlogReader.class);
  private static final Duration OLD_BRANCH_PAUSE = Duration.ofMillis(200);

  private final String source;
  private final Upstream upstream;
  private final ReconnectPolicy policy;
  private final Clock clock;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ReaderMetrics metrics;

  private StartRequest request;

  /** History of the server that was inspected last, null before the first. */
  private String inspected;

  private volatile BinlogConnection connection;
  private long connectedAtMs;
  private long failingSinceMs;
  private long nextTryAtMs;
  private int failedTries;

  /**
   * @param source the {@code source.name}, for messages
   * @param request where to begin
   */
  public BinlogReader(
      String source, StartRequest request, Upstream upstream, ReconnectPolicy policy, Clock clock) {
    this.source = source;
    this.request = request;
    this.upstream = upstream;
    this.policy = policy;
    this.clock = clock;
    this.metrics = new ReaderMetrics(clock);
  }

  /** What is counted here. */
  public ReaderMetrics metrics() {
    return metrics;
  }

  @Override
  public Reading read(Duration wait) throws ReadingException, InterruptedException {
    try {
      if (connection == null && !connect(wait)) {
        return null;
      }
      Reading reading = connection.read(wait);
      if (reading != null) {
        follow(reading);
      }
      return reading;
    } catch (BinlogResetException e) {
      goOnAfterReset(e);
      return null;
    } catch (BinlogException e) {
      return retry(e.retriable(), e);
    } catch (SourceServerException e) {
      return retry(e.passing(), e);
    } catch (TransactionException e) {
      return afterFailedEvent(e);
    } catch (StartException | RuntimeException e) {
      throw failure(e);
    }
  }

  /** What an event needs to be understood is asked of the server, which can be out of reach. */
  private Reading afterFailedEvent(TransactionException failed) throws ReadingException {
    for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
      if (cause instanceof BinlogException lost && lost.retriable()
          || cause instanceof SourceServerException down && down.passing()) {
        return retry(true, failed);
      }
    }
    throw failure(failed);
  }

  /** Opens a connection when it is time to; false when it is not yet. */
  private boolean connect(Duration wait)
      throws BinlogException, SourceServerException, StartException, InterruptedException {
    long waitMs = nextTryAtMs - clock.millis();
    if (waitMs > 0) {
      closed.await(Math.min(waitMs, wait.toMillis()), TimeUnit.MILLISECONDS);
      return false;
    }
    if (isClosed()) {
      return false;
    }
    StartPlan plan = plan();
    connection = new BinlogConnection(upstream, plan, metrics);
    connectedAtMs = clock.millis();
    metrics.connected();
    if (isClosed()) {
      // close() may have looked for the connection before it was there.
      connection.close();
    }
    LOG.info(
        "Source {}: reads the binlog from {} (history {})",
        source,
        plan.wire(),
        plan.facts().history());
    return true;
  }

  private StartPlan plan()
      throws SourceServerException, StartException, BinlogException, InterruptedException {
    try (SourceServer server = upstream.openServer()) {
      ServerFacts facts = server.facts();
      inspect(server, facts);
      StartPlanner planner =
          new StartPlanner(
              server,
              facts,
              StartPlanner.OldBranches.lookingThrice(this::pause),
              new TimeSearch(upstream));
      StartPlan plan = planner.plan(request);
      LOG.info("Source {}: server {} {}, {}", source, facts.version(), facts.uuid(), request);
      return plan;
    }
  }

  /**
   * Refuses a server that cannot be followed, when the task starts and when it meets another one:
   * while it reads one, the events tell.
   */
  private void inspect(SourceServer server, ServerFacts facts)
      throws SourceServerException, StartException {
    if (facts.history().equals(inspected)) {
      return;
    }
    List<Finding> refusals =
        upstream.refusals(server, facts, !(request instanceof StartRequest.GoOn));
    if (!refusals.isEmpty()) {
      throw new StartException(
          refusals.stream()
              .map(each -> each.option() + ": " + each.message())
              .collect(Collectors.joining(" ")));
    }
    inspected = facts.history();
  }

  private void pause() {
    try {
      closed.await(OLD_BRANCH_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void follow(Reading reading) {
    if (reading instanceof Reading.Began began) {
      request = new StartRequest.GoOn(began.history(), began.resume(), false);
      metrics.reached(began.resume(), connection.openBranches());
      LOG.info(
          "Source {}: {} at {}:{} (executed GTIDs {})",
          source,
          began.continuing() ? "goes on" : "begins",
          began.resume().file(),
          began.resume().position().offset(),
          began.resume().executed());
    } else if (reading instanceof Reading.Passed passed) {
      StartRequest.GoOn before = (StartRequest.GoOn) request;
      request = new StartRequest.GoOn(before.history(), passed.transaction().resume(), false);
      metrics.passed(passed.transaction(), connection.openBranches());
      failingSinceMs = 0;
      failedTries = 0;
    }
  }

  private Reading retry(boolean retriable, Exception cause) throws ReadingException {
    long nowMs = clock.millis();
    boolean steady = connection != null && nowMs - connectedAtMs >= policy.steadyMs();
    dropConnection();
    if (isClosed()) {
      return null;
    }
    if (!retriable) {
      throw failure(cause);
    }
    if (failingSinceMs == 0 || steady) {
      failingSinceMs = nowMs;
      failedTries = 0;
    }
    failedTries++;
    if (policy.over(nowMs - failingSinceMs)) {
      throw new ReadingException(
          "Source "
              + source
              + where()
              + " could not be read again within reconnect.timeout.ms="
              + policy.timeoutMs()
              + ": "
              + cause.getMessage()
              + " Mend the connection and restart the task; it goes on at this position.",
          cause);
    }
    metrics.reconnecting();
    long backoffMs = policy.backoffMs(failedTries);
    nextTryAtMs = nowMs + backoffMs;
    LOG.warn(
        "Source {}{}: connection lost, reconnects in {} ms: {}",
        source,
        where(),
        backoffMs,
        cause.getMessage());
    return null;
  }

  private void goOnAfterReset(BinlogResetException reset) {
    StartRequest.GoOn before = (StartRequest.GoOn) request;
    LOG.warn("Source {}{}: the binlog was reset: {}", source, where(), reset.getMessage());
    dropConnection();
    metrics.reconnecting();
    request = new StartRequest.GoOn(before.history(), before.resume(), true);
  }

  private void dropConnection() {
    BinlogConnection dead = connection;
    connection = null;
    metrics.disconnected();
    if (dead != null) {
      dead.release();
    }
  }

  private ReadingException failure(Exception cause) {
    dropConnection();
    String message = cause.getMessage() == null ? cause.toString() : cause.getMessage();
    return new ReadingException(
        "Source " + source + where() + " cannot be read on: " + message, cause);
  }

  private String where() {
    if (request instanceof StartRequest.GoOn goOn) {
      ResumePoint resume = goOn.resume();
      String gtids = resume.executed() == null ? "" : ", executed " + resume.executed();
      return " at " + resume.file() + ":" + resume.position().offset() + gtids;
    }
    return " at its first start";
  }

  private boolean isClosed() {
    return closed.getCount() == 0;
  }

  @Override
  public void close() {
    closed.countDown();
    BinlogConnection current = connection;
    if (current != null) {
      current.close();
    }
  }

  /** Gives back what is held; by the reading thread after its last {@link #read}. */
  public void release() {
    dropConnection();
  }
}
