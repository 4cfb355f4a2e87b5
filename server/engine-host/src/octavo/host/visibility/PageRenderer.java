/** Draws pages with PDFBox as a viewer would and records each glyph. Stops when the budget is spent, between two operators. */
package octavo.host.visibility;

import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import octavo.host.geometry.Rect;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType3CharProc;
import org.apache.pdfbox.pdmodel.font.PDType3Font;
import org.apache.pdfbox.pdmodel.graphics.blend.BlendMode;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.form.PDTransparencyGroup;
import org.apache.pdfbox.pdmodel.graphics.form.PDTransparencyGroupAttributes;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.apache.pdfbox.pdmodel.graphics.state.PDGraphicsState;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;
import org.apache.pdfbox.rendering.PageDrawer;
import org.apache.pdfbox.rendering.PageDrawerParameters;
import org.apache.pdfbox.util.Matrix;
import org.apache.pdfbox.util.Vector;

final class PageRenderer extends PDFRenderer {
  /** A page with more glyphs is not checked. */
  private static final int GLYPHS_MAX = 200_000;

  /** What steps of a drawing cost, in units of the budget. */
  private static final int DRAWING_UNITS = 5_000;
  private static final int OPERATOR_UNITS = 3;
  private static final int GLYPH_UNITS = 10;
  private static final int PIXELS_PER_UNIT = 200;
  private static final int GROUP_PIXELS_PER_UNIT = 20;
  private static final int SHADED_PIXELS_PER_UNIT = 5;
  private static final int IMAGE_PIXELS_PER_UNIT = 20;

  private final PDDocument document;
  private final DownscaledImages images;
  private final ImageParts imageParts;
  private final GlyphOutlines outlines = new GlyphOutlines();
  private List<DrawnGlyph> glyphs = new ArrayList<>();
  private boolean formsSkipped;
  private WorkBudget budget;
  private DrawingWindow window;
  private float pixelsPerPoint;

  PageRenderer(PDDocument document) {
    super(document);
    // An image of a gigabyte is read at the resolution at which it is shown.
    setSubsamplingAllowed(true);
    // Averaging over every pixel of an image is more precise than the check needs.
    setImageDownscalingOptimizationThreshold(0);
    this.document = document;
    this.images = new DownscaledImages(document);
    this.imageParts = new ImageParts(document);
  }

  /** Draws what touches one of `places`, in points of the displayed page, or everything if they are null. */
  RenderedPage render(int pageIndex, float scale, List<Rect> places, WorkBudget ofDocument) throws IOException {
    budget = ofDocument;
    pixelsPerPoint = scale;
    glyphs = new ArrayList<>();
    formsSkipped = false;
    PDPage page = document.getPage(pageIndex);
    PDRectangle whole = page.getCropBox();
    // A rotated page is drawn as a whole: its crop box is not rotated with it.
    boolean cropped = places != null && page.getRotation() == 0;
    window = cropped ? DrawingWindow.around(places, whole) : DrawingWindow.wholePage(whole, places);
    if (window.area().isEmpty()) {
      throw new IOException("nothing to draw");
    }
    try {
      if (cropped) {
        page.setCropBox(window.cropBox(whole));
      }
      budget.spend(DRAWING_UNITS + (long) (window.area().area() * scale * scale) / PIXELS_PER_UNIT);
      BufferedImage image = renderImage(pageIndex, scale, ImageType.RGB);
      return new RenderedPage(image, window.area().left(), window.area().bottom(), glyphs, formsSkipped);
    } finally {
      page.setCropBox(whole);
    }
  }

  @Override
  protected PageDrawer createPageDrawer(PageDrawerParameters parameters) throws IOException {
    return new Drawer(parameters);
  }

  private final class Drawer extends PageDrawer {
    private AffineTransform toPixels = new AffineTransform();
    private List<Rectangle2D> places;

    Drawer(PageDrawerParameters parameters) throws IOException {
      super(parameters);
    }

    @Override
    public void drawPage(Graphics2D graphics, PDRectangle size) throws IOException {
      toPixels = graphics.getTransform();
      toPixels.translate(0, size.getHeight());
      toPixels.scale(1, -1);
      toPixels.translate(-size.getLowerLeftX(), -size.getLowerLeftY());
      double height = toPixels.createTransformedShape(size.toGeneralPath()).getBounds2D().getMaxY();
      places = window.placesInPixels(height, pixelsPerPoint);
      super.drawPage(graphics, size);
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
      budget.spend(OPERATOR_UNITS);
      super.processOperator(operator, operands);
    }

    /** A form XObject in a layer that is off is skipped with all its glyphs, but the engine's parser reads its text. */
    @Override
    public void showForm(PDFormXObject form) throws IOException {
      formsSkipped |= form.getOptionalContent() != null;
      super.showForm(form);
    }

    @Override
    public void showTransparencyGroup(PDTransparencyGroup form) throws IOException {
      formsSkipped |= form.getOptionalContent() != null;
      Matrix inner = Matrix.concatenate(getGraphicsState().getCurrentTransformationMatrix(), form.getMatrix());
      PDRectangle box = form.getBBox();
      if (box != null && !isWantedOnPage(inner.createAffineTransform().createTransformedShape(box.toGeneralPath()))) {
        return;
      }
      if (canBeDrawnDirectly(form)) {
        super.showForm(form);
      } else {
        spendOnArea(getGraphicsState().getCurrentClippingPath(), GROUP_PIXELS_PER_UNIT);
        super.showTransparencyGroup(form);
      }
    }

