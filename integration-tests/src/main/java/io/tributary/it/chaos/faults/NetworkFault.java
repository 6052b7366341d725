package io.tributary.it.chaos.faults;

import io.tributary.it.chaos.faults.Proxy.CommitCut;
import io.tributary.it.chaos.faults.Proxy.Direction;
import java.util.EnumSet;
import java.util.Set;

/** Connections of a source to its server, and of the sink to the target. */
enum NetworkFault implements Fault {
  CUT_SOURCE,
  /** In the middle of an event, as a rule. */
  CUT_IN_EVENT,
  STALL_SOURCE,
  TRICKLE_SOURCE,
  CUT_TARGET,
  /** The COMMIT comes not through, or its answer does not. */
  CUT_IN_COMMIT,
  STALL_TARGET,
  /** The target is slow. */
  TRICKLE_TARGET;

  private static final int EVENT_BYTES = 20_000;

  @Override
  public Set<Part> needs() {
    return EnumSet.of(Part.NETWORK);
  }

  @Override
  public void make(Scene scene, Chance chance) throws InterruptedException {
    Proxy source = scene.proxyOf(chance.upstream());
    Proxy target = scene.targetProxy();
    Direction direction = chance.random().nextBoolean() ? Direction.TO_CLIENT : Direction.TO_SERVER;
    switch (this) {
      case CUT_SOURCE -> cutSeveral(source, chance);
      case CUT_TARGET -> cutSeveral(target, chance);
      case CUT_IN_EVENT -> {
        for (int i = 1 + chance.random().nextInt(4); i > 0; i--) {
          source.cutAfter(1 + chance.random().nextInt(EVENT_BYTES));
          awaitCut(source);
        }
      }
      case CUT_IN_COMMIT -> {
        for (int i = 1 + chance.random().nextInt(6); i > 0; i--) {
          target.cutAtCommit(
              chance.random().nextBoolean() ? CommitCut.BEFORE : CommitCut.ANSWER_LOST);
          awaitCut(target);
        }
      }
      case STALL_SOURCE -> {
        source.stall(direction);
        chance.pause(1_000, 8_000);
      }
      case STALL_TARGET -> {
        target.stall(direction);
        chance.pause(1_000, 8_000);
      }
      case TRICKLE_SOURCE -> {
        source.trickle(direction);
        chance.pause(1_000, 5_000);
      }
      case TRICKLE_TARGET -> {
        target.trickle(direction);
        chance.pause(2_000, 10_000);
      }
    }
    source.pass();
    target.pass();
  }

  private static void cutSeveral(Proxy proxy, Chance chance) throws InterruptedException {
    for (int i = 1 + chance.random().nextInt(4); i > 0; i--) {
      proxy.cut();
      chance.pause(100, 1_500);
    }
  }

  private static void awaitCut(Proxy proxy) throws InterruptedException {
    for (int i = 0; i < 60 && proxy.cutPending(); i++) {
      Thread.sleep(50);
    }
  }
}
