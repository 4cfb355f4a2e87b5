/** What stands before an operator. Anything but the expected makes the page unclear: parsers differ in what they make of it. */
package octavo.host;

import java.util.Arrays;
import org.verapdf.as.ASAtom;

final class Operands {
  private static final int COUNT_MAX = 64;

  /** Content that is not followed, so that the page has to be drawn. */
  static final class UnsupportedContent extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnsupportedContent() {
      super(null, null, false, false);
    }
  }

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

  /** Exactly so many, and nothing else. The array is good until the next operator, and may be longer. */
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

  /** The name that stands last. */
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
