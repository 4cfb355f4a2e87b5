/** An axis-aligned rectangle in points, with its origin at the lower left. */
package octavo.host.geometry;

import java.util.List;

public record Rect(double left, double bottom, double right, double top) {
  public static final Rect EMPTY = new Rect(0, 0, 0, 0);

  /** From any two opposite corners: x, y, x, y. */
  public static Rect ofCorners(double[] corners) {
    return new Rect(
        Math.min(corners[0], corners[2]), Math.min(corners[1], corners[3]),
        Math.max(corners[0], corners[2]), Math.max(corners[1], corners[3]));
  }

  /** The matrix that maps this rectangle to the other one. */
  public double[] matrixTo(Rect other) {
    double scaleX = other.width() / width();
    double scaleY = other.height() / height();
    return new double[] {scaleX, 0, 0, scaleY, other.left - left * scaleX, other.bottom - bottom * scaleY};
  }

  public List<Rect> edges() {
    return List.of(
        new Rect(left, bottom, right, bottom), new Rect(left, top, right, top),
        new Rect(left, bottom, left, top), new Rect(right, bottom, right, top));
  }

  public double width() {
    return right - left;
  }

  public double height() {
    return top - bottom;
  }

  public double area() {
    return isEmpty() ? 0 : width() * height();
  }

  /** Also true if an edge is not a number. */
  public boolean isEmpty() {
    return !(right > left && top > bottom);
  }

  public boolean intersects(Rect other) {
    return left < other.right && other.left < right && bottom < other.top && other.bottom < top;
  }

  public boolean contains(Rect other) {
    return left <= other.left && right >= other.right && bottom <= other.bottom && top >= other.top;
  }

  /** The part that both share, or `EMPTY`. */
  public Rect intersect(Rect other) {
    Rect shared = new Rect(
        Math.max(left, other.left), Math.max(bottom, other.bottom), Math.min(right, other.right), Math.min(top, other.top));
    return shared.isEmpty() ? EMPTY : shared;
  }

  public double overlapArea(Rect other) {
    double width = Math.min(right, other.right) - Math.max(left, other.left);
    double height = Math.min(top, other.top) - Math.max(bottom, other.bottom);
    return width > 0 && height > 0 ? width * height : 0;
  }

  /** The smallest rectangle that holds both. */
  public Rect union(Rect other) {
    return new Rect(
        Math.min(left, other.left), Math.min(bottom, other.bottom), Math.max(right, other.right), Math.max(top, other.top));
  }

  public Rect grow(double margin) {
    return inset(-margin, -margin);
  }

  public Rect inset(double x, double y) {
    return new Rect(left + x, bottom + y, right - x, top - y);
  }
}
