/** A drawn page, with the place of every glyph whether or not it left visible pixels. */
package octavo.host.visibility;

import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import octavo.host.geometry.Rect;

final class RenderedPage {
  private final double left;
  private final double bottom;
  private final int width;
  private final int height;
  private final int[] pixels;
  private final List<DrawnGlyph> glyphs;
  private final boolean formsSkipped;

  /** `left` and `bottom` are the lower left corner of the drawn part, in points of the whole page. */
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

  /** True only if glyphs were drawn there, all their outlines are known, and none has visible contrast. */
  private boolean isBlankAt(Rectangle2D box) {
    boolean found = false;
    boolean drawn = false;
    for (int index = firstAtOrBelow(box.getMinY()); index < glyphs.size(); index++) {
      DrawnGlyph glyph = glyphs.get(index);
      if (glyph.y() > box.getMaxY()) {
        break;
      }
      if (glyph.x() < box.getMinX() || glyph.x() > box.getMaxX()) {
        continue;
      }
      drawn = true;
      boolean onPage = glyph.bounds() != null && glyph.bounds().intersects(0, 0, width, height);
      if (!glyph.known() || (onPage && !isFlat(glyph.bounds()))) {
        return false;
      }
      found |= onPage;
    }
    // If no glyph was drawn at all, the text may be in a form XObject that was skipped; then the pixels there decide.
    return found || (!drawn && formsSkipped && box.intersects(0, 0, width, height) && isFlat(box));
  }

  /** `word` is in points of the displayed page. */
  boolean isBlankAt(Rect word, double pixelsPerPoint) {
    double x = (word.left() - left) * pixelsPerPoint;
    double y = height - (word.top() - bottom) * pixelsPerPoint;
    return isBlankAt(new Rectangle2D.Double(x, y, word.width() * pixelsPerPoint, word.height() * pixelsPerPoint));
  }

  private int firstAtOrBelow(double y) {
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
        double luminance = Luminance.of(pixels[y * width + x]);
        darkest = Math.min(darkest, luminance);
        lightest = Math.max(lightest, luminance);
        if (Luminance.contrast(lightest, darkest) >= Luminance.CONTRAST_MIN) {
          return false;
        }
      }
    }
    return true;
  }
}
