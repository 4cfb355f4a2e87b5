/** What a check against the rules found: the failures by rule, or why there is no result. */
package octavo.host.engine.accessibility;

import java.util.List;

/** `stoppedByClock`: another run on a faster machine may have a result. `structure` is known even without failures. */
record CheckResult(List<Failure> failures, String error, boolean stoppedByClock, boolean tainted, StructureFindings structure) {
  /** The places of the first failures of one rule. */
  record Failure(String clause, String description, int count, List<Place> places) {}

  static CheckResult failed(String error, boolean stoppedByClock, boolean tainted) {
    return new CheckResult(null, error, stoppedByClock, tainted, null);
  }

  boolean isKnown() {
    return failures != null;
  }

  boolean passes() {
    return isKnown() && failures.isEmpty();
  }

  /** Only the claim to conform is missing. */
  boolean lacksOnlyTheIdentifier() {
    return isKnown() && failures.size() == 1 && failures.get(0).clause().equals("5-1");
  }
}