    /**
     * PDFBox draws each group on a page of its own, where a highlighter with blend mode Multiply covers its words instead of
     * tinting them. Content of such a group looks the same when it is drawn directly.
     */
    private boolean canBeDrawnDirectly(PDTransparencyGroup form) {
      PDTransparencyGroupAttributes group = form.getGroup();
      PDGraphicsState state = getGraphicsState();
      return group != null && !group.isIsolated() && !group.isKnockout() && state.getSoftMask() == null
          && state.getBlendMode() == BlendMode.NORMAL && state.getNonStrokeAlphaConstant() == 1;
    }

    @Override
    public void shadingFill(COSName shading) throws IOException {
      Shape clip = getGraphicsState().getCurrentClippingPath();
      if (isWantedOnPage(clip)) {
        spendOnArea(clip, SHADED_PIXELS_PER_UNIT);
        super.shadingFill(shading);
      }
    }

    @Override
    public void fillPath(int windingRule) throws IOException {
      if (isWantedOnPage(getLinePath())) {
        spendOnArea(getLinePath(), PIXELS_PER_UNIT);
        super.fillPath(windingRule);
      } else {
        endPath();
      }
    }

    private void spendOnArea(Shape shape, int pixelsPerUnit) {
      Rectangle2D bounds = toPixels.createTransformedShape(shape).getBounds2D();
      Rectangle2D page = new Rectangle2D.Double(0, 0, window.area().width() * pixelsPerPoint, window.area().height() * pixelsPerPoint);
      Rectangle2D seen = bounds.createIntersection(page);
      budget.spend(seen.isEmpty() ? 1 : 1 + (long) (seen.getWidth() * seen.getHeight()) / pixelsPerUnit);
    }

    private boolean isWantedOnPage(Shape shape) {
      return places == null || isWanted(toPixels.createTransformedShape(shape).getBounds2D());
    }

    @Override
    protected void showFontGlyph(Matrix place, PDFont font, int code, Vector advance) throws IOException {
      budget.spend(GLYPH_UNITS);
      boolean drawn = record(place, font, advance, outlines.of(font, code));
      if (drawn || getGraphicsState().getTextState().getRenderingMode().isClip()) {
        super.showFontGlyph(place, font, code, advance);
      }
    }

    @Override // Images that touch no place are not decoded.
    public void drawImage(PDImage image) throws IOException {
      AffineTransform placed = getGraphicsState().getCurrentTransformationMatrix().createAffineTransform();
      AffineTransform square = new AffineTransform(toPixels);
      square.concatenate(placed);
      Rectangle2D drawn = square.createTransformedShape(new Rectangle2D.Double(0, 0, 1, 1)).getBounds2D();
      if (isWanted(drawn)) {
        budget.spend(OPERATOR_UNITS + images.pixelsOf(image) / IMAGE_PIXELS_PER_UNIT);
        PDImage coarse = images.of(image, Math.max(drawn.getWidth(), drawn.getHeight()));
        boolean cut = places != null && ImageParts.canRead(coarse);
        super.drawImage(cut ? imageParts.of(coarse, getSubsampling(coarse, placed), square, places) : coarse);
      }
    }

    private boolean isWanted(Rectangle2D bounds) {
      if (places == null) {
        return true;
      }
      for (Rectangle2D place : places) {
        if (bounds.getMaxX() >= place.getMinX() && bounds.getMinX() <= place.getMaxX()
            && bounds.getMaxY() >= place.getMinY() && bounds.getMinY() <= place.getMaxY()) {
          return true;
        }
      }
      return false;
    }

    @Override
    protected void showType3Glyph(Matrix place, PDType3Font font, int code, Vector advance) throws IOException {
      PDType3CharProc drawing = font.getCharProc(code);
      PDRectangle box = drawing == null ? null : drawing.getGlyphBBox();
      record(place, font, advance, box == null ? null : box.toGeneralPath().getBounds2D());
      super.showType3Glyph(place, font, code, advance);
    }

    /** The recorded point is just above the middle of the base line, so that it is in the box of no other word. False if the glyph touches no place. */
    private boolean record(Matrix place, PDFont font, Vector advance, Rectangle2D outline) throws IOException {
      if (glyphs.size() >= GLYPHS_MAX) {
        throw new IOException("too many glyphs");
      }
      AffineTransform text = new AffineTransform(toPixels);
      text.concatenate(place.createAffineTransform());
      Point2D middle = text.transform(new Point2D.Double(advance.getX() / 2, advance.getY() / 2 + 0.05), null);
      text.concatenate(font.getFontMatrix().createAffineTransform());
      Rectangle2D bounds = outline == null ? null : text.createTransformedShape(outline).getBounds2D();
      boolean drawn = bounds == null || isWanted(bounds);
      // A glyph that is not drawn leaves no pixels; without bounds it is not taken for hidden.
      glyphs.add(DrawnGlyph.of(middle.getX(), middle.getY(), drawn ? bounds : null));
      return drawn;
    }
  }
}
