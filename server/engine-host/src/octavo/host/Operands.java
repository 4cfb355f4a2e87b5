/** What stands before an operator. Anything but the expected makes the page unclear: parsers differ in what they make of it. */
package octavo.host;

import java.util.List;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

record Operands(List<COSObject> list) {
  /** Content that is not followed, so that the page has to be drawn. */
  static final class Unclear extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unclear() {
      super(null, null, false, false);
    }
  }

  double[] numbers(int count) {
    if (list.size() != count) {
      throw new Unclear();
    }
    return numbers();
  }

  double[] numbers() {
    double[] numbers = new double[list.size()];
    for (int n = 0; n < numbers.length; n++) {
      COSObject operand = list.get(n);
      if (!operand.getType().isNumber()) {
        throw new Unclear();
      }
      numbers[n] = operand.getReal();
    }
    return numbers;
  }

  double number() {
    return numbers(1)[0];
  }

  ASAtom name() {
    return name(list.size() - 1);
  }

  ASAtom name(int index) {
    if (index < 0 || index >= list.size() || list.get(index).getType() != COSObjType.COS_NAME) {
      throw new Unclear();
    }
    return list.get(index).getName();
  }

  boolean endInName() {
    return !list.isEmpty() && list.get(list.size() - 1).getType() == COSObjType.COS_NAME;
  }
}
