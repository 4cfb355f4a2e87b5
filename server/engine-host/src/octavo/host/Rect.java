/** An upright rectangle in points of the displayed page, as the engine measures them. */
package octavo.host;

import java.util.List;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;

record Rect(double left, double bottom, double right, double top) {
  static final Rect NONE = new Rect(0, 0, 0, 0);

  static Rect of(BoundingBox box) {
    return new Rect(box.getLeftX(), box.getBottomY(), box.getRightX(), box.getTopY());
  }

  /** From two opposite corners, whichever they are. */
  static Rect between(double[] corners) {
    return new Rect(
        Math.min(corners[0], corners[2]), Math.min(corners[1], corners[3]),
        Math.max(corners[0], corners[2]), Math.max(corners[1], corners[3]));
  }

  /** What the corners of a rectangle span once they are placed. */
  static Rect placed(Transform at, Rect area) {
    double ax = at.a() * area.width();
    double ay = at.b() * area.width();
    double cx = at.c() * area.height();
    double cy = at.d() * area.height();
    double x = at.x(area.left, area.bottom);
    double y = at.y(area.left, area.bottom);
    return new Rect(
        x + Math.min(0, ax) + Math.min(0, cx), y + Math.min(0, ay) + Math.min(0, cy),
        x + Math.max(0, ax) + Math.max(0, cx), y + Math.max(0, ay) + Math.max(0, cy));
  }

  /** The matrix that stretches this to the other. */
  double[] onto(Rect other) {
    double across = other.width() / width();
    double up = other.height() / height();
    return new double[] {across, 0, 0, up, other.left - left * across, other.bottom - bottom * up};
  }

  List<Rect> edges() {
    return List.of(
        new Rect(left, bottom, right, bottom), new Rect(left, top, right, top),
        new Rect(left, bottom, left, top), new Rect(right, bottom, right, top));
  }

  double width() {
    return right - left;
  }

  double height() {
    return top - bottom;
  }

  double size() {
    return isEmpty() ? 0 : width() * height();
  }

  /** Also true of one with an edge that is no number. */
  boolean isEmpty() {
    return !(right > left && top > bottom);
  }

  boolean touches(Rect other) {
    return left < other.right && other.left < right && bottom < other.top && other.bottom < top;
  }

  boolean contains(Rect other) {
    return left <= other.left && right >= other.right && bottom <= other.bottom && top >= other.top;
  }

  Rect within(Rect other) {
    Rect shared = new Rect(
        Math.max(left, other.left), Math.max(bottom, other.bottom), Math.min(right, other.right), Math.min(top, other.top));
    return shared.isEmpty() ? NONE : shared;
  }

  double overlap(Rect other) {
    double shared = Math.min(right, other.right) - Math.max(left, other.left);
    double high = Math.min(top, other.top) - Math.max(bottom, other.bottom);
    return shared > 0 && high > 0 ? shared * high : 0;
  }

  Rect grown(double by) {
    return inset(-by, -by);
  }

  Rect inset(double across, double up) {
    return new Rect(left + across, bottom + up, right - across, top - up);
  }
}
