package io.tributary.sink.ownership;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random history of shard tables, told twice: as the contents of the shards, and as the streams
 * of changes that their sources send. Rows move between shards of one source and of several, with
 * the insert before the delete or after it, there and back, and change their keys; some rows are
 * there before the streams begin, each in one shard.
 */
public final class ShardHistory {
  public static final int SOURCES = 3;
  public static final int SHARDS = 6;
  private static final int KEYS = 5;

  /** What a change does to a row of a shard. */
  public enum Kind {
    INSERT,
    UPDATE,
    DELETE
  }

  /**
   * One change.
   *
   * @param shard the shard, from 1
   * @param before key before, 0 for an insert
   * @param after key after, 0 for a delete
   * @param value the row's value after it
   */
  public record Event(int shard, Kind kind, int before, int after, int value) {
    public int source() {
      return shard % SOURCES;
    }
  }

  private final Random random;
  private final List<Map<Integer, Integer>> shards = new ArrayList<>();
  private final Map<Integer, Integer> preloaded = new TreeMap<>();
  private final Map<Integer, Integer> preloadedIn = new TreeMap<>();
  private final List<List<Event>> streams = new ArrayList<>();
  private int lastValue;

  public ShardHistory(long seed) {
    this.random = new Random(seed);
    for (int i = 0; i <= SHARDS; i++) {
      shards.add(new TreeMap<>());
    }
    for (int i = 0; i < SOURCES; i++) {
      streams.add(new ArrayList<>());
    }
    for (int key = 1; key <= KEYS; key++) {
      if (random.nextInt(3) == 0) {
        int shard = anyShard();
        shards.get(shard).put(key, ++lastValue);
        preloaded.put(key, lastValue);
        preloadedIn.put(key, shard);
      }
    }
    for (int steps = 5 + random.nextInt(60); steps > 0; steps--) {
      step();
    }
    settle();
  }

  /** Rows that are in the target before the first change. */
  public Map<Integer, Integer> preloaded() {
    return preloaded;
  }

  /** The shard that each of them came from. */
  public Map<Integer, Integer> preloadedIn() {
    return preloadedIn;
  }

  /** What the shards hold in the end; no key is in two of them. */
  public Map<Integer, Integer> union() {
    Map<Integer, Integer> union = new TreeMap<>();
    shards.forEach(union::putAll);
    return union;
  }

  /** The changes of all sources in a random order that keeps each source's own; sources may lag. */
  public List<Event> arrival() {
    List<List<Event>> left = new ArrayList<>();
    streams.forEach(stream -> left.add(new ArrayList<>(stream)));
    List<Event> arrival = new ArrayList<>();
    while (left.stream().anyMatch(stream -> !stream.isEmpty())) {
      List<Event> stream = left.get(random.nextInt(SOURCES));
      int burst = random.nextInt(4) == 0 ? stream.size() : 1 + random.nextInt(3);
      for (int i = 0; i < burst && !stream.isEmpty(); i++) {
        arrival.add(stream.remove(0));
      }
    }
    return arrival;
  }

  private int anyShard() {
    return 1 + random.nextInt(SHARDS);
  }

  private int anyKey() {
    return 1 + random.nextInt(KEYS);
  }

  private void step() {
    int shard = anyShard();
    int key = anyKey();
    if (!shards.get(shard).containsKey(key)) {
      arrive(shard, key);
    } else if (random.nextInt(3) == 0) {
      delete(shard, key);
    } else {
      update(shard, key, random.nextInt(3) == 0 ? anyKey() : key);
    }
  }

  /** A row appears in a shard: anew, as the first half of a move, or as the second. */
  private void arrive(int shard, int key) {
    Map<Integer, Integer> holders = holders(key);
    boolean deleteFirst = random.nextBoolean();
    boolean move = random.nextInt(4) > 0;
    if (move && deleteFirst) {
      holders.keySet().forEach(holder -> delete(holder, key));
    }
    insert(shard, key);
    for (int updates = random.nextInt(3); updates > 0; updates--) {
      update(shard, key, key);
    }
    if (move && !deleteFirst) {
      holders.keySet().forEach(holder -> delete(holder, key));
    }
  }

  private Map<Integer, Integer> holders(int key) {
    Map<Integer, Integer> holders = new HashMap<>();
    for (int shard = 1; shard <= SHARDS; shard++) {
      if (shards.get(shard).containsKey(key)) {
        holders.put(shard, shards.get(shard).get(key));
      }
    }
    return holders;
  }

  /** Leaves every key to one shard. */
  private void settle() {
    for (int key = 1; key <= KEYS; key++) {
      List<Integer> holders = new ArrayList<>(holders(key).keySet());
      while (holders.size() > 1) {
        delete(holders.remove(random.nextInt(holders.size())), key);
      }
    }
  }

  private void insert(int shard, int key) {
    shards.get(shard).put(key, ++lastValue);
    send(new Event(shard, Kind.INSERT, 0, key, lastValue));
  }

  private void update(int shard, int before, int after) {
    if (before != after && shards.get(shard).containsKey(after)) {
      return;
    }
    shards.get(shard).remove(before);
    shards.get(shard).put(after, ++lastValue);
    send(new Event(shard, Kind.UPDATE, before, after, lastValue));
  }

  private void delete(int shard, int key) {
    shards.get(shard).remove(key);
    send(new Event(shard, Kind.DELETE, key, 0, 0));
  }

  private void send(Event event) {
    streams.get(event.source()).add(event);
  }
}
