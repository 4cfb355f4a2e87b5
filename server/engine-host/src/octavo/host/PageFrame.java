/** The page as it is displayed: its lower left corner at the origin, turned as the document says. */
package octavo.host;

import org.opendataloader.pdf.processors.DocumentProcessor;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;

final class PageFrame {
  private PageFrame() {}

  /** Null where the document gives no size. */
  static BoundingBox of(int page) {
    BoundingBox box = DocumentProcessor.getPageBoundingBox(page);
    if (box == null) {
      return null;
    }
    boolean sideways = isSideways(page);
    double width = sideways ? box.getHeight() : box.getWidth();
    double height = sideways ? box.getWidth() : box.getHeight();
    return new BoundingBox(page, 0, 0, width, height);
  }

  /** The engine measures a page that lies on its side as if it stood, and calls what is beyond that off the page. */
  static boolean isSideways(int page) {
    Long degrees = StaticResources.getDocument().getPage(page).getRotation();
    return degrees != null && degrees % 180 != 0;
  }
}
