package io.tributary.benchmark;

/**
 * What transactions are made of.
 *
 * @param name for tables, topics and the report
 * @param inserts rows that one transaction inserts
 * @param updates rows that it updates
 * @param deletes rows that it deletes
 * @param columns columns of the table, at least 3
 */
record Mix(String name, int inserts, int updates, int deletes, int columns) {
  private static final int USUAL_COLUMNS = 8;

  /** One of those that the reports speak of. */
  static Mix named(String name) {
    return switch (name) {
      case "inserts" -> new Mix(name, 10, 0, 0, USUAL_COLUMNS);
      case "updates" -> new Mix(name, 1, 9, 0, USUAL_COLUMNS);
      case "nodeletes" -> new Mix(name, 5, 5, 0, USUAL_COLUMNS);
      case "deletes10" -> new Mix(name, 5, 4, 1, USUAL_COLUMNS);
      case "deletes" -> new Mix(name, 5, 0, 5, USUAL_COLUMNS);
      case "wide" -> new Mix(name, 5, 5, 0, 60);
      default ->
          throw new IllegalArgumentException(
              "no workload "
                  + name
                  + "; there are inserts, updates, nodeletes, deletes10, deletes, wide");
    };
  }

  int rows() {
    return inserts + updates + deletes;
  }

  Mix withTransactionRows(int rows) {
    return new Mix(
        name, inserts * rows / rows(), updates * rows / rows(), deletes * rows / rows(), columns);
  }
}
