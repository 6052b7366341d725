package io.tributary.sink.sql;

import io.tributary.format.model.Column;
import io.tributary.format.model.ColumnType;
import io.tributary.format.model.TableDescriptor.Provenance;
import io.tributary.sink.tidb.TargetColumn;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Whether a target column holds what a provenance column says. Pure. */
final class ProvenanceFit {
  private static final int MICROSECOND_DIGITS = 6;

  private ProvenanceFit() {}

  /** What stands against it and what to do, empty when nothing does. */
  static Optional<String> refusal(Provenance provenance, TargetColumn target, boolean tidb) {
    if (target.generated()) {
      return Optional.of(
          sentence(target, "is computed by the target", "name another in provenance.columns"));
    }
    return provenance.isCommitTime()
        ? commitTime(target, tidb)
        : text(provenance.value(), target)
            .map(reason -> sentence(target, reason, "make it a VARCHAR of enough characters"));
  }

  private static Optional<String> commitTime(TargetColumn target, boolean tidb) {
    Column micros =
        new Column(
            target.name(), ColumnType.TIMESTAMP, false, 0, 0, MICROSECOND_DIGITS, null, List.of());
    return ColumnFit.refusal(micros, target, tidb)
        .map(reason -> sentence(target, "cannot hold a commit time", "make it DATETIME(6)"));
  }

  private static Optional<String> text(String value, TargetColumn target) {
    int characters = value.codePointCount(0, value.length());
    int bytes = value.getBytes(StandardCharsets.UTF_8).length;
    boolean fits =
        switch (target.type() == null ? ColumnType.JSON : target.type()) {
          case CHAR, VARCHAR -> characters <= target.length();
          case TEXT, VARBINARY, BLOB -> bytes <= target.length();
          case ENUM -> target.labels().contains(value);
          default -> false;
        };
    return fits ? Optional.empty() : Optional.of("cannot hold \"" + value + "\"");
  }

  private static String sentence(TargetColumn target, String reason, String advice) {
    return "the provenance column "
        + target.name()
        + " ("
        + target.definition()
        + ") of the target "
        + reason
        + "; "
        + advice;
  }
}
