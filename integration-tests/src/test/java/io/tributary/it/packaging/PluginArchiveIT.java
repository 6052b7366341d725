package io.tributary.it.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.it.environment.ProjectFolder;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The archives for {@code plugin.path}: laid out as component archives ({@code manifest.json}, lib,
 * doc, etc), naming every work of others, and bringing nothing that the worker provides.
 */
class PluginArchiveIT {
  private static final Pattern NOTICE = Pattern.compile("^(\\S+\\.jar)$", Pattern.MULTILINE);

  @ParameterizedTest
  @CsvSource({
    "source,io.tributary.source.MySqlSourceConnector",
    "sink,io.tributary.sink.TiDbSinkConnector"
  })
  void archiveIsComplete(String kind, String connector) throws IOException {
    Path zip = archive("connect-" + kind);
    String folder = zip.getFileName().toString().replaceFirst("\\.zip$", "/");
    Map<String, byte[]> files = entries(Files.readAllBytes(zip), folder);

    JsonNode manifest = new ObjectMapper().readTree(files.get("manifest.json"));
    assertEquals("connect-" + kind, manifest.path("name").asText());
    assertEquals(
        folder,
        manifest.path("owner").path("username").asText()
            + "-"
            + manifest.path("name").asText()
            + "-"
            + manifest.path("version").asText()
            + "/");
    assertEquals(kind, manifest.path("component_types").path(0).asText());
    for (String field : Set.of("title", "description", "license", "features", "release_date")) {
      assertFalse(manifest.path(field).isMissingNode(), field);
    }

    Set<String> jars =
        files.keySet().stream()
            .filter(name -> name.startsWith("lib/"))
            .map(name -> name.substring("lib/".length()))
            .collect(Collectors.toCollection(TreeSet::new));
    String version = manifest.path("version").asText();
    Set<String> own =
        Set.of("connect-" + kind + "-" + version + ".jar", "connect-format-" + version + ".jar");
    assertTrue(jars.containsAll(own), jars::toString);
    jars.removeAll(own);
    assertEquals(jars, noticed(text(files, "doc/THIRD-PARTY-NOTICES.txt")));
    assertTrue(text(files, "doc/LICENSE").contains("Apache License"));
    assertTrue(files.containsKey("doc/docs/options.md"));
    assertTrue(files.keySet().stream().anyMatch(name -> name.startsWith("etc/" + kind + "-")));

    files.forEach((name, bytes) -> carriesNothingOfTheWorker(name, bytes));
    Map<String, byte[]> plugin =
        entries(files.get("lib/connect-" + kind + "-" + version + ".jar"), "");
    String service =
        "META-INF/services/org.apache.kafka.connect."
            + kind
            + "."
            + (kind.equals("source") ? "SourceConnector" : "SinkConnector");
    assertEquals(connector, text(plugin, service).strip());
    assertTrue(plugin.containsKey(connector.replace('.', '/') + ".class"));
  }

  private static void carriesNothingOfTheWorker(String name, byte[] bytes) {
    if (name.endsWith(".jar")) {
      for (String entry : entries(bytes, "").keySet()) {
        assertFalse(entry.startsWith("org/apache/kafka/"), () -> name + " carries " + entry);
        assertFalse(entry.startsWith("org/slf4j/"), () -> name + " carries " + entry);
      }
    }
  }

  private static Set<String> noticed(String notices) {
    return NOTICE
        .matcher(notices)
        .results()
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String text(Map<String, byte[]> files, String name) {
    assertTrue(files.containsKey(name), () -> "no " + name + " in " + files.keySet());
    return new String(files.get(name), UTF_8);
  }

  private static Path archive(String module) throws IOException {
    Path target = ProjectFolder.find().root().resolve(module).resolve("target");
    try (Stream<Path> files = Files.list(target)) {
      return files
          .filter(
              file -> file.getFileName().toString().matches("tributary-" + module + "-.*\\.zip"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no archive in " + target));
    }
  }

  private static Map<String, byte[]> entries(byte[] zip, String folder) {
    Map<String, byte[]> files = new TreeMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        assertTrue(entry.getName().startsWith(folder), entry::getName);
        if (!entry.isDirectory()) {
          files.put(entry.getName().substring(folder.length()), in.readAllBytes());
        }
      }
    } catch (IOException e) {
      throw new AssertionError("not a readable archive", e);
    }
    return files;
  }
}
