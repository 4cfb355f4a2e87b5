/** The operands of one operator. Unexpected operands make the page unsupported: parsers differ in how they treat them. */
package octavo.host.visibility.fastpath;

import java.util.Arrays;
import org.verapdf.as.ASAtom;

final class Operands {
  private static final int COUNT_MAX = 64;

  private final double[] numbers = new double[COUNT_MAX];
  private final String[] names = new String[COUNT_MAX];
  private int count;
  private int numeric;

  void clear() {
    count = 0;
    numeric = 0;
  }

  void add(double number) {
    addOther();
    numbers[count - 1] = number;
    numeric++;
  }

  void add(String name) {
    addOther();
    names[count - 1] = name;
  }

  /** Neither a number nor a name. */
  void addOther() {
    if (count == COUNT_MAX) {
      throw new UnsupportedContent();
    }
    names[count++] = null;
  }

  int count() {
    return count;
  }

  /** All operands, which must be exactly so many numbers. The array is valid until the next operator, and may be longer. */
  double[] numbers(int wanted) {
    if (count != wanted || numeric != wanted) {
      throw new UnsupportedContent();
    }
    return numbers;
  }

  double[] exactly(int wanted) {
    return Arrays.copyOf(numbers(wanted), wanted);
  }

  double[] all() {
    return exactly(count);
  }

  double number() {
    return numbers(1)[0];
  }

  /** The last operand, which must be a name. */
  String text() {
    return text(count - 1);
  }

  String text(int index) {
    if (index < 0 || index >= count || names[index] == null) {
      throw new UnsupportedContent();
    }
    return names[index];
  }

  ASAtom name() {
    return ASAtom.getASAtom(text());
  }

  boolean endInName() {
    return count > 0 && names[count - 1] != null;
  }
}
