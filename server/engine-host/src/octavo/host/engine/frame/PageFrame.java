/** The displayed page: with its lower left corner at the origin, and rotated as the document says. */
package octavo.host.engine.frame;

import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.opendataloader.pdf.processors.DocumentProcessor;
import org.verapdf.gf.model.factory.chunks.Matrix;
import org.verapdf.gf.model.impl.sa.GFSAPage;
import org.verapdf.pd.PDPage;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;

public final class PageFrame {
  private PageFrame() {}

  /** Empty for null. */
  public static Rect rectOf(BoundingBox box) {
    return box == null ? Rect.EMPTY : new Rect(box.getLeftX(), box.getBottomY(), box.getRightX(), box.getTopY());
  }

  /** Null if the document gives no size. */
  public static BoundingBox of(int page) {
    BoundingBox box = DocumentProcessor.getPageBoundingBox(page);
    if (box == null) {
      return null;
    }
    boolean sideways = isSideways(page);
    double width = sideways ? box.getHeight() : box.getWidth();
    double height = sideways ? box.getWidth() : box.getHeight();
    return new BoundingBox(page, 0, 0, width, height);
  }

  /** From the coordinates of the page to the displayed page. */
  public static Transform transform(PDPage page) {
    Matrix matrix = GFSAPage.createCurrentTransformationMatrix(page);
    return new Transform(
        matrix.getValue(0, 0), matrix.getValue(0, 1),
        matrix.getValue(1, 0), matrix.getValue(1, 1),
        matrix.getValue(2, 0), matrix.getValue(2, 1));
  }

  /** The engine ignores a rotation by 90 degrees when it measures a page, and takes visible content for off-page. */
  public static boolean isSideways(int page) {
    Long degrees = StaticResources.getDocument().getPage(page).getRotation();
    return degrees != null && degrees % 180 != 0;
  }
}
