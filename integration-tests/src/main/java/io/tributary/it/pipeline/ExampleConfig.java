package io.tributary.it.pipeline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A connector as the files of {@code config-examples} describe it: what {@code POST /connectors}
 * takes.
 *
 * @param name the connector's name
 * @param config its options
 */
public record ExampleConfig(String name, Map<String, String> config) {
  public ExampleConfig {
    config = new LinkedHashMap<>(config);
  }

  /** Reads a file. */
  public static ExampleConfig read(Path file) throws IOException {
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    Map<String, String> config = new LinkedHashMap<>();
    root.get("config").properties().forEach(e -> config.put(e.getKey(), e.getValue().asText()));
    return new ExampleConfig(root.get("name").asText(), config);
  }

  /** The same with some options replaced: addresses, passwords, what one machine allows. */
  public ExampleConfig with(Map<String, String> replaced) {
    Map<String, String> all = new LinkedHashMap<>(config);
    all.putAll(replaced);
    return new ExampleConfig(name, all);
  }
}
