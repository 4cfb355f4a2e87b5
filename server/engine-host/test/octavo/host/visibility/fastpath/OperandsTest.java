/** Operands of one operator. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OperandsTest {
  private final Operands operands = new Operands();

  @Test
  void givesNumbersOnlyIfTheirCountIsRight() {
    operands.add(1);
    operands.add(2);
    assertArrayEquals(new double[] {1, 2}, operands.exactly(2));
    assertThrows(UnsupportedContent.class, () -> operands.numbers(3));
    assertThrows(UnsupportedContent.class, operands::number);
  }

  @Test
  void aNameBetweenNumbersIsNotANumber() {
    operands.add(1);
    operands.add("Pattern");
    assertThrows(UnsupportedContent.class, () -> operands.numbers(2));
    assertThrows(UnsupportedContent.class, operands::all);
  }

  @Test
  void theLastOperandMayBeAName() {
    operands.add(1);
    assertFalse(operands.endInName());
    assertThrows(UnsupportedContent.class, operands::text);
    operands.add("P1");
    assertTrue(operands.endInName());
    assertEquals("P1", operands.text());
    assertThrows(UnsupportedContent.class, () -> operands.text(0));
    assertThrows(UnsupportedContent.class, () -> operands.text(7));
  }

  @Test
  void isEmptyAfterClear() {
    operands.add("stale");
    operands.clear();
    assertEquals(0, operands.count());
    assertFalse(operands.endInName());
    assertThrows(UnsupportedContent.class, operands::text);
    operands.addOther();
    assertThrows(UnsupportedContent.class, operands::text);
  }
}
