package io.tributary.source;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom, as the package-info files say. */
@AnalyzeClasses(
    packages = "io.tributary.source",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ImportRulesTest {
  private static final String[] PURE = {
    "io.tributary.source.charset..",
    "io.tributary.source.filter..",
    "io.tributary.source.offset..",
    "io.tributary.source.route..",
    "io.tributary.source.row..",
    "io.tributary.source.transaction.."
  };

  @ArchTest
  static final ArchRule theBinlogLibraryStopsAtBinlog =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.tributary.source.binlog..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.github.shyiko..", "com.github.luben..");

  @ArchTest
  static final ArchRule jdbcStopsAtSchemaAndPreflight =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "io.tributary.source.schema..", "io.tributary.source.preflight..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.sql..", "javax.sql..", "com.mysql..");

  @ArchTest
  static final ArchRule connectIsSeenOnlyAtTheRoot =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.tributary.source", "io.tributary.source.record")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.kafka..");

  /** It makes them, so that the task only forwards; contexts and configuration stay outside. */
  @ArchTest
  static final ArchRule ofConnectRecordKnowsOnlyTheRecord =
      noClasses()
          .that()
          .resideInAPackage("io.tributary.source.record")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "org.apache.kafka.common..",
              "org.apache.kafka.clients..",
              "org.apache.kafka.connect.connector..");

  @ArchTest
  static final ArchRule theTransportKnowsNothingThatComesAfterIt =
      noClasses()
          .that()
          .resideInAPackage("io.tributary.source.binlog..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.tributary.source",
              "io.tributary.source.offset..",
              "io.tributary.source.preflight..",
              "io.tributary.source.route..",
              "io.tributary.source.row..",
              "io.tributary.source.schema..",
              "io.tributary.source.transaction..");

  @ArchTest
  static final ArchRule conditionsKnowColumnsAndRowsOnly =
      classes()
          .that()
          .resideInAPackage("io.tributary.source.filter")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.tributary.source.filter", "io.tributary.format.model", "java..");

  /** No threads, no sockets, no clock of the machine. */
  @ArchTest
  static final ArchRule whatIsPureStaysPure =
      noClasses()
          .that()
          .resideInAnyPackage(PURE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.net..", "java.nio.channels..")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime");
}
