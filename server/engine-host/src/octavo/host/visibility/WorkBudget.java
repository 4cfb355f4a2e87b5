/**
 * Limits work by counting it, so that a document is checked to the same point on every machine and under any load. The
 * clock is only a safety net: if it runs out first, the result is not reproducible and says so.
 */
package octavo.host.visibility;

import octavo.host.protocol.Deadline;

public final class WorkBudget {
  /** A unit takes some microseconds. A page of text takes 5,000 to 30,000 units to draw. */
  private static final long DOCUMENT_UNITS = 4_000_000;
  private static final long UNITS_PER_PAGE = 100_000;

  /** One page cannot use up what all others need. */
  private static final long PAGE_UNITS_MAX = 2_000_000;

  private static final int STEPS_BETWEEN_LOOKS = 64;
  private static final long LARGE_STEP_UNITS = 1_000;

  private final long pageMax;
  private long left;
  private long leftForPage;
  private long leftNs;
  private Deadline net;
  private int steps;
  private boolean overtime;

  private WorkBudget(long units, long unitsPerPage, long netMs) {
    this.left = units;
    this.pageMax = unitsPerPage;
    this.leftForPage = Math.min(units, unitsPerPage);
    this.leftNs = netMs * 1_000_000;
    this.net = new Deadline(netMs);
  }

  /** `netMs` is the time after which the check ends in any case; 0 switches it off. */
  public static WorkBudget of(int pages, long netMs) {
    return new WorkBudget(netMs <= 0 ? 0 : DOCUMENT_UNITS + UNITS_PER_PAGE * pages, PAGE_UNITS_MAX, netMs);
  }

  public static WorkBudget unlimited() {
    return new WorkBudget(Long.MAX_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE);
  }

  void beginPage() {
    leftForPage = Math.min(left, pageMax);
  }

  /** Throws if there is nothing left, of work or of time. */
  public void spend(long units) {
    left -= Math.min(left, units);
    leftForPage -= units;
    if (leftForPage < 0 || left <= 0) {
      leftForPage = -1;
      throw new Spent();
    }
    if (++steps % STEPS_BETWEEN_LOOKS == 0 || units > LARGE_STEP_UNITS) {
      lookAtClock();
    }
  }

  private void lookAtClock() {
    if (net.millisLeft() <= 0) {
      ranOutOfTime();
      throw new Spent();
    }
  }

  boolean isSpent() {
    return leftForPage < 0 || left <= 0;
  }

  long millisLeft() {
    return net.millisLeft();
  }

  void ranOutOfTime() {
    overtime = true;
    left = 0;
  }

  boolean isOvertime() {
    return overtime;
  }

  /** The net covers only the time spent in the check, not that of the engine. */
  void timed(Runnable work) {
    long start = System.nanoTime();
    net = new Deadline(leftNs / 1_000_000);
    try {
      work.run();
    } finally {
      leftNs -= System.nanoTime() - start;
    }
  }

  /** Leaves all open calls at once; not a failure. */
  public static final class Spent extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Spent() {
      super(null, null, false, false);
    }
  }
}
