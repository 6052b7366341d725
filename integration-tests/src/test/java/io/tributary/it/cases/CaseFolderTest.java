package io.tributary.it.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a case's files say about how it has to be run. */
class CaseFolderTest {
  @TempDir private Path root;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // line of the script | alone | servers of its own | setup before the source starts
        "INSERT INTO c10.t VALUES (1); | false | false | false",
        "SET SESSION sql_mode = ''; | false | false | false",
        "set @@session.time_zone='+00:00'; | false | false | false",
        "SET GLOBAL event_scheduler = ON; | true | true | false",
        "SET SESSION sql_mode='', @@global.binlog_row_image = 'MINIMAL'; | true | true | false",
        "SET PERSIST max_connections := 50; | true | true | false",
        "RESET BINARY LOGS AND GTIDS; | true | true | true",
        "reset master; | true | true | true",
        "PURGE BINARY LOGS BEFORE NOW(); | true | false | true",
        "CHANGE REPLICATION SOURCE TO SOURCE_HOST='x'; | false | true | false",
        "-- ACTION wait-caught-up 2 | false | false | false",
        "-- ACTION restart-source | false | false | false",
        "-- ACTION kill-source 1 | true | false | false",
        "-- ACTION kill-worker | true | false | false",
        "-- ACTION point-source-to 2 | true | true | false",
        "-- ACTION target-hold 5 SELECT 1 | true | false | false",
        "-- ACTION stop-target | true | false | false",
        "-- ACTION start-rival-replica | true | false | false",
        "-- ACTION kill-upstream | true | false | false"
      })
  void lines(String line, boolean alone, boolean own, boolean setupFirst) throws IOException {
    CaseFolder folder = folder("# 10\n- Server settings: none\n", "-- SETUP\n-- CHANGES\n" + line);
    assertEquals(alone, folder.alone(), "alone");
    assertEquals(own, folder.needsOwnServers(), "own servers");
    assertEquals(setupFirst, folder.setupFirst(), "setup first");
  }

  @Test
  void settingsOfTheTargetAloneAndOwnInstances() throws IOException {
    assertTrue(
        folder("- Server settings: target: SET GLOBAL wait_timeout=3\n", "SELECT 1;\n").alone());
    assertTrue(folder("- Server settings: own instance\n", "SELECT 1;\n").needsOwnServers());
  }

  @Test
  void binlogsThatCannotBeReadAgain() throws IOException {
    assertTrue(folder("# 10\n", "-- CHANGES\nPURGE BINARY LOGS BEFORE NOW();\n").losesBinlogs());
    assertFalse(folder("# 10\n", "-- SETUP\nRESET BINARY LOGS AND GTIDS;\n").losesBinlogs());
  }

  @Test
  void tablesOfSeveralUpstreams() throws IOException {
    String both = "CREATE TABLE c10.t (id INT);\n";
    assertEquals(
        List.of("c10.t"),
        folder(
                "# 10\n",
                "-- SETUP\n" + both + "CREATE TABLE c10.a (id INT);\n-- CHANGES\n",
                "-- SETUP\nCREATE TABLE IF NOT EXISTS `c10`.`t` (id INT);\n-- CHANGES\n" + both)
            .tablesOfSeveralUpstreams());
    // One source that is pointed to the other server merges nothing.
    assertEquals(
        List.of(),
        folder(
                "# 10\n",
                "-- SETUP\n" + both + "-- CHANGES\n-- ACTION point-source-to 2\n",
                "-- SETUP\n" + both)
            .tablesOfSeveralUpstreams());
  }

  @Test
  void markers() {
    UpstreamScript script =
        UpstreamScript.parse(
            "-- FORCE\n-- SETUP\nCREATE DATABASE c10;\n-- CHANGES\nSELECT 0; -- STEP 9\n"
                + "-- STEP 1\n-- ACTION target-sql SET GLOBAL a = 'x y'  \nSELECT 1;\r\n"
                + "-- STEP 2\r\n-- CHECK 3\n-- a comment\n");
    assertTrue(script.force());
    assertEquals(1, script.setup().size());
    assertEquals(List.of(0, 1, 2), List.copyOf(script.steps().keySet()));
    assertEquals(
        new UpstreamScript.Chunk.Action("target-sql", "SET GLOBAL a = 'x y'"),
        script.steps().get(1).get(0));
    assertEquals(new UpstreamScript.Chunk.Action("check", "3"), script.steps().get(2).get(0));
    assertFalse(UpstreamScript.parse("-- SETUP\n").force());
  }

  private CaseFolder folder(String caseText, String... upstreams) throws IOException {
    Path folder = Files.createDirectories(root.resolve("10-a-case"));
    Files.writeString(folder.resolve("case.md"), caseText);
    for (int i = 1; i <= upstreams.length; i++) {
      String name = upstreams.length == 1 ? "upstream.sql" : "upstream-" + i + ".sql";
      Files.writeString(folder.resolve(name), upstreams[i - 1]);
    }
    CaseFolder read = CaseFolder.all(root, Pattern.compile("")).get(0);
    for (int i = 1; i <= upstreams.length; i++) {
      Files.deleteIfExists(folder.resolve("upstream.sql"));
      Files.deleteIfExists(folder.resolve("upstream-" + i + ".sql"));
    }
    return read;
  }
}
