package io.tributary.it.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.Environment;
import io.tributary.it.environment.EnvironmentOptions;
import io.tributary.it.environment.ProjectFolder;
import io.tributary.it.environment.SharedEnvironment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The cases of rows that move between shards, with a target table that names each row's owner. The
 * column is invisible, so that the cases' queries see what they expect.
 */
@ExtendWith(SharedEnvironment.class)
class OwnerColumnCasesIT {
  private static final boolean FULL = "full".equals(System.getProperty("tributary.size"));
  private static final String MOVES = "(29|30|63|66)-.*";
  private static final Pattern TABLE = Pattern.compile("CREATE TABLE (c\\d+\\.\\w+)");

  @TempDir Path folder;

  @ParameterizedTest(name = "{0} partitions, {1} tasks")
  @CsvSource({"1,1", "4,2"})
  void hazard25_movesArriveWhereRowsNameTheirOwner(
      int partitions, int tasks, Environment environment) throws Exception {
    boolean wanted = FULL || partitions > 1;
    Assumptions.assumeTrue(wanted, "with one partition in full size only");
    boolean tidb = environment.target().isTidb();
    Assumptions.assumeFalse(tidb, "TiDB has no invisible columns");
    copies();
    CaseArguments arguments =
        new CaseArguments(
            folder,
            Pattern.compile(""),
            partitions,
            tasks,
            false,
            4,
            UpstreamServers.shared(true, true),
            EnvironmentOptions.fromSystemProperties(),
            false);
    assertTrue(RunCases.run(arguments, environment), "a case failed; its line above says how");
  }

  /** Copies the cases, their own folder first, with the column in their target tables. */
  private void copies() throws IOException {
    Path root = ProjectFolder.find().root();
    List<Path> folders = new ArrayList<>(List.of(root.resolve("integration-tests/cases")));
    Path beside = root.resolveSibling("shared").resolve("cases");
    if (FULL && Files.isDirectory(beside)) {
      folders.add(beside);
    }
    int copied = 0;
    for (Path from : folders) {
      try (Stream<Path> cases = Files.list(from)) {
        for (Path one : cases.sorted().toList()) {
          Path to = folder.resolve(one.getFileName());
          if (one.getFileName().toString().matches(MOVES) && !Files.exists(to)) {
            copy(one, to);
            copied++;
          }
        }
      }
    }
    assertTrue(copied >= 3, "found " + copied + " cases in " + folders);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
    Path target = to.resolve("target.sql");
    String sql = Files.readString(target);
    Matcher table = TABLE.matcher(sql);
    StringBuilder alter = new StringBuilder(sql);
    int tables = 0;
    while (table.find()) {
      alter
          .append("\nALTER TABLE ")
          .append(table.group(1))
          .append(" ADD COLUMN tributary_shard SMALLINT INVISIBLE;\n");
      tables++;
    }
    assertEquals(1, tables, "tables of " + target);
    Files.writeString(target, alter);
  }
}
