/** Where the unit square of a picture ends up on its page: the six numbers of a PDF matrix. */
package octavo.host;

import java.util.ArrayList;
import java.util.List;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

record Transform(double a, double b, double c, double d, double e, double f) {
  static final Transform IDENTITY = new Transform(1, 0, 0, 1, 0, 0);

  /** The matrix of `cm` comes before the one in force. Anything but six numbers changes nothing. */
  Transform under(List<COSObject> numbers) {
    if (numbers.size() != 6 || !numbers.stream().allMatch(one -> one != null && one.getType().isNumber())) {
      return this;
    }
    return under(numbers.stream().mapToDouble(COSObject::getReal).toArray());
  }

  Transform under(double[] m) {
    return new Transform(
        m[0] * a + m[1] * c, m[0] * b + m[1] * d,
        m[2] * a + m[3] * c, m[2] * b + m[3] * d,
        m[4] * a + m[5] * c + e, m[4] * b + m[5] * d + f);
  }

  Transform under(COSObject matrix) {
    if (matrix == null || matrix.getType() != COSObjType.COS_ARRAY || matrix.size() != 6) {
      return this;
    }
    List<COSObject> numbers = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      numbers.add(matrix.at(n));
    }
    return under(numbers);
  }

  double x(double across, double up) {
    return across * a + up * c + e;
  }

  double y(double across, double up) {
    return across * b + up * d + f;
  }

  /** Whether upright rectangles stay upright. */
  boolean isUpright() {
    double slack = 1e-9 * scale();
    return (Math.abs(b) <= slack && Math.abs(c) <= slack) || (Math.abs(a) <= slack && Math.abs(d) <= slack);
  }

  /** The widest a unit becomes. */
  double scale() {
    return Math.max(Math.hypot(a, b), Math.hypot(c, d));
  }

  double left() {
    return e + Math.min(0, a) + Math.min(0, c);
  }

  double right() {
    return e + Math.max(0, a) + Math.max(0, c);
  }

  double bottom() {
    return f + Math.min(0, b) + Math.min(0, d);
  }

  double top() {
    return f + Math.max(0, b) + Math.max(0, d);
  }
}
