package io.tributary.it.chaos.faults;

import io.tributary.it.chaos.workload.Upstream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Makes faults at random times, several at once where they do not need the same parts. Which faults
 * come, when and with what is drawn from the seed; each beginning and end is logged. Thread-safe.
 */
public final class FaultSchedule {
  private static final int AT_ONCE = 3;
  private static final int LEAST_MS = 300;
  private static final int MOST_MS = 3_000;
  private static final int LOOK_MS = 1_000;

  private final Scene scene;
  private final List<Fault> kinds;
  private final Random random;
  private final Consumer<String> log;
  private final List<Thread> running = new ArrayList<>();
  private final Map<String, Integer> made = new TreeMap<>();
  private final List<String> broken = new ArrayList<>();
  private final AtomicInteger number = new AtomicInteger();
  private final List<Fault> bag = new ArrayList<>();

  /**
   * @param kinds what may be made; those that are not possible here are left out
   * @param log takes a line for each beginning and end
   */
  public FaultSchedule(Scene scene, List<Fault> kinds, long seed, Consumer<String> log) {
    this.scene = scene;
    this.kinds = kinds.stream().filter(kind -> kind.possible(scene)).toList();
    this.random = new Random(seed);
    this.log = log;
  }

  /** Makes faults until a time; those that run then go on. */
  public void until(long endNanos) throws InterruptedException {
    long nextFault = System.nanoTime();
    while (System.nanoTime() < endNanos) {
      if (System.nanoTime() >= nextFault && !kinds.isEmpty()) {
        next();
        nextFault =
            System.nanoTime() + (LEAST_MS + random.nextInt(MOST_MS - LEAST_MS)) * 1_000_000L;
      }
      scene.traffic().check();
      scene.operator().look();
      Thread.sleep(Math.min(LOOK_MS, Math.max(1, (nextFault - System.nanoTime()) / 1_000_000)));
    }
  }

  /** Each kind comes once before one comes twice. */
  private void next() {
    synchronized (running) {
      running.removeIf(thread -> !thread.isAlive());
      if (running.size() >= AT_ONCE) {
        return;
      }
    }
    if (bag.isEmpty()) {
      bag.addAll(kinds);
    }
    Fault fault = bag.get(random.nextInt(bag.size()));
    Upstream upstream = scene.upstreams().get(random.nextInt(scene.upstreams().size()));
    Fault.Chance chance = new Fault.Chance(new Random(random.nextLong()), upstream);
    if (scene.parts().tryTake(fault.needs())) {
      bag.remove(fault);
      start(fault, chance);
    }
  }

  private void start(Fault fault, Fault.Chance chance) {
    int id = number.incrementAndGet();
    synchronized (made) {
      made.merge(fault.label(), 1, Integer::sum);
    }
    Thread thread = new Thread(() -> make(fault, chance, id), "chaos-fault-" + id);
    thread.setDaemon(true);
    synchronized (running) {
      running.add(thread);
    }
    thread.start();
  }

  private void make(Fault fault, Fault.Chance chance, int id) {
    String name =
        "fault %d %s (source %d)".formatted(id, fault.label(), chance.upstream().number());
    long start = System.nanoTime();
    log.accept(name);
    try {
      fault.make(scene, chance);
      log.accept(name + " ended after " + (System.nanoTime() - start) / 1_000_000 + " ms");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      log.accept(name + " broke off: " + e);
      synchronized (broken) {
        broken.add(fault.label() + ": " + e.getMessage());
      }
    } finally {
      scene.parts().giveBack(fault.needs());
    }
  }

  /** Waits for the end of all faults that run, and undoes what they may have left. */
  public void finish() throws InterruptedException {
    List<Thread> threads;
    synchronized (running) {
      threads = List.copyOf(running);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    scene.restoreAll();
  }

  /** Faults made, by kind. */
  public Map<String, Integer> made() {
    synchronized (made) {
      return new TreeMap<>(made);
    }
  }

  /** Faults that did not go as they should. */
  public List<String> broken() {
    synchronized (broken) {
      return List.copyOf(broken);
    }
  }

  /** Whether records were deleted and nobody has noticed. */
  public boolean unnoticedGap() {
    return broken().stream().anyMatch(text -> text.contains(TopicFault.UNNOTICED));
  }
}
