package io.tributary.sink;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom. */
@AnalyzeClasses(
    packages = "io.tributary.sink",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ImportRulesTest {
  private static final String[] JDBC = {"java.sql..", "javax.sql..", "com.mysql.."};
  private static final String[] CONNECT = {"org.apache.kafka.."};

  @ArchTest
  static final ArchRule jdbcStopsAtTidb =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.tributary.sink.tidb..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(JDBC);

  @ArchTest
  static final ArchRule onlyTheRootSeesConnect =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.tributary.sink")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(CONNECT);

  @ArchTest
  static final ArchRule tidbKnowsNeitherRecordsNorCheckpoints =
      noClasses()
          .that()
          .resideInAPackage("io.tributary.sink.tidb..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.tributary.sink",
              "io.tributary.sink.writer..",
              "io.tributary.sink.checkpoint..",
              "io.tributary.sink.sql..",
              "io.tributary.sink.ownership..",
              "io.tributary.format.codec..");

  @ArchTest
  static final ArchRule checkpointKnowsNoChangesAndNoSqlOfTheData =
      noClasses()
          .that()
          .resideInAPackage("io.tributary.sink.checkpoint..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.tributary.sink",
              "io.tributary.sink.writer..",
              "io.tributary.sink.sql..",
              "io.tributary.sink.ownership..",
              "io.tributary.format.codec..");

  @ArchTest
  static final ArchRule writersKnowNotHowChangesBecomeSql =
      noClasses()
          .that()
          .resideInAPackage("io.tributary.sink.writer..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.tributary.sink", "io.tributary.sink.sql..", "io.tributary.sink.ownership..");
}
