package io.tributary.source.preflight;

import io.tributary.format.model.TableName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

/**
 * Asks a server the questions of {@link PreflightRules} and {@link CascadeRules}, within a bounded
 * time.
 */
public final class Preflight {
  private static final long LIMIT_MS = JdbcSourceServer.TIMEOUT_MS;

  private final SourceServer.Factory servers;

  public Preflight(SourceServer.Factory servers) {
    this.servers = servers;
  }

  /**
   * What keeps this server from being replicated; a server that cannot be asked is a finding, too.
   *
   * @param captured whether a table's changes are captured
   */
  public List<Finding> check(
      DatabaseSettings settings, long ownServerId, Predicate<TableName> captured) {
    CompletableFuture<List<Finding>> answer = new CompletableFuture<>();
    // A thread of its own: name resolution and logins have no time limit of their own.
    Thread asking =
        new Thread(
            () -> answer.complete(ask(settings, ownServerId, captured)), "tributary-preflight");
    asking.setDaemon(true);
    asking.start();
    try {
      return answer.get(LIMIT_MS + 500, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      return ConnectionFailure.unreachable(settings, "no answer in that time", e).findings();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ConnectionFailure.unreachable(settings, "interrupted", e).findings();
    } catch (ExecutionException e) {
      throw new IllegalStateException("preflight failed unexpectedly", e.getCause());
    }
  }

  private List<Finding> ask(
      DatabaseSettings settings, long ownServerId, Predicate<TableName> captured) {
    try (SourceServer server = servers.open(settings)) {
      ServerFacts facts = server.facts();
      List<Finding> findings = new ArrayList<>(PreflightRules.check(facts, ownServerId));
      if (facts.nativeForeignKeys()) {
        findings.addAll(CascadeRules.check(facts, server.cascadingKeys(), captured));
      }
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
