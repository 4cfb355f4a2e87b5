/** A page as its reader sees it, and where on it each letter was drawn, whether or not anything of it can be seen. */
package octavo.host;

import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

final class RenderedPage {
  private final double left;
  private final double bottom;
  private final int width;
  private final int height;
  private final int[] pixels;
  private final List<DrawnGlyph> glyphs;
  private final boolean formsSkipped;

  /** `left` and `bottom` are the corner of the part that was drawn, in points of the whole page. */
  RenderedPage(BufferedImage image, double left, double bottom, List<DrawnGlyph> drawn, boolean formsSkipped) {
    this.left = left;
    this.bottom = bottom;
    this.formsSkipped = formsSkipped;
    this.width = image.getWidth();
    this.height = image.getHeight();
    this.pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
    this.glyphs = new ArrayList<>(drawn);
    this.glyphs.sort(Comparator.comparingDouble(DrawnGlyph::y));
  }

  /** True only if letters were drawn there and on the page, the outline of each is known, and none left a trace. */
  private boolean isBlankAt(Rectangle2D box) {
    boolean found = false;
    boolean drawn = false;
    for (int index = firstBelow(box.getMinY()); index < glyphs.size(); index++) {
      DrawnGlyph glyph = glyphs.get(index);
      if (glyph.y() > box.getMaxY()) {
        break;
      }
      if (glyph.x() < box.getMinX() || glyph.x() > box.getMaxX()) {
        continue;
      }
      drawn = true;
      boolean inSight = glyph.bounds() != null && glyph.bounds().intersects(0, 0, width, height);
      if (!glyph.known() || (inSight && !isFlat(glyph.bounds()))) {
        return false;
      }
      found |= inSight;
    }
    // Where no letter was drawn at all, a form that was passed over may hold the text; then its place decides.
    return found || (!drawn && formsSkipped && box.intersects(0, 0, width, height) && isFlat(box));
  }

  /** From points of the displayed page, counted from its lower left corner. */
  boolean isBlankAt(Rect word, double pixelsPerPoint) {
    double x = (word.left() - left) * pixelsPerPoint;
    double y = height - (word.top() - bottom) * pixelsPerPoint;
    return isBlankAt(new Rectangle2D.Double(x, y, word.width() * pixelsPerPoint, word.height() * pixelsPerPoint));
  }

  private int firstBelow(double y) {
    int low = 0;
    int high = glyphs.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (glyphs.get(middle).y() < y) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private boolean isFlat(Rectangle2D bounds) {
    int left = (int) Math.max(0, Math.floor(bounds.getMinX()));
    int right = (int) Math.min(width, Math.ceil(bounds.getMaxX()));
    int top = (int) Math.max(0, Math.floor(bounds.getMinY()));
    int bottom = (int) Math.min(height, Math.ceil(bounds.getMaxY()));
    double darkest = 1;
    double lightest = 0;
    for (int y = top; y < bottom; y++) {
      for (int x = left; x < right; x++) {
        double light = Luminance.of(pixels[y * width + x]);
        darkest = Math.min(darkest, light);
        lightest = Math.max(lightest, light);
        if (Luminance.contrast(lightest, darkest) >= Luminance.CONTRAST_MIN) {
          return false;
        }
      }
    }
    return true;
  }
}
