/** Deadlines of a request. */
package octavo.host.protocol;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class DeadlineTest {
  @Test
  void passesTheCheckUntilItIsOver() {
    Deadline deadline = new Deadline(60_000);
    assertDoesNotThrow(deadline::check);
    assertTrue(deadline.millisLeft() > 0 && deadline.millisLeft() <= 60_000);
  }

  @Test
  void failsTheCheckAfterwards() {
    assertThrows(Deadline.Passed.class, new Deadline(0)::check);
    assertThrows(Deadline.Passed.class, new Deadline(-5)::check);
    assertTrue(new Deadline(-5).millisLeft() < 0);
  }
}
