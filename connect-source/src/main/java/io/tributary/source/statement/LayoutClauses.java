package io.tributary.source.statement;

import java.util.Set;

/**
 * Clauses of ALTER TABLE that leave the columns as they are, and the key that rows are known by:
 * partitions, plain indexes, options. What is not known for sure is not among them.
 */
final class LayoutClauses {
  /** Options of a table; those that follow without a comma are options, too. */
  private static final Set<String> OPTIONS =
      Set.of(
          "ALGORITHM",
          "AUTO_INCREMENT",
          "AVG_ROW_LENGTH",
          "CHARACTER",
          "CHARSET",
          "CHECKSUM",
          "COLLATE",
          "COMMENT",
          "COMPRESSION",
          "DEFAULT",
          "DELAY_KEY_WRITE",
          "DISABLE",
          "ENABLE",
          "ENCRYPTION",
          "ENGINE",
          "FORCE",
          "KEY_BLOCK_SIZE",
          "LOCK",
          "MAX_ROWS",
          "MIN_ROWS",
          "PACK_KEYS",
          "PARTITION",
          "ROW_FORMAT",
          "STATS_AUTO_RECALC",
          "STATS_PERSISTENT",
          "STATS_SAMPLE_PAGES");

  /** What may be done with partitions. */
  private static final Set<String> PARTITIONS =
      Set.of(
          "ANALYZE",
          "CHECK",
          "COALESCE",
          "DROP",
          "OPTIMIZE",
          "REBUILD",
          "REORGANIZE",
          "REPAIR",
          "TRUNCATE");

  private final SqlReader reader;

  LayoutClauses(SqlReader reader) {
    this.reader = reader;
  }

  /** Reads one clause if it is such; otherwise at most its first word is taken. */
  boolean accept() {
    String verb = reader.keyword();
    boolean layout = OPTIONS.contains(verb);
    if (layout) {
      reader.take();
    } else if (verb.equals("REMOVE")) {
      reader.take();
      layout = reader.accept("PARTITIONING");
    } else if (PARTITIONS.contains(verb)) {
      reader.take();
      layout = reader.accept("PARTITION");
    } else if (verb.equals("ADD")) {
      reader.take();
      layout = reader.accept("PARTITION") || plainIndex();
    }
    if (layout) {
      while (!reader.atEnd() && !reader.acceptSymbol(',')) {
        if (!reader.skipParentheses()) {
          reader.take();
        }
      }
    }
    return layout;
  }

  /** ADD INDEX of columns; a part in parentheses of its own is an expression: a hidden column. */
  private boolean plainIndex() {
    if (!reader.accept("INDEX") && !reader.accept("KEY")) {
      return false;
    }
    while (!reader.atEnd() && !reader.acceptSymbol('(')) {
      reader.take();
    }
    boolean begins = true;
    while (!reader.atEnd() && !reader.acceptSymbol(')')) {
      if (begins && reader.peek().symbol('(')) {
        return false;
      }
      if (reader.acceptSymbol(',')) {
        begins = true;
      } else {
        begins = false;
        if (!reader.skipParentheses()) {
          reader.take();
        }
      }
    }
    return true;
  }
}
