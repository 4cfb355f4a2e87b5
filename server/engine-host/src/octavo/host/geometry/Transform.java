/** An affine transformation, as the six numbers of a PDF matrix. */
package octavo.host.geometry;

import java.util.ArrayList;
import java.util.List;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

public record Transform(double a, double b, double c, double d, double e, double f) {
  public static final Transform IDENTITY = new Transform(1, 0, 0, 1, 0, 0);

  /** Applies `matrix` first and this transformation second, as the operator `cm` does. */
  public Transform concat(double[] matrix) {
    return new Transform(
        matrix[0] * a + matrix[1] * c, matrix[0] * b + matrix[1] * d,
        matrix[2] * a + matrix[3] * c, matrix[2] * b + matrix[3] * d,
        matrix[4] * a + matrix[5] * c + e, matrix[4] * b + matrix[5] * d + f);
  }

  /** Anything but six numbers changes nothing. */
  public Transform concat(List<COSObject> numbers) {
    if (numbers.size() != 6 || !numbers.stream().allMatch(one -> one != null && one.getType().isNumber())) {
      return this;
    }
    return concat(numbers.stream().mapToDouble(COSObject::getReal).toArray());
  }

  /** Anything but an array of six numbers changes nothing. */
  public Transform concat(COSObject matrix) {
    if (matrix == null || matrix.getType() != COSObjType.COS_ARRAY || matrix.size() != 6) {
      return this;
    }
    List<COSObject> numbers = new ArrayList<>();
    for (int n = 0; n < 6; n++) {
      numbers.add(matrix.at(n));
    }
    return concat(numbers);
  }

  public double x(double fromX, double fromY) {
    return fromX * a + fromY * c + e;
  }

  public double y(double fromX, double fromY) {
    return fromX * b + fromY * d + f;
  }

  /** The bounding rectangle of a transformed rectangle. */
  public Rect boundsOf(Rect rect) {
    double x = x(rect.left(), rect.bottom());
    double y = y(rect.left(), rect.bottom());
    return bounds(x, y, a * rect.width(), b * rect.width(), c * rect.height(), d * rect.height());
  }

  /** The bounding rectangle of the unit square, which is where an image is drawn. */
  public Rect unitSquare() {
    return bounds(e, f, a, b, c, d);
  }

  /** Of the parallelogram at x, y with the sides (ax, ay) and (cx, cy). */
  private static Rect bounds(double x, double y, double ax, double ay, double cx, double cy) {
    return new Rect(
        x + Math.min(0, ax) + Math.min(0, cx), y + Math.min(0, ay) + Math.min(0, cy),
        x + Math.max(0, ax) + Math.max(0, cx), y + Math.max(0, ay) + Math.max(0, cy));
  }

  /** Whether axis-aligned rectangles stay axis-aligned. */
  public boolean keepsAxes() {
    double slack = 1e-9 * scale();
    return (Math.abs(b) <= slack && Math.abs(c) <= slack) || (Math.abs(a) <= slack && Math.abs(d) <= slack);
  }

  /** The largest length to which a unit vector along an axis is scaled. */
  public double scale() {
    return Math.max(Math.hypot(a, b), Math.hypot(c, d));
  }
}
