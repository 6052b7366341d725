package io.tributary.source.preflight;

import java.util.List;
import java.util.stream.Collectors;

/** The server could not be asked; the message says what to do. */
public final class SourceServerException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Finding> findings;
  private final boolean passing;

  /**
   * A failure.
   *
   * @param findings the same as messages at options, at least one
   * @param passing whether it may pass by itself, such as a lost connection
   */
  public SourceServerException(List<Finding> findings, boolean passing, Throwable cause) {
    super(
        findings.stream().map(Finding::message).distinct().collect(Collectors.joining(" ")), cause);
    this.findings = List.copyOf(findings);
    this.passing = passing;
  }

  /** The failure as messages at options. */
  public List<Finding> findings() {
    return findings == null ? List.of() : findings;
  }

  /** Whether it may pass by itself, so that trying again makes sense. */
  public boolean passing() {
    return passing;
  }
}
