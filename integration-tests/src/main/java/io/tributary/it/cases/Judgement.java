package io.tributary.it.cases;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What counts as right, by the line {@code Judged by:} of a case.md. */
enum Judgement {
  /** The target holds the expected content. */
  CONTENT,
  /** The expected content, or a clear failure. */
  EITHER,
  /** A clear failure is needed, and the target holds the expected content and no more. */
  ERROR,
  /** A clear failure on the way, and the expected content at the end. */
  ERROR_THEN_CONTENT,
  /** Words that the runner does not know; the case is not run. */
  UNKNOWN;

  private static final Pattern LINE = Pattern.compile("(?m)^- Judged by: *(.*(?:\\n  .*)*)$");

  /** A failure is spoken of, and then the content that follows once it has been dealt with. */
  private static final Pattern THEN =
      Pattern.compile("(?:error|failure|expect-error).*\\b(?:then|after(?:wards)?)\\b.*content.*");

  static Judgement of(String caseText) {
    Matcher line = LINE.matcher(caseText);
    String words =
        line.find()
            ? line.group(1).replaceAll("\\s+", " ").strip().toLowerCase(Locale.ROOT)
            : "content";
    if (words.startsWith("either")
        || words.matches(
            "(content|expect\\.txt)\\b.* or (a )?(clear )?(failure|error|refusal).*")) {
      return EITHER;
    }
    if (words.startsWith("error-then-content") || THEN.matcher(words).find()) {
      return ERROR_THEN_CONTENT;
    }
    if (words.startsWith("content") || words.startsWith("expect.txt")) {
      return CONTENT;
    }
    boolean failure = words.matches("(a )?(clear )?(error|failure|refusal)\\b.*|expect-error.*");
    return failure ? ERROR : UNKNOWN;
  }
}
