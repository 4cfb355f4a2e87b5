/** Builds paths and adds what they paint to the display list. */
package octavo.host.visibility.fastpath;

import octavo.host.geometry.Transform;
final class PathPainter {
  private final DisplayList displayList;
  private PathBounds path = new PathBounds();
  private boolean clipping;

  PathPainter(DisplayList displayList) {
    this.displayList = displayList;
  }

  /** False if the operator is not about paths. */
  boolean apply(String operator, Operands operands, GraphicsState state) {
    switch (operator) {
      case "m" -> move(operands.numbers(2), state.transform());
      case "l" -> line(operands.numbers(2), state.transform());
      case "c" -> curve(operands.numbers(6), state.transform());
      case "v" -> curveFromHere(operands.numbers(4), state.transform());
      case "y" -> curveToEnd(operands.numbers(4), state.transform());
      case "re" -> {
        double[] at = operands.numbers(4);
        path.rectangle(state.transform(), at[0], at[1], at[2], at[3]);
      }
      case "h" -> path.close();
      case "W", "W*" -> clipping = true;
      case "n" -> finish(state);
      case "f", "F", "f*" -> paint(state, true, false, true);
      case "S" -> paint(state, false, true, false);
      case "s" -> paint(state, false, true, true);
      case "B", "B*" -> paint(state, true, true, false);
      case "b", "b*" -> paint(state, true, true, true);
      default -> {
        return false;
      }
    }
    if (path.isTooLong()) {
      throw new UnsupportedContent();
    }
    return true;
  }

  private void move(double[] to, Transform at) {
    path.moveTo(at.x(to[0], to[1]), at.y(to[0], to[1]));
  }

  private void line(double[] to, Transform at) {
    path.lineTo(at.x(to[0], to[1]), at.y(to[0], to[1]));
  }

  private void curve(double[] by, Transform at) {
    path.curveTo(
        at.x(by[0], by[1]), at.y(by[0], by[1]), at.x(by[2], by[3]), at.y(by[2], by[3]), at.x(by[4], by[5]), at.y(by[4], by[5]));
  }

  private void curveFromHere(double[] by, Transform at) {
    path.curveTo(
        path.x(), path.y(), at.x(by[0], by[1]), at.y(by[0], by[1]), at.x(by[2], by[3]), at.y(by[2], by[3]));
  }

  private void curveToEnd(double[] by, Transform at) {
    double endX = at.x(by[2], by[3]);
    double endY = at.y(by[2], by[3]);
    path.curveTo(at.x(by[0], by[1]), at.y(by[0], by[1]), endX, endY, endX, endY);
  }

  private void paint(GraphicsState state, boolean fill, boolean stroke, boolean close) {
    if (close) {
      path.close();
    }
    if (fill) {
      boolean exact = state.isDirect() && path.isRectangle();
      path.parts().forEach(part -> displayList.paint(part.intersect(state.clip()), state.fill(), exact));
    }
    if (stroke) {
      double reach = state.strokeReach();
      path.strokes().forEach(line -> displayList.paint(line.grow(reach).intersect(state.clip()), state.stroke(), false));
    }
    finish(state);
  }

  private void finish(GraphicsState state) {
    if (clipping) {
      path.close();
      state.clipTo(path.bounds(), path.isRectangle());
    }
    clipping = false;
    path = new PathBounds();
  }
}
