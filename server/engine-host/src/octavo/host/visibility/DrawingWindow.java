/** The part of a page that is drawn, and the places in it that have to be right. */
package octavo.host.visibility;

import java.awt.geom.Rectangle2D;
import java.util.List;
import octavo.host.geometry.Rect;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

/** `places` is null if the whole page has to be right. */
record DrawingWindow(Rect area, List<Rect> places) {
  /** Accents and descenders reach out of the box of their word. */
  private static final double MARGIN_PT = 4;

  static DrawingWindow wholePage(PDRectangle page, List<Rect> places) {
    return new DrawingWindow(new Rect(0, 0, page.getWidth(), page.getHeight()), places);
  }

  /** Holds all the places. On whole points, so that its pixels are the same as those of the whole page. */
  static DrawingWindow around(List<Rect> places, PDRectangle page) {
    double left = page.getWidth();
    double bottom = page.getHeight();
    double right = 0;
    double top = 0;
    for (Rect place : places) {
      Rect wide = withMargin(place).grow(1);
      left = Math.min(left, Math.floor(wide.left()));
      bottom = Math.min(bottom, Math.floor(wide.bottom()));
      right = Math.max(right, Math.ceil(wide.right()));
      top = Math.max(top, Math.ceil(wide.top()));
    }
    Rect area = new Rect(left, bottom, right, top).intersect(new Rect(0, 0, page.getWidth(), page.getHeight()));
    return new DrawingWindow(area, places);
  }

  private static Rect withMargin(Rect place) {
    return place.grow(MARGIN_PT + place.height() / 2);
  }

  /** The crop box that makes PDFBox draw this window only. */
  PDRectangle cropBox(PDRectangle page) {
    float left = page.getLowerLeftX() + (float) area.left();
    float bottom = page.getLowerLeftY() + (float) area.bottom();
    return new PDRectangle(left, bottom, (float) area.width(), (float) area.height());
  }

  /** The places with their margins, in pixels of a drawing of this height. */
  List<Rectangle2D> placesInPixels(double imageHeight, float pixelsPerPoint) {
    return places == null ? null : places.stream().map(place -> inPixels(place, imageHeight, pixelsPerPoint)).toList();
  }

  private Rectangle2D inPixels(Rect place, double imageHeight, float pixelsPerPoint) {
    Rect wide = withMargin(place);
    double left = (wide.left() - area.left()) * pixelsPerPoint;
    double top = imageHeight - (wide.top() - area.bottom()) * pixelsPerPoint;
    return new Rectangle2D.Double(left, top, wide.width() * pixelsPerPoint, wide.height() * pixelsPerPoint);
  }
}
