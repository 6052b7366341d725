package io.tributary.format;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may know whom inside the format. */
@AnalyzeClasses(packages = "io.tributary", importOptions = ImportOption.DoNotIncludeTests.class)
class FormatArchitectureTest {
  @ArchTest
  static final ArchRule model_knows_only_the_jdk =
      classes()
          .that()
          .resideInAPackage("io.tributary.format.model")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.tributary.format.model", "java..");

  @ArchTest
  static final ArchRule codec_knows_only_jackson_core_and_the_model =
      classes()
          .that()
          .resideInAPackage("io.tributary.format.codec")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tributary.format.codec",
              "io.tributary.format.model",
              "com.fasterxml.jackson.core..",
              "java..");

  @ArchTest
  static final ArchRule gtid_knows_only_the_jdk =
      classes()
          .that()
          .resideInAPackage("io.tributary.format.gtid")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.tributary.format.gtid", "java..");

  @ArchTest
  static final ArchRule spill_knows_only_the_jdk =
      classes()
          .that()
          .resideInAPackage("io.tributary.format.spill")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("io.tributary.format.spill", "java..");

  @ArchTest
  static final ArchRule metrics_know_nothing_of_records =
      classes()
          .that()
          .resideInAPackage("io.tributary.metrics")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.tributary.metrics",
              "org.apache.kafka.common..",
              "org.slf4j..",
              "java..",
              "javax.management..");
}
