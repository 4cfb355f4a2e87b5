/** Builds paths and puts what they paint into the scene. */
package octavo.host;

final class PathPainter {
  private final DisplayList scene;
  private PathBounds outline = new PathBounds();
  private boolean clipping;

  PathPainter(DisplayList scene) {
    this.scene = scene;
  }

  /** False if the operator has nothing to do with paths. */
  boolean apply(String operator, Operands operands, GraphicsState pen) {
    switch (operator) {
      case "m" -> move(operands.numbers(2), pen.placement());
      case "l" -> line(operands.numbers(2), pen.placement());
      case "c" -> curve(operands.numbers(6), pen.placement());
      case "v" -> curveFromHere(operands.numbers(4), pen.placement());
      case "y" -> curveToEnd(operands.numbers(4), pen.placement());
      case "re" -> {
        double[] at = operands.numbers(4);
        outline.rectangle(pen.placement(), at[0], at[1], at[2], at[3]);
      }
      case "h" -> outline.close();
      case "W", "W*" -> clipping = true;
      case "n" -> finish(pen);
      case "f", "F", "f*" -> paint(pen, true, false, true);
      case "S" -> paint(pen, false, true, false);
      case "s" -> paint(pen, false, true, true);
      case "B", "B*" -> paint(pen, true, true, false);
      case "b", "b*" -> paint(pen, true, true, true);
      default -> {
        return false;
      }
    }
    if (outline.isTooLong()) {
      throw new Operands.UnsupportedContent();
    }
    return true;
  }

  private void move(double[] to, Transform at) {
    outline.moveTo(at.x(to[0], to[1]), at.y(to[0], to[1]));
  }

  private void line(double[] to, Transform at) {
    outline.lineTo(at.x(to[0], to[1]), at.y(to[0], to[1]));
  }

  private void curve(double[] by, Transform at) {
    outline.curveTo(
        at.x(by[0], by[1]), at.y(by[0], by[1]), at.x(by[2], by[3]), at.y(by[2], by[3]), at.x(by[4], by[5]), at.y(by[4], by[5]));
  }

  private void curveFromHere(double[] by, Transform at) {
    outline.curveTo(
        outline.x(), outline.y(), at.x(by[0], by[1]), at.y(by[0], by[1]), at.x(by[2], by[3]), at.y(by[2], by[3]));
  }

  private void curveToEnd(double[] by, Transform at) {
    double endX = at.x(by[2], by[3]);
    double endY = at.y(by[2], by[3]);
    outline.curveTo(at.x(by[0], by[1]), at.y(by[0], by[1]), endX, endY, endX, endY);
  }

  private void paint(GraphicsState pen, boolean fill, boolean stroke, boolean close) {
    if (close) {
      outline.close();
    }
    if (fill) {
      boolean exact = pen.isDirect() && outline.isRectangle();
      outline.parts().forEach(part -> scene.paint(part.within(pen.clip()), pen.fill(), exact));
    }
    if (stroke) {
      double reach = pen.lineReach();
      outline.strokes().forEach(line -> scene.paint(line.grown(reach).within(pen.clip()), pen.stroke(), false));
    }
    finish(pen);
  }

  private void finish(GraphicsState pen) {
    if (clipping) {
      outline.close();
      pen.clipTo(outline.bounds(), outline.isRectangle());
    }
    clipping = false;
    outline = new PathBounds();
  }
}
