/** The path under construction, reduced to the bounding rectangles of its parts. */
package octavo.host.visibility.fastpath;

import java.util.ArrayList;
import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;

final class PathBounds {
  private static final int PARTS_MAX = 20_000;

  /** The bounds of each segment, for stroking. */
  private final List<Rect> strokes = new ArrayList<>();

  /** The bounds of each subpath, for filling: a point inside the path is inside the bounds of one of them. */
  private final List<Rect> parts = new ArrayList<>();

  private int rectangles;
  private boolean rotated;
  private double x;
  private double y;
  private double startX;
  private double startY;
  private Rect open;
  private boolean tooLong;

  void rectangle(Transform at, double left, double bottom, double width, double height) {
    close();
    flush();
    Rect whole = at.boundsOf(new Rect(left, bottom, left + width, bottom + height));
    add(parts, whole);
    rectangles++;
    rotated |= !at.keepsAxes();
    if (at.keepsAxes()) {
      whole.edges().forEach(edge -> add(strokes, edge));
    } else {
      add(strokes, whole);
    }
    x = startX = at.x(left, bottom);
    y = startY = at.y(left, bottom);
  }

  void moveTo(double toX, double toY) {
    flush();
    x = startX = toX;
    y = startY = toY;
  }

  void lineTo(double toX, double toY) {
    curveTo(toX, toY, toX, toY, toX, toY);
  }

  /** A Bézier curve stays inside the bounds of its four points. */
  void curveTo(double x1, double y1, double x2, double y2, double toX, double toY) {
    Rect segment = new Rect(
        Math.min(Math.min(x, toX), Math.min(x1, x2)), Math.min(Math.min(y, toY), Math.min(y1, y2)),
        Math.max(Math.max(x, toX), Math.max(x1, x2)), Math.max(Math.max(y, toY), Math.max(y1, y2)));
    add(strokes, segment);
    open = open == null ? segment : open.union(segment);
    x = toX;
    y = toY;
  }

  void close() {
    if (open != null && (x != startX || y != startY)) {
      lineTo(startX, startY);
    }
  }

  double x() {
    return x;
  }

  double y() {
    return y;
  }

  boolean isTooLong() {
    return tooLong;
  }

  private void add(List<Rect> list, Rect area) {
    tooLong |= list.size() >= PARTS_MAX;
    if (!tooLong) {
      list.add(area);
    }
  }

  private void flush() {
    if (open != null) {
      add(parts, open);
      open = null;
    }
  }

  /** Exactly one axis-aligned rectangle, written with `re` or as four lines. */
  boolean isRectangle() {
    flush();
    boolean alone = parts.size() == 1 && !tooLong;
    return alone && (rectangles == 1 ? !rotated : rectangles == 0 && isFourSidedBox());
  }

  private boolean isFourSidedBox() {
    if (strokes.size() != 4 || x != startX || y != startY) {
      return false;
    }
    for (int n = 0; n < 4; n++) {
      Rect line = strokes.get(n);
      Rect next = strokes.get((n + 1) % 4);
      boolean turns = (line.width() == 0 && next.height() == 0) || (line.height() == 0 && next.width() == 0);
      if (!turns || (line.width() == 0) == (line.height() == 0)) {
        return false;
      }
    }
    return true;
  }

  Rect bounds() {
    flush();
    return parts.stream().reduce(Rect::union).orElse(Rect.EMPTY);
  }

  List<Rect> parts() {
    flush();
    return parts;
  }

  List<Rect> strokes() {
    return strokes;
  }
}
