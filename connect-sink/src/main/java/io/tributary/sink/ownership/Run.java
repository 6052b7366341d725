package io.tributary.sink.ownership;

import io.tributary.sink.tidb.TargetException;
import io.tributary.sink.tidb.TargetTransaction;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The changes of one transaction to one merged table, with the canonical forms of their keys.
 *
 * @param transaction where everything is read and written
 * @param canonical keys of the table
 * @param forms from a key's literals to its canonical form
 * @param spelling from a canonical form to one of its spellings
 */
record Run(
    TargetTransaction transaction,
    MergedChanges changes,
    CanonicalKeys canonical,
    Map<List<String>, String> forms,
    Map<String, List<String>> spelling) {
  static Run of(TargetTransaction transaction, MergedChanges changes, Weights weights)
      throws TargetException {
    CanonicalKeys canonical = new CanonicalKeys(changes.table().target(), weights);
    Map<List<String>, String> forms = canonical.of(transaction, keys(changes));
    Map<String, List<String>> spelling = new LinkedHashMap<>();
    forms.forEach((key, form) -> spelling.putIfAbsent(form, key));
    return new Run(transaction, changes, canonical, forms, spelling);
  }

  private static Set<List<String>> keys(MergedChanges changes) {
    Set<List<String>> keys = new LinkedHashSet<>();
    for (MergedChanges.Step step : changes.steps()) {
      if (step.before() != null) {
        keys.add(step.before());
      }
      if (step.after() != null) {
        keys.add(step.after());
      }
    }
    return keys;
  }

  MergedTable table() {
    return changes.table();
  }

  int number() {
    return changes.table().number();
  }

  /** The canonical form of a key of this run; null for no key. */
  String form(List<String> key) {
    return key == null ? null : forms.get(key);
  }
}
