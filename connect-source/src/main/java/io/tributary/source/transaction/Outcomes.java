package io.tributary.source.transaction;

import io.tributary.format.model.Commit;
import io.tributary.format.model.XaId;
import io.tributary.source.binlog.EventHeader;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What becomes of a group that has ended: committed, rolled back, or held as an XA branch. */
final class Outcomes {
  private final Set<XaId> abandoned;
  private final XaBranches branches;
  private final Progress progress;
  private final Failures failures;

  Outcomes(Set<XaId> abandoned, XaBranches branches, Progress progress, Failures failures) {
    this.abandoned =
        abandoned.stream().map(XaBranches::canonical).collect(Collectors.toUnmodifiableSet());
    this.branches = branches;
    this.progress = progress;
    this.failures = failures;
  }

  void close() {
    branches.all().forEach(branch -> branch.changes().close());
  }

  /** The group was not finished. */
  void drop(EventGroup group) {
    group.changes().close();
  }

  CompletedTransaction commit(EventHeader at, EventGroup group) throws TransactionException {
    return complete(at, group, group, group.xa());
  }

  CompletedTransaction rollback(EventHeader at, EventGroup group) throws TransactionException {
    drop(group);
    return complete(at, group, null, null);
  }

  /** Holds a branch; its GTID is not executed before its outcome, so a resume gets it again. */
  CompletedTransaction prepare(EventHeader at, EventGroup group) throws TransactionException {
    if (group.ignored()) {
      return rollback(at, group);
    }
    EventGroup before = branches.get(group.xa());
    if (before != null && !abandoned.contains(group.xa())) {
      throw failures.at(
          at,
          group.gtid(),
          "XA branch "
              + group.xa()
              + " is prepared again, but the outcome of the one at "
              + before.file()
              + ":"
              + before.start().offset()
              + " is not in the binlog. Find out what became of it, bring the target to that, and"
              + " name the branch in xa.abandoned.branches");
    }
    if (before != null) {
      branches.remove(group.xa());
      drop(before);
      progress.passed(before.gtid());
    }
    branches.hold(group.xa(), group, group.micros(at));
    progress.prepared(group.gtid());
    return progress.stretch(at);
  }

  CompletedTransaction xaCommit(EventHeader at, EventGroup group, XaId xa)
      throws TransactionException {
    EventGroup branch = branches.remove(xa);
    drop(group);
    boolean before = progress.silent() || group.ignored() || group.passed();
    if (branch == null && !before && !abandoned.contains(xa)) {
      throw failures.at(
          at,
          group.gtid(),
          "XA COMMIT of branch "
              + xa
              + ", whose prepare was not read: it lies before the position where this connector"
              + " began (a first start at latest sees such branches when its user has"
              + " XA_RECOVER_ADMIN). Start the connector at a position before the branch's XA START; or bring"
              + " the target to what the branch changed and name it in xa.abandoned.branches");
    }
    if (branch != null) {
      progress.passed(branch.gtid());
    }
    return complete(at, group, branch, xa);
  }

  /** A rollback of a branch that was not read loses nothing. */
  CompletedTransaction xaRollback(EventHeader at, EventGroup group, XaId xa)
      throws TransactionException {
    EventGroup branch = branches.remove(xa);
    drop(group);
    if (branch != null) {
      drop(branch);
      progress.passed(branch.gtid());
    }
    return complete(at, group, null, null);
  }

  /**
   * @param group the group that ends here
   * @param changed the group whose changes become visible by it; null when none do
   */
  private CompletedTransaction complete(
      EventHeader at, EventGroup group, EventGroup changed, XaId xa) throws TransactionException {
    List<EncodedSlice> slices = List.of();
    if (changed != null && !progress.silent() && !group.ignored() && !group.passed()) {
      slices = changed.changes().slices();
    }
    if (changed != null) {
      drop(changed);
    }
    progress.passed(group.gtid());
    if (group.passed()) {
      return null;
    }
    Commit commit = new Commit(at.end(), group.gtid(), xa, group.micros(at));
    CompletedTransaction completed = progress.complete(at, commit, slices);
    if (completed == null) {
      slices.forEach(EncodedSlice::close);
    }
    return completed;
  }
}
