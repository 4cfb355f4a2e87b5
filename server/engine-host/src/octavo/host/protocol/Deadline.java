/** The point in time at which a part of a request must be finished. */
package octavo.host.protocol;

public final class Deadline {
  private final long endNs;

  public Deadline(long millis) {
    this.endNs = System.nanoTime() + millis * 1_000_000L;
  }

  public long millisLeft() {
    return (endNs - System.nanoTime()) / 1_000_000L;
  }

  public void check() {
    if (System.nanoTime() - endNs >= 0) {
      throw new Passed();
    }
  }

  /** Leaves all open calls at once; not a failure. */
  public static final class Passed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Passed() {
      super(null, null, false, false);
    }
  }
}
