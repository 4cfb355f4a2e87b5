/** Draws pages as a viewer would and notes each letter on the way; gives up at the deadline, between two operators. */
package octavo.host;

import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.Point2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType3CharProc;
import org.apache.pdfbox.pdmodel.font.PDType3Font;
import org.apache.pdfbox.pdmodel.font.PDVectorFont;
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
  /** Letters of one page; a page with more is not judged. */
  private static final int GLYPHS_MAX = 200_000;

  private static final double AROUND_PT = 4;

  private final PDDocument document;
  private final DownscaledImages pictures;
  private final Map<PDFont, Map<Integer, Rectangle2D>> outlines = new HashMap<>();
  private List<DrawnGlyph> glyphs = new ArrayList<>();
  private boolean formsSkipped;
  private Deadline deadline;
  private List<Rect> wanted;
  private Rect window;
  private float scale;

  PageRenderer(PDDocument document) {
    super(document);
    // A picture of a gigabyte is read as coarsely as it is shown.
    setSubsamplingAllowed(true);
    // Averaging over every pixel of a picture makes it finer than any word on it needs.
    setImageDownscalingOptimizationThreshold(0);
    this.document = document;
    this.pictures = new DownscaledImages(document);
  }

  /** Only what touches one of `places` need be drawn, in points of the displayed page; null for everything. */
  RenderedPage paint(int pageIndex, float pixelsPerPoint, List<Rect> places, Deadline until) throws IOException {
    deadline = until;
    wanted = places;
    scale = pixelsPerPoint;
    glyphs = new ArrayList<>();
    formsSkipped = false;
    PDPage page = document.getPage(pageIndex);
    PDRectangle whole = page.getCropBox();
    // A page that is turned is drawn as a whole: its crop box is not turned with it.
    boolean cut = places != null && page.getRotation() == 0;
    window = cut ? windowOn(places, whole) : new Rect(0, 0, whole.getWidth(), whole.getHeight());
    if (window.isEmpty()) {
      throw new IOException("nothing of the page to look at");
    }
    try {
      if (cut) {
        page.setCropBox(boxOf(window, whole));
      }
      BufferedImage image = renderImage(pageIndex, pixelsPerPoint, ImageType.RGB);
      return new RenderedPage(image, window.left(), window.bottom(), glyphs, formsSkipped);
    } finally {
      page.setCropBox(whole);
    }
  }

  /** What holds all the places, on whole points, so that its pixels are those of the whole page. */
  private static Rect windowOn(List<Rect> places, PDRectangle whole) {
    double left = whole.getWidth();
    double bottom = whole.getHeight();
    double right = 0;
    double top = 0;
    for (Rect place : places) {
      Rect wide = withRoom(place).grown(1);
      left = Math.min(left, Math.floor(wide.left()));
      bottom = Math.min(bottom, Math.floor(wide.bottom()));
      right = Math.max(right, Math.ceil(wide.right()));
      top = Math.max(top, Math.ceil(wide.top()));
    }
    return new Rect(left, bottom, right, top).within(new Rect(0, 0, whole.getWidth(), whole.getHeight()));
  }

  private static PDRectangle boxOf(Rect window, PDRectangle whole) {
    float left = whole.getLowerLeftX() + (float) window.left();
    float bottom = whole.getLowerLeftY() + (float) window.bottom();
    return new PDRectangle(left, bottom, (float) window.width(), (float) window.height());
  }

  /** With room around for all that belongs to the letters in it. */
  private static Rect withRoom(Rect place) {
    return place.grown(AROUND_PT + place.height() / 2);
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
      places = wanted == null ? null : wanted.stream().map(area -> inPixels(area, height)).toList();
      super.drawPage(graphics, size);
    }

    @Override
    protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
      deadline.check();
      super.processOperator(operator, operands);
    }

    /** A form in a layer that is off is passed over with all its letters; the engine's parser reads them. */
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
      if (isOpenToThePage(form)) {
        super.showForm(form);
      } else {
        super.showTransparencyGroup(form);
      }
    }

    /** Then its content may as well be drawn one by one; drawn apart, a marker that multiplies would cover its words. */
    private boolean isOpenToThePage(PDTransparencyGroup form) {
      PDTransparencyGroupAttributes group = form.getGroup();
      PDGraphicsState state = getGraphicsState();
      return group != null && !group.isIsolated() && !group.isKnockout() && state.getSoftMask() == null
          && state.getBlendMode() == BlendMode.NORMAL && state.getNonStrokeAlphaConstant() == 1;
    }

    @Override
    public void shadingFill(COSName shading) throws IOException {
      if (isWantedOnPage(getGraphicsState().getCurrentClippingPath())) {
        super.shadingFill(shading);
      }
    }

    @Override
    public void fillPath(int windingRule) throws IOException {
      if (isWantedOnPage(getLinePath())) {
        super.fillPath(windingRule);
      } else {
        endPath();
      }
    }

    private boolean isWantedOnPage(Shape shape) {
      return places == null || isWanted(toPixels.createTransformedShape(shape).getBounds2D());
    }

    @Override
    protected void showFontGlyph(Matrix place, PDFont font, int code, Vector advance) throws IOException {
      deadline.check();
      boolean drawn = note(place, font, advance, outlineOf(font, code));
      if (drawn || getGraphicsState().getTextState().getRenderingMode().isClip()) {
        super.showFontGlyph(place, font, code, advance);
      }
    }

    /** Pictures elsewhere are not even unpacked. */
    @Override
    public void drawImage(PDImage picture) throws IOException {
      deadline.check();
      AffineTransform square = new AffineTransform(toPixels);
      square.concatenate(getGraphicsState().getCurrentTransformationMatrix().createAffineTransform());
      Rectangle2D drawn = square.createTransformedShape(new Rectangle2D.Double(0, 0, 1, 1)).getBounds2D();
      if (isWanted(drawn)) {
        super.drawImage(pictures.of(picture, Math.max(drawn.getWidth(), drawn.getHeight())));
      }
    }

    private boolean isWanted(Rectangle2D ink) {
      if (places == null) {
        return true;
      }
      for (Rectangle2D place : places) {
        if (ink.getMaxX() >= place.getMinX() && ink.getMinX() <= place.getMaxX()
            && ink.getMaxY() >= place.getMinY() && ink.getMinY() <= place.getMaxY()) {
          return true;
        }
      }
      return false;
    }

    private Rectangle2D inPixels(Rect area, double height) {
      Rect wide = withRoom(area);
      double left = (wide.left() - window.left()) * scale;
      double top = height - (wide.top() - window.bottom()) * scale;
      return new Rectangle2D.Double(left, top, wide.width() * scale, wide.height() * scale);
    }

    @Override
    protected void showType3Glyph(Matrix place, PDType3Font font, int code, Vector advance) throws IOException {
      PDType3CharProc drawing = font.getCharProc(code);
      PDRectangle box = drawing == null ? null : drawing.getGlyphBBox();
      note(place, font, advance, box == null ? null : box.toGeneralPath().getBounds2D());
      super.showType3Glyph(place, font, code, advance);
    }

    /** The point stands a little above the middle of the base line: inside its own word's box and no other's. False if it need not be drawn. */
    private boolean note(Matrix place, PDFont font, Vector advance, Rectangle2D outline) throws IOException {
      if (glyphs.size() >= GLYPHS_MAX) {
        throw new IOException("more letters than are looked at");
      }
      AffineTransform text = new AffineTransform(toPixels);
      text.concatenate(place.createAffineTransform());
      Point2D middle = text.transform(new Point2D.Double(advance.getX() / 2, advance.getY() / 2 + 0.05), null);
      text.concatenate(font.getFontMatrix().createAffineTransform());
      Rectangle2D ink = outline == null ? null : text.createTransformedShape(outline).getBounds2D();
      boolean drawn = ink == null || isWanted(ink);
      // What is passed over leaves no trace, and that must not be taken for its being hidden.
      glyphs.add(DrawnGlyph.of(middle.getX(), middle.getY(), drawn ? ink : null));
      return drawn;
    }
  }

  /** A letter the font at hand cannot draw has none: what another viewer would show is not known. */
  private Rectangle2D outlineOf(PDFont font, int code) throws IOException {
    Map<Integer, Rectangle2D> known = outlines.computeIfAbsent(font, any -> new HashMap<>());
    if (!known.containsKey(code)) {
      known.put(code, readOutline(font, code));
    }
    return known.get(code);
  }

  private static Rectangle2D readOutline(PDFont font, int code) throws IOException {
    if (!(font instanceof PDVectorFont vectors)) {
      return null;
    }
    Rectangle2D outline = vectors.getNormalizedPath(code).getBounds2D();
    String letters = font.toUnicode(code);
    boolean isSpace = letters != null && letters.isBlank();
    boolean drawn = !outline.isEmpty() && (font.isEmbedded() || vectors.hasGlyph(code));
    return drawn || isSpace ? outline : null;
  }
}
