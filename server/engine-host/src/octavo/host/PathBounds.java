/** The path under construction, as far as the rectangles go that hold its parts. */
package octavo.host;

import java.util.ArrayList;
import java.util.List;

final class PathBounds {
  private static final int PARTS_MAX = 20_000;

  /** Of each stretch between two points, for lines. */
  private final List<Rect> strokes = new ArrayList<>();

  /** Of each closed part, for areas: no point is inside of a path that is not inside of the bounds of one of its parts. */
  private final List<Rect> parts = new ArrayList<>();

  private int rectangles;
  private boolean tilted;
  private double x;
  private double y;
  private double startX;
  private double startY;
  private Rect open;
  private boolean tooLong;

  void rectangle(Transform at, double left, double bottom, double width, double height) {
    close();
    flush();
    Rect whole = Rect.placed(at, new Rect(left, bottom, left + width, bottom + height));
    add(parts, whole);
    rectangles++;
    tilted |= !at.isUpright();
    if (at.isUpright()) {
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

  /** A curve stays inside of the bounds of its four points. */
  void curveTo(double x1, double y1, double x2, double y2, double toX, double toY) {
    Rect stretch = new Rect(
        Math.min(Math.min(x, toX), Math.min(x1, x2)), Math.min(Math.min(y, toY), Math.min(y1, y2)),
        Math.max(Math.max(x, toX), Math.max(x1, x2)), Math.max(Math.max(y, toY), Math.max(y1, y2)));
    add(strokes, stretch);
    open = open == null ? stretch : union(open, stretch);
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

  private static Rect union(Rect one, Rect other) {
    return new Rect(
        Math.min(one.left(), other.left()), Math.min(one.bottom(), other.bottom()),
        Math.max(one.right(), other.right()), Math.max(one.top(), other.top()));
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

  /** One upright rectangle and nothing else, whether written as such or as lines. */
  boolean isRectangle() {
    flush();
    boolean alone = parts.size() == 1 && !tooLong;
    return alone && (rectangles == 1 ? !tilted : rectangles == 0 && isRoundTrip());
  }

  private boolean isRoundTrip() {
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
    return parts.stream().reduce(PathBounds::union).orElse(Rect.NONE);
  }

  List<Rect> parts() {
    flush();
    return parts;
  }

  List<Rect> strokes() {
    return strokes;
  }
}
