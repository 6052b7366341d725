package io.tributary.source.filter;

/** SQL's three truth values. */
enum Truth {
  FALSE,
  /** What a comparison with NULL gives. */
  UNKNOWN,
  TRUE;

  static Truth of(boolean holds) {
    return holds ? TRUE : FALSE;
  }

  Truth not() {
    return switch (this) {
      case FALSE -> TRUE;
      case UNKNOWN -> UNKNOWN;
      case TRUE -> FALSE;
    };
  }
}
