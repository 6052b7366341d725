package io.tributary.it.chaos.defects;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.it.environment.ProjectFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The defects follow the sources: what they replace stands there, once. */
class DefectTest {
  @ParameterizedTest
  @MethodSource("io.tributary.it.chaos.defects.Defect#all")
  void theWordsStandInTheSource(Defect defect) throws Exception {
    Path file = ProjectFolder.find().root().resolve(defect.file());
    String[] parts =
        Files.readString(file).split(java.util.regex.Pattern.quote(defect.words()), -1);
    assertTrue(parts.length == 2, () -> defect + ": found " + (parts.length - 1) + " times");
  }
}
