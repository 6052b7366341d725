package io.tributary.it.cases;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "content (expect.txt must match) | CONTENT",
        "content | CONTENT",
        "content (expect.txt must match), after the error of the first run is gone | CONTENT",
        "either content (expect.txt) or a clear failure (expect-error.txt); wrong content without"
            + " a failure is the fault | EITHER",
        "either | EITHER",
        "clear failure (expect-error.txt); the target holds expect.txt and nothing beyond it"
            + " | ERROR",
        "error (expect-error.txt must match) | ERROR",
        "error-then-content | ERROR_THEN_CONTENT",
        "error-then-content (expect-error.txt, then expect.txt) | ERROR_THEN_CONTENT",
        "first a clear failure (expect-error.txt), then content (expect.txt) | ERROR_THEN_CONTENT",
        "clear failure (expect-error.txt), after the repair the content | ERROR_THEN_CONTENT"
      })
  void words(String words, Judgement expected) {
    assertEquals(expected, Judgement.of("# A case\n- Judged by: " + words + "\n- Upstreams: 1\n"));
  }

  @Test
  void aLineThatGoesOn() {
    assertEquals(
        Judgement.ERROR_THEN_CONTENT,
        Judgement.of("- Judged by: clear failure (expect-error.txt);\n  then content\n- Note: x"));
  }

  @Test
  void noLineAsksForContent() {
    assertEquals(Judgement.CONTENT, Judgement.of("# A case\n"));
  }

  @Test
  void unknownWordsAreNoContent() {
    assertEquals(Judgement.UNKNOWN, Judgement.of("- Judged by: eyes\n- Upstreams: 1\n"));
  }
}
