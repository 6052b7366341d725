package io.tributary.it.chaos.workload;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * An application over the fleet, in a thread of its own: transactions of all kinds at a given rate,
 * the same ones for the same seed as long as no server is killed. When one is, it waits for its
 * return, ends the distributed transactions as was decided, asks where everything is, and goes on.
 *
 * <p>Thread-safe: who holds it ({@link #hold}) finds no transaction open but prepared ones.
 */
public final class Traffic implements AutoCloseable {
  private static final int ERRORS_AT_MOST = 600;
  private static final Duration PAUSE_AFTER_ERROR = Duration.ofMillis(200);

  private final Semaphore turn = new Semaphore(1, true);
  private final Map<Integer, Duration> clockBehind = new ConcurrentHashMap<>();
  private final AtomicReference<String> failure = new AtomicReference<>();
  private final Journal journal = new Journal();
  private final Random random;
  private final int transactionsPerSecond;
  private final Sessions sessions;
  private final Coordinator coordinator;
  private final Orders orders;
  private final SideTables sideTables;
  private final Thread thread = new Thread(this::run, "chaos-traffic");
  private volatile boolean ended;
  private boolean lost;

  /**
   * @param tables the tables must be there
   * @param transactionsPerSecond at most, 1 to 10,000
   */
  public Traffic(
      List<Upstream> upstreams, ShardTables tables, long seed, int transactionsPerSecond) {
    this.random = new Random(seed);
    this.transactionsPerSecond = transactionsPerSecond;
    this.sessions = new Sessions(upstreams, clockBehind);
    this.coordinator = new Coordinator(sessions, random);
    this.orders = new Orders(sessions, journal, coordinator, random, tables.tables());
    this.sideTables = new SideTables(sessions, journal, coordinator, random);
  }

  public void start() {
    thread.setDaemon(true);
    thread.start();
  }

  public Journal journal() {
    return journal;
  }

  /** Sets the clock of a source back for its coming transactions; zero sets it right. */
  public void setClockBack(int upstream, Duration behind) {
    if (behind.isZero()) {
      clockBehind.remove(upstream);
    } else {
      clockBehind.put(upstream, behind);
    }
  }

  /** Waits for the end of the current transaction and keeps the next one from beginning. */
  public void hold() throws InterruptedException {
    turn.acquire();
  }

  /** Lets it go on after {@link #hold}. */
  public void release() {
    turn.release();
  }

  /** While held: its servers are others from now on. */
  public void serversChanged() {
    sessions.close();
    lost = true;
  }

  /**
   * While held: no row is in two shards or none from now on.
   *
   * @param all also what is only prepared is ended
   */
  public void settle(boolean all) throws SQLException {
    if (lost) {
      recover();
    }
    if (all) {
      coordinator.finishAll();
    } else {
      coordinator.finishHalves();
    }
  }

  /** Fails when the traffic could not go on. */
  public void check() {
    String cause = failure.get();
    if (cause != null) {
      throw new IllegalStateException("the traffic ended: " + cause);
    }
  }

  private void run() {
    int errors = 0;
    long next = System.nanoTime();
    while (!ended && failure.get() == null) {
      try {
        turn.acquire();
        try {
          if (lost) {
            recover();
          }
          step();
          errors = 0;
        } catch (SQLException e) {
          lost = true;
          journal.interrupted();
          errors++;
          if (errors > ERRORS_AT_MOST) {
            failure.set(String.valueOf(e));
          }
        } finally {
          turn.release();
        }
        long nanos = Duration.ofSeconds(1).toNanos() / transactionsPerSecond;
        next = Math.max(next + nanos, System.nanoTime() - nanos);
        Thread.sleep(
            errors > 0
                ? PAUSE_AFTER_ERROR.toMillis()
                : Math.max(0, (next - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        failure.set(String.valueOf(e));
      }
    }
  }

  private void recover() throws SQLException {
    sessions.close();
    coordinator.recover();
    orders.readPlaces();
    sideTables.readPlaces();
    lost = false;
  }

  private void step() throws SQLException {
    if (orders.few()) {
      orders.insert();
      return;
    }
    int kind = random.nextInt(1000);
    if (kind < 180) {
      insertOrDelete();
    } else if (kind < 360) {
      orders.update();
    } else if (kind < 400) {
      orders.changeKey();
    } else if (kind < 440) {
      orders.delete();
    } else if (kind < 600) {
      orders.moveBetweenServers();
    } else if (kind < 700) {
      orders.moveBetweenTables();
    } else if (kind < 740) {
      orders.rollBack();
    } else if (kind < 780) {
      orders.savepoint();
    } else if (kind < 784) {
      orders.large();
    } else if (kind < 850) {
      sideTables.word();
    } else if (kind < 900) {
      sideTables.pair();
    } else if (kind < 940) {
      sideTables.log();
    } else {
      coordinator.step();
    }
  }

  private void insertOrDelete() throws SQLException {
    if (orders.many()) {
      orders.delete();
    } else {
      orders.insert();
    }
  }

  /** Ends the traffic; what is prepared stays so. */
  @Override
  public void close() {
    ended = true;
    thread.interrupt();
    try {
      thread.join(10_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    sessions.close();
  }
}
