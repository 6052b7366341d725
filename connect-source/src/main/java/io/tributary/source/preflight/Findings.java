package io.tributary.source.preflight;

import java.util.List;

/**
 * What was found out about a server.
 *
 * @param refusals what keeps a source from reading it
 * @param warnings what an operator should know, for the log alone
 */
record Findings(List<Finding> refusals, List<Finding> warnings) {
  Findings {
    refusals = List.copyOf(refusals);
    warnings = List.copyOf(warnings);
  }
}
