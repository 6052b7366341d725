package io.tributary.sink.tidb;

/**
 * What server the target is.
 *
 * @param kind TiDB or MySQL, told by {@code tidb_version()}
 * @param version as {@code version()} prints it
 */
public record TargetServer(Kind kind, String version) {
  /** Servers that speak MySQL's protocol and differ in what research has shown. */
  public enum Kind {
    TIDB,
    MYSQL
  }

  /** Whether it is a TiDB. */
  public boolean tidb() {
    return kind == Kind.TIDB;
  }
}
