package io.tributary.source.preflight;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lets a server be inspected before a connector is created, within a bounded time. */
public final class Preflight {
  private static final Logger LOG = LoggerFactory.getLogger(Preflight.class);
  private static final long LIMIT_MS = JdbcSourceServer.TIMEOUT_MS;

  private final SourceServer.Factory servers;
  private final Clock clock;

  public Preflight(SourceServer.Factory servers, Clock clock) {
    this.servers = servers;
    this.clock = clock;
  }

  /**
   * What keeps this server from being replicated; a server that cannot be asked is a finding, too.
   * What only warns is logged.
   */
  public List<Finding> check(DatabaseSettings settings, Subject subject) {
    CompletableFuture<List<Finding>> answer = new CompletableFuture<>();
    AtomicReference<List<Finding>> ofServer = new AtomicReference<>();
    // A thread of its own: name resolution and logins have no time limit of their own.
    Thread asking =
        new Thread(
            () -> answer.complete(ask(settings, new Inspection(subject, clock), ofServer)),
            "tributary-preflight");
    asking.setDaemon(true);
    asking.start();
    try {
      return answer.get(LIMIT_MS + 500, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      if (ofServer.get() != null) {
        LOG.warn("The tables of {} could not be looked at in that time", settings.address());
        return ofServer.get();
      }
      return ConnectionFailure.unreachable(settings, "no answer in that time", e).findings();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ConnectionFailure.unreachable(settings, "interrupted", e).findings();
    } catch (ExecutionException e) {
      throw new IllegalStateException("preflight failed unexpectedly", e.getCause());
    }
  }

  private List<Finding> ask(
      DatabaseSettings settings, Inspection inspection, AtomicReference<List<Finding>> ofServer) {
    try (SourceServer server = servers.open(settings)) {
      ServerFacts facts = server.facts();
      List<Finding> findings = new ArrayList<>(inspection.server(server, facts));
      ofServer.set(List.copyOf(findings));
      findings.addAll(inspection.tables(server, facts, true));
      return findings;
    } catch (SourceServerException e) {
      return e.findings();
    } catch (RuntimeException e) {
      return List.of(
          new Finding(
              PreflightRules.HOST,
              "The server " + settings.address() + " could not be asked: " + e));
    }
  }
}
