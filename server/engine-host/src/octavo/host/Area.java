/** An upright rectangle in points of the displayed page, as the engine measures them. */
package octavo.host;

import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;

record Area(double left, double bottom, double right, double top) {
  static final Area NONE = new Area(0, 0, 0, 0);

  static Area of(BoundingBox box) {
    return new Area(box.getLeftX(), box.getBottomY(), box.getRightX(), box.getTopY());
  }

  /** What the corners of a rectangle span once they are placed. */
  static Area placed(Placement at, double x, double y, double width, double height) {
    double ax = at.a() * width;
    double ay = at.b() * width;
    double cx = at.c() * height;
    double cy = at.d() * height;
    double originX = at.x(x, y);
    double originY = at.y(x, y);
    return new Area(
        originX + Math.min(0, ax) + Math.min(0, cx), originY + Math.min(0, ay) + Math.min(0, cy),
        originX + Math.max(0, ax) + Math.max(0, cx), originY + Math.max(0, ay) + Math.max(0, cy));
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

  boolean touches(Area other) {
    return left < other.right && other.left < right && bottom < other.top && other.bottom < top;
  }

  boolean contains(Area other) {
    return left <= other.left && right >= other.right && bottom <= other.bottom && top >= other.top;
  }

  Area within(Area other) {
    Area shared = new Area(
        Math.max(left, other.left), Math.max(bottom, other.bottom), Math.min(right, other.right), Math.min(top, other.top));
    return shared.isEmpty() ? NONE : shared;
  }

  double overlap(Area other) {
    double shared = Math.min(right, other.right) - Math.max(left, other.left);
    double high = Math.min(top, other.top) - Math.max(bottom, other.bottom);
    return shared > 0 && high > 0 ? shared * high : 0;
  }

  Area grown(double by) {
    return inset(-by, -by);
  }

  Area inset(double across, double up) {
    return new Area(left + across, bottom + up, right - across, top - up);
  }
}
