/** Work ends at the same point in every run; the clock only ends it if something takes absurdly long. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WorkBudgetTest {
  private static final long HOUR_MS = 3_600_000;

  /** How often this many units can be spent. */
  private static int steps(WorkBudget budget, long units) {
    for (int step = 0; step < 1_000_000; step++) {
      try {
        budget.spend(units);
      } catch (WorkBudget.Spent spent) {
        return step;
      }
    }
    return -1;
  }

  @Test
  void anyTwoRunsEndAtTheSameStep() {
    int first = steps(WorkBudget.of(10, HOUR_MS), 777);
    assertTrue(first > 0);
    assertEquals(first, steps(WorkBudget.of(10, HOUR_MS), 777));
  }

  @Test
  void onePageLeavesWorkForTheOthers() {
    WorkBudget budget = WorkBudget.of(10, HOUR_MS);
    budget.beginPage();
    assertTrue(steps(budget, 1_000) > 0);
    assertTrue(budget.isSpent());
    budget.beginPage();
    assertFalse(budget.isSpent());
    assertDoesNotThrow(() -> budget.spend(1_000));
  }

  @Test
  void theDocumentHasALimitToo() {
    WorkBudget budget = WorkBudget.of(1, HOUR_MS);
    int pages = 0;
    for (; !budget.isSpent() && pages < 1_000; pages++) {
      budget.beginPage();
      steps(budget, 1_000);
      budget.beginPage();
    }
    assertTrue(pages < 10);
    assertFalse(budget.isOvertime());
  }

  @Test
  void theClockIsANetThatSaysSo() {
    WorkBudget budget = WorkBudget.of(1, 1);
    budget.timed(() -> {
      long start = System.nanoTime();
      while (System.nanoTime() - start < 5_000_000) {
        Thread.onSpinWait();
      }
      assertThrows(WorkBudget.Spent.class, () -> budget.spend(10_000));
    });
    assertTrue(budget.isOvertime());
    assertTrue(budget.isSpent());
  }

  @Test
  void withoutTimeNothingIsChecked() {
    assertTrue(WorkBudget.of(5, 0).isSpent());
    assertFalse(WorkBudget.of(5, 0).isOvertime());
  }
}
