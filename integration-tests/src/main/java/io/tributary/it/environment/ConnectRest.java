package io.tributary.it.environment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * REST of a Connect worker, typed. Requests that meet a rebalance are repeated. Every method throws
 * {@link RestException} when the worker refuses and {@link EnvironmentException} when it does not
 * answer. Thread-safe.
 */
public final class ConnectRest {
  private final JsonHttp http;

  ConnectRest(URI base) {
    this.http = new JsonHttp(base);
  }

  /** Address of the worker, for people. */
  public URI base() {
    return http.base();
  }

  /** Whether the worker serves requests; never throws. */
  boolean ready() {
    return http.reachable("/connectors");
  }

  public List<ConnectorPlugin> plugins() {
    List<ConnectorPlugin> plugins = new ArrayList<>();
    for (JsonNode plugin : http.get("/connector-plugins")) {
      plugins.add(
          new ConnectorPlugin(
              plugin.path("class").asText(),
              plugin.path("type").asText(),
              plugin.path("version").asText()));
    }
    return plugins;
  }

  public List<String> connectors() {
    List<String> names = new ArrayList<>();
    http.get("/connectors").forEach(name -> names.add(name.asText()));
    return names;
  }

  /** Creates a connector that must not exist yet; the status follows a moment later. */
  public void create(String name, Map<String, String> config) {
    ObjectNode body = JsonHttp.object();
    body.put("name", name);
    body.set("config", JsonHttp.object(config));
    http.send("POST", "/connectors", body);
  }

  /** Creates or replaces. */
  public void putConfig(String name, Map<String, String> config) {
    http.send("PUT", path(name, "/config"), JsonHttp.object(config));
  }

  public Map<String, String> config(String name) {
    Map<String, String> config = new TreeMap<>();
    http.get(path(name, "/config"))
        .properties()
        .forEach(entry -> config.put(entry.getKey(), entry.getValue().asText()));
    return config;
  }

  /**
   * Fails with 404 in the moment between creation and the first status: see {@link #statusIfKnown}.
   */
  public ConnectorStatus status(String name) {
    JsonNode answer = http.get(path(name, "/status"));
    JsonNode connector = answer.path("connector");
    List<ConnectorStatus.Task> tasks = new ArrayList<>();
    for (JsonNode task : answer.path("tasks")) {
      tasks.add(
          new ConnectorStatus.Task(
              task.path("id").asInt(), task.path("state").asText(), task.path("trace").asText("")));
    }
    return new ConnectorStatus(
        name, connector.path("state").asText(), connector.path("trace").asText(""), tasks);
  }

  /** Empty when the worker knows no such connector (yet). */
  public Optional<ConnectorStatus> statusIfKnown(String name) {
    try {
      return Optional.of(status(name));
    } catch (RestException e) {
      if (e.status() == 404) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Waits until the connector and all its tasks are in a state. For FAILED one failed task (or the
   * connector) is enough; waiting for another state ends at once when something has failed.
   *
   * @throws EnvironmentException with the traces when it failed, with the last status when the time
   *     passed
   */
  public ConnectorStatus waitForState(String name, String state, Duration timeout) {
    ConnectorStatus[] last = new ConnectorStatus[1];
    Waiting.until(
        timeout,
        () -> {
          last[0] = statusIfKnown(name).orElse(null);
          if (last[0] == null) {
            return false;
          }
          if (last[0].anyFailed()) {
            if (!state.equals("FAILED")) {
              throw new EnvironmentException(
                  "connector "
                      + name
                      + " should be "
                      + state
                      + ": "
                      + last[0]
                      + "\n"
                      + last[0].traces());
            }
            return true;
          }
          return last[0].all(state);
        },
        () -> "connector " + name + " " + state + "; last status: " + last[0]);
    return last[0];
  }

  public void pause(String name) {
    http.send("PUT", path(name, "/pause"), null);
  }

  public void resume(String name) {
    http.send("PUT", path(name, "/resume"), null);
  }

  /** Ends the tasks, keeps the configuration; offsets can be altered then. */
  public void stop(String name) {
    http.send("PUT", path(name, "/stop"), null);
  }

  /** Restarts the connector and all its tasks. */
  public void restart(String name) {
    http.send("POST", path(name, "/restart?includeTasks=true&onlyFailed=false"), null);
  }

  /** Restarts what has failed of the connector and its tasks. */
  public void restartFailed(String name) {
    http.send("POST", path(name, "/restart?includeTasks=true&onlyFailed=true"), null);
  }

  /** Offsets of a deleted connector stay: one of the same name goes on from them. */
  public void delete(String name) {
    http.send("DELETE", path(name, ""), null);
  }

  public List<ConnectorOffset> offsets(String name) {
    List<ConnectorOffset> offsets = new ArrayList<>();
    for (JsonNode entry : http.get(path(name, "/offsets")).path("offsets")) {
      offsets.add(new ConnectorOffset(entry.path("partition"), entry.path("offset")));
    }
    return offsets;
  }

  /** Of a stopped connector. Returns the worker's message. */
  public String alterOffsets(String name, List<ConnectorOffset> offsets) {
    ObjectNode body = JsonHttp.object();
    var list = body.putArray("offsets");
    for (ConnectorOffset offset : offsets) {
      ObjectNode entry = list.addObject();
      entry.set("partition", offset.partition());
      entry.set("offset", offset.offset());
    }
    return http.send("PATCH", path(name, "/offsets"), body).path("message").asText();
  }

  /** Of a stopped connector. Returns the worker's message. */
  public String resetOffsets(String name) {
    return http.send("DELETE", path(name, "/offsets"), null).path("message").asText();
  }

  /** The configuration must contain {@code connector.class}. */
  public ConfigValidation validate(Map<String, String> config) {
    String connectorClass = config.get("connector.class");
    String path = "/connector-plugins/" + JsonHttp.encode(connectorClass) + "/config/validate";
    JsonNode answer = http.send("PUT", path, JsonHttp.object(config));
    Map<String, List<String>> errors = new LinkedHashMap<>();
    for (JsonNode option : answer.path("configs")) {
      List<String> messages = new ArrayList<>();
      option.path("value").path("errors").forEach(message -> messages.add(message.asText()));
      if (!messages.isEmpty()) {
        errors.put(option.path("value").path("name").asText(), messages);
      }
    }
    return new ConfigValidation(answer.path("error_count").asInt(), errors);
  }

  private static String path(String connector, String rest) {
    return "/connectors/" + JsonHttp.encode(connector) + rest;
  }
}
