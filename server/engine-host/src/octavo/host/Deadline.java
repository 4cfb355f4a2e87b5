/** The moment at which an inspection must be over. */
package octavo.host;

final class Deadline {
  private final long endNs;

  Deadline(long millis) {
    this.endNs = System.nanoTime() + millis * 1_000_000L;
  }

  long millisLeft() {
    return (endNs - System.nanoTime()) / 1_000_000L;
  }

  void check() {
    if (System.nanoTime() - endNs >= 0) {
      throw new Passed();
    }
  }

  /** No fault, but the way out of however many calls are open. */
  static final class Passed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Passed() {
      super(null, null, false, false);
    }
  }
}
