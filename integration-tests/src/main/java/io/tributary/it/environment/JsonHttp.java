package io.tributary.it.environment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;

/** JSON requests to one Connect worker. Thread-safe. */
final class JsonHttp {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Longer than the 90 s after which a worker itself gives up a request. */
  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(100);

  private static final Duration REBALANCE_TIMEOUT = Duration.ofSeconds(60);

  private final URI base;
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(5))
          .build();

  JsonHttp(URI base) {
    this.base = base;
  }

  URI base() {
    return base;
  }

  boolean reachable(String path) {
    try {
      HttpRequest request =
          HttpRequest.newBuilder(base.resolve(path)).timeout(Duration.ofSeconds(10)).build();
      return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted while asking " + base, e);
    }
  }

  JsonNode get(String path) {
    return send("GET", path, null);
  }

  /** Answers that ask for patience (409 while the group rebalances) are waited out. */
  JsonNode send(String method, String path, JsonNode body) {
    long end = System.nanoTime() + REBALANCE_TIMEOUT.toNanos();
    while (true) {
      HttpResponse<String> answer = exchange(method, path, body);
      if (answer.statusCode() < 300) {
        return parse(answer.body());
      }
      boolean momentarily = answer.statusCode() == 409 && !answer.body().contains("already exists");
      if (!momentarily || System.nanoTime() - end > 0) {
        throw new RestException(
            answer.statusCode(), method + " " + base.resolve(path), message(answer.body()));
      }
      Waiting.pause(200);
    }
  }

  private HttpResponse<String> exchange(String method, String path, JsonNode body) {
    HttpRequest request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(REQUEST_TIMEOUT)
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()))
            .build();
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new EnvironmentException(
          "no answer from the Connect worker to " + method + " " + base.resolve(path), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EnvironmentException("interrupted while asking " + base, e);
    }
  }

  private static JsonNode parse(String text) {
    if (text.isBlank()) {
      return MissingNode.getInstance();
    }
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      throw new EnvironmentException("the Connect worker answered what is not JSON: " + text, e);
    }
  }

  private static String message(String body) {
    try {
      return JSON.readTree(body).path("message").asText(body);
    } catch (JsonProcessingException e) {
      return body;
    }
  }

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  static ObjectNode object(Map<String, String> entries) {
    ObjectNode object = JSON.createObjectNode();
    entries.forEach(object::put);
    return object;
  }

  static String encode(String pathSegment) {
    return URLEncoder.encode(pathSegment, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
