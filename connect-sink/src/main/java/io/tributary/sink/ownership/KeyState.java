package io.tributary.sink.ownership;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which shards have the row of one key of a merged table: one is visible in the target, the others'
 * images are hidden. Immutable, pure; {@code docs/ownership.md} has the whole table of transitions.
 *
 * <p>No rule looks at a clock. Each shard's changes arrive in its own order; how the shards'
 * changes are interleaved only decides who is visible while several have the row.
 *
 * @param visible who is visible; null when no shard has the row, and the target neither
 * @param hidden the others, the one hidden first in front; never the visible one, no shard twice
 * @param <I> what an image is
 */
public record KeyState<I>(Holder<I> visible, List<Holder<I>> hidden) {
  /**
   * The owner of a row that was in the target before any change of its key arrived: some shard, and
   * nobody knows which.
   */
  public static final int UNKNOWN = 0;

  public KeyState {
    hidden = List.copyOf(hidden);
    if (visible == null && !hidden.isEmpty()) {
      throw new IllegalArgumentException("images are hidden behind nothing: " + hidden);
    }
  }

  /**
   * One shard's row.
   *
   * @param shard its number, or {@link #UNKNOWN}
   * @param image its last image; null means: as the target has it
   */
  public record Holder<I>(int shard, I image) {}

  /** No shard has the row. */
  public static <I> KeyState<I> empty() {
    return new KeyState<>(null, List.of());
  }

  /** The target has a row of which no change has arrived. */
  public static <I> KeyState<I> ofUnknown() {
    return new KeyState<>(new Holder<>(UNKNOWN, null), List.of());
  }

  /** The shard wrote the row anew: it becomes visible and hides the one before (hazard 25). */
  public KeyState<I> insert(int shard, I image) {
    List<Holder<I>> others = without(shard);
    if (visible != null && visible.shard != shard) {
      others.add(visible);
    }
    return new KeyState<>(new Holder<>(shard, image), others);
  }

  /**
   * The shard changed its row, which stays where it is, visible or hidden. A shard of which nothing
   * is known takes the image of unknown owner, wherever that is (hazard 27); where there is none,
   * it is hidden behind whoever is visible (hazard 25).
   */
  public KeyState<I> update(int shard, I image) {
    int holder = has(shard) ? shard : UNKNOWN;
    if (has(holder)) {
      return replaced(holder, new Holder<>(shard, image));
    }
    if (visible == null) {
      return new KeyState<>(new Holder<>(shard, image), List.of());
    }
    List<Holder<I>> others = new ArrayList<>(hidden);
    others.add(new Holder<>(shard, image));
    return new KeyState<>(visible, others);
  }

  /**
   * The shard has the row no longer. A shard of which nothing is known takes away the image of
   * unknown owner, never another shard's (hazard 27). When the visible one goes, the one hidden
   * last comes back.
   */
  public KeyState<I> delete(int shard) {
    int holder = has(shard) ? shard : UNKNOWN;
    if (!has(holder)) {
      return this;
    }
    List<Holder<I>> others = without(holder);
    if (visible.shard != holder) {
      return new KeyState<>(visible, others);
    }
    Holder<I> back = others.isEmpty() ? null : others.remove(others.size() - 1);
    return new KeyState<>(back, others);
  }

  /** The image of a shard, visible or hidden. */
  public Optional<Holder<I>> holder(int shard) {
    if (visible != null && visible.shard == shard) {
      return Optional.of(visible);
    }
    return hidden.stream().filter(holder -> holder.shard == shard).findAny();
  }

  private boolean has(int shard) {
    return holder(shard).isPresent();
  }

  private KeyState<I> replaced(int shard, Holder<I> by) {
    Holder<I> front = visible.shard == shard ? by : visible;
    return new KeyState<>(
        front, hidden.stream().map(holder -> holder.shard == shard ? by : holder).toList());
  }

  private List<Holder<I>> without(int shard) {
    List<Holder<I>> others = new ArrayList<>(hidden);
    others.removeIf(holder -> holder.shard == shard);
    return others;
  }
}
