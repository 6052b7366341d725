package io.tributary.it.cases;

/**
 * How a case ended.
 *
 * @param outcome passed or why not
 * @param detail diff, error or reason; empty when there is nothing to say
 */
record Verdict(Outcome outcome, String detail) {
  enum Outcome {
    PASSED("passed"),
    WRONG_CONTENT("wrong content"),
    FAILED_UNCLEARLY("failed unclearly"),
    NOT_RUN("not run");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  boolean failed() {
    return outcome == Outcome.WRONG_CONTENT || outcome == Outcome.FAILED_UNCLEARLY;
  }

  static Verdict passed(String detail) {
    return new Verdict(Outcome.PASSED, detail);
  }

  static Verdict wrong(String detail) {
    return new Verdict(Outcome.WRONG_CONTENT, detail);
  }

  static Verdict unclear(String detail) {
    return new Verdict(Outcome.FAILED_UNCLEARLY, detail);
  }

  static Verdict notRun(String reason) {
    return new Verdict(Outcome.NOT_RUN, reason);
  }
}
