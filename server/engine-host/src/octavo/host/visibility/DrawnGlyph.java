/** One glyph of a drawn page: a point inside its own word, and the pixels its outline may have touched. */
package octavo.host.visibility;

import java.awt.geom.Rectangle2D;

record DrawnGlyph(double x, double y, boolean known, Rectangle2D bounds) {
  /** Around the outline, so that a glyph that fills its bounds still has contrast to its surroundings. */
  private static final double MARGIN_PX = 2;

  /** Without an outline nothing is known about the glyph; with an empty one it is a space. */
  static DrawnGlyph of(double x, double y, Rectangle2D outline) {
    if (outline == null || outline.isEmpty()) {
      return new DrawnGlyph(x, y, outline != null, null);
    }
    Rectangle2D wide = new Rectangle2D.Double(
        outline.getX() - MARGIN_PX, outline.getY() - MARGIN_PX,
        outline.getWidth() + 2 * MARGIN_PX, outline.getHeight() + 2 * MARGIN_PX);
    return new DrawnGlyph(x, y, true, wide);
  }
}
