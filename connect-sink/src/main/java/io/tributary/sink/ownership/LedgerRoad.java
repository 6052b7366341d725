package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetRow;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The ledger has an entry for every key that has changed; other rows are of unknown owner. */
final class LedgerRoad implements Road {
  private final Ledger ledger;
  private final TargetRows rows;

  LedgerRoad(Ledger ledger, TargetRows rows) {
    this.ledger = ledger;
    this.rows = rows;
  }

  @Override
  public Found read(Run run, Collection<String> forms) throws TargetException {
    Found found = new Found();
    found.recorded().putAll(ledger.read(run.transaction(), run.table(), forms));
    found.states().putAll(found.recorded());
    List<String> unrecorded = new ArrayList<>(forms);
    unrecorded.removeAll(found.recorded().keySet());
    unrecorded.forEach(form -> found.states().put(form, KeyState.empty()));
    for (String form : rows.present(run, unrecorded)) {
      found.states().put(form, KeyState.ofUnknown());
    }
    return found;
  }

  @Override
  public KeyState<TargetRow> recorded(KeyState<TargetRow> remembered) {
    return remembered;
  }

  @Override
  public void write(
      Run run, Map<String, KeyState<TargetRow>> recorded, Map<String, KeyState<TargetRow>> after)
      throws TargetException {
    ledger.write(run.transaction(), run.number(), recorded, after);
  }

  @Override
  public void forget() {
    // Nothing is remembered here.
  }
}
