package io.tributary.sink;

/** The version of this build, from the jar's manifest. */
final class Version {
  private Version() {}

  static String current() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
