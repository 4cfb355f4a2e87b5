/** The displayed page: with its lower left corner at the origin, and rotated as the document says. */
package octavo.host.engine;

import octavo.host.geometry.Rect;
import org.opendataloader.pdf.processors.DocumentProcessor;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;

final class PageFrame {
  private PageFrame() {}

  static Rect rectOf(BoundingBox box) {
    return new Rect(box.getLeftX(), box.getBottomY(), box.getRightX(), box.getTopY());
  }

  /** Null if the document gives no size. */
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

  /** The engine ignores a rotation by 90 degrees when it measures a page, and takes visible content for off-page. */
  static boolean isSideways(int page) {
    Long degrees = StaticResources.getDocument().getPage(page).getRotation();
    return degrees != null && degrees % 180 != 0;
  }
}
