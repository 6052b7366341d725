package io.tributary.source;

/** The plugin's version, from its jar's manifest. */
final class Version {
  static final String TEXT = read();

  private Version() {}

  private static String read() {
    String version = Version.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
