/** Follows the content of a page beside the words the engine read from it, and draws up its scene without drawing it. */
package octavo.host;

import java.io.IOException;
import java.util.List;
import octavo.host.PageImages.PlacedImage;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.gf.model.factory.chunks.Matrix;
import org.verapdf.gf.model.impl.sa.GFSAPage;
import org.verapdf.pd.PDAnnotation;
import org.verapdf.pd.PDPage;
import org.verapdf.pd.PDResource;
import org.verapdf.pd.PDResourcesHandler;
import org.verapdf.pd.images.PDXForm;
import org.verapdf.pd.images.PDXImage;
import org.verapdf.pd.images.PDXObject;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;

final class ContentInterpreter {
  private static final int DEPTH_MAX = 12;
  private static final int STATES_MAX = 1_000;
  private static final int OPERATORS_MAX = 2_000_000;
  private static final int OPERATORS_BETWEEN_CHECKS = 256;

  private static final Rect UNIT = new Rect(0, 0, 1, 1);

  private final Deadline deadline;
  private final LayerVisibility layers;
  private final WordCursor words;
  private final ColourLuminance colours = new ColourLuminance();
  private final ContentReader content;
  private final DisplayList scene;
  private final PathPainter brush;
  private final Rect frame;
  private GraphicsState pen;
  private int operators;
  private boolean inNotes;

  private ContentInterpreter(Deadline deadline, LayerVisibility layers, WordCursor words, Rect frame, Transform placement) {
    this.deadline = deadline;
    this.content = new ContentReader(deadline);
    this.layers = layers;
    this.words = words;
    this.scene = new DisplayList(frame);
    this.brush = new PathPainter(scene);
    this.frame = frame;
    this.pen = new GraphicsState(placement, frame);
  }

  /** Null if the page has to be drawn. */
  static DisplayList of(PDPage page, List<IChunk> chunks, Rect frame, LayerVisibility layers, Deadline deadline) {
    try {
      ContentInterpreter survey = new ContentInterpreter(deadline, layers, new WordCursor(chunks), frame, placementOf(page));
      survey.read(page);
      return survey.scene;
    } catch (IOException | RuntimeException unclear) {
      return null;
    }
  }

  /** The engine's own, so that its boxes fit; where it is known to differ from that of the drawn page, there is none. */
  private static Transform placementOf(PDPage page) {
    long turned = page.getRotation() % 360;
    double[] box = page.getCropBox();
    boolean atOrigin = box != null && box.length == 4 && box[0] == 0 && box[1] == 0;
    if (turned % 90 != 0 || turned < 0 || (turned != 0 && !atOrigin)) {
      throw new Operands.UnsupportedContent();
    }
    Matrix at = GFSAPage.createCurrentTransformationMatrix(page);
    return new Transform(
        at.getValue(0, 0), at.getValue(0, 1), at.getValue(1, 0), at.getValue(1, 1), at.getValue(2, 0), at.getValue(2, 1));
  }

  private void read(PDPage page) throws IOException {
    Transform placement = pen.placement();
    PDResourcesHandler resources = PDResourcesHandler.getInstance(page.getResources(), page.isInheritedResources());
    COSObject contents = page.getContent() == null ? null : page.getContent().getContents();
    if (contents != null && !contents.empty()) {
      follow(contents, resources, null, 0);
    }
    if (!words.isOver()) {
      throw new Operands.UnsupportedContent();
    }
    inNotes = true;
    for (PDAnnotation note : page.getAnnotations()) {
      pen = new GraphicsState(placement, frame);
      addNote(note, resources);
    }
    if (scene.isFull()) {
      throw new Operands.UnsupportedContent();
    }
  }

  private void follow(COSObject contents, PDResourcesHandler resources, String form, int depth) throws IOException {
    COSObjType type = contents.getType();
    if (type != COSObjType.COS_STREAM && type != COSObjType.COS_ARRAY) {
      return;
    }
    StreamState level = StreamState.of(resources, form, depth);
    ContentTokenizer scanner = content.read(contents);
    for (String operator = scanner.next(); operator != null; operator = scanner.next()) {
      checkBounds();
      apply(operator, scanner.index(), scanner.operands(), level);
    }
    while (!level.marks().isEmpty()) {
      endMarked(level);
    }
  }

  private void checkBounds() {
    if (++operators % OPERATORS_BETWEEN_CHECKS == 0) {
      deadline.check();
      if (operators > OPERATORS_MAX || scene.isFull()) {
        throw new Operands.UnsupportedContent();
      }
    }
  }

  private void apply(String name, int index, Operands operands, StreamState level) throws IOException {
    if (brush.apply(name, operands, pen) || pen.apply(name, operands, level.named(), colours)) {
      return;
    }
    switch (name) {
      case "q" -> {
        if (level.kept().size() >= STATES_MAX) {
          throw new Operands.UnsupportedContent();
        }
        level.kept().push(pen.copy());
      }
      case "Q" -> pen = level.kept().isEmpty() ? pen : level.kept().pop();
      case "Tj", "TJ", "'", "\"" -> show(words.shownBy(index, level.form()));
      case "Do" -> draw(operands.name(), level);
      case "sh" -> scene.paint(pen.clip(), Luminance.UNKNOWN, false);
      case "BMC" -> level.marks().push(false);
      case "BDC" -> beginMarked(operands, level);
      case "EMC" -> endMarked(level);
      case "BI" -> addInlinePicture();
      default -> { }
    }
  }

  private void beginMarked(Operands operands, StreamState level) {
    boolean hides = false;
    if (operands.text(0).equals("OC")) {
      boolean named = operands.endInName() && operands.count() > 1;
      PDResource property = named ? level.named().all().getProperties(operands.name()) : null;
      hides = property == null || !layers.isShown(property.getObject());
    }
    level.marks().push(hides);
    if (hides) {
      scene.beginDoubt();
    }
  }

  private void endMarked(StreamState level) {
    if (!level.marks().isEmpty() && level.marks().pop()) {
      scene.endDoubt();
    }
  }

  private void show(TextChunk shown) {
    if (inNotes) {
      // Unread by the engine, but on top of everything it read.
      scene.paint(pen.clip(), Luminance.UNKNOWN, false);
    }
    if (shown != null) {
      Rect area = Rect.of(shown.getBoundingBox());
      String text = shown.getValue();
      double size = shown.getFontSize();
      double light = pen.letterLight();
      boolean plain = !Double.isNaN(light) && WordCursor.areInProportion(area, size, text);
      scene.write(area, pen.clip(), light, size, plain, text);
    }
    pen.noteLetters();
  }

  private void draw(ASAtom name, StreamState level) throws IOException {
    PDXObject object = level.named().all().getXObject(name);
    if (object == null) {
      return;
    }
    if (object instanceof PDXForm form) {
      drawForm(form, name.getValue(), level);
    } else {
      PlacedImage picture = object instanceof PDXImage image ? new PlacedImage(image, pen.placement()) : null;
      boolean exact = picture != null && pen.isDirect() && pen.placement().isUpright();
      scene.paint(Rect.placed(pen.placement(), UNIT).within(pen.clip()), picture, exact);
    }
  }

  private void drawForm(PDXForm form, String name, StreamState level) throws IOException {
    if (level.depth() >= DEPTH_MAX) {
      throw new Operands.UnsupportedContent();
    }
    GraphicsState before = pen;
    pen = before.copy();
    COSObject layer = form.getObject().getKey(ASAtom.OC);
    boolean hides = layer != null && !layer.empty() && !layers.isShown(layer);
    if (hides) {
      scene.beginDoubt();
    }
    pen.place(pen.placement().under(form.getObject().getKey(ASAtom.MATRIX)));
    double[] box = form.getBBox();
    if (box == null || box.length != 4) {
      throw new Operands.UnsupportedContent();
    }
    pen.clipTo(Rect.placed(pen.placement(), Rect.between(box)), pen.placement().isUpright());
    follow(form.getContents(), level.named().all().getExtendedResources(form.getResources()), name, level.depth() + 1);
    if (hides) {
      scene.endDoubt();
    }
    pen = before;
  }

  private void addInlinePicture() {
    scene.paint(Rect.placed(pen.placement(), UNIT).within(pen.clip()), Luminance.UNKNOWN, false);
  }

  /** Drawn last, over all the rest. */
  private void addNote(PDAnnotation note, PDResourcesHandler resources) throws IOException {
    double[] box = note.getRect();
    COSObject looks = note.getCOSAP();
    boolean bare = looks == null || looks.empty();
    if (ASAtom.POPUP.equals(note.getSubtype()) || box == null || box.length != 4) {
      return;
    }
    if (bare && ASAtom.LINK.equals(note.getSubtype())) {
      AnnotationBorder.border(note, Rect.placed(pen.placement(), Rect.between(box))).forEach(edge -> scene.paint(edge, Luminance.UNKNOWN, false));
      return;
    }
    Rect place = Rect.between(box);
    COSObject look = bare ? null : looks.getKey(ASAtom.N);
    if (look == null || look.getType() != COSObjType.COS_STREAM) {
      scene.paint(Rect.placed(pen.placement(), place), Luminance.UNKNOWN, false);
      return;
    }
    PDXForm form = new PDXForm(look);
    Transform inner = Transform.IDENTITY.under(look.getKey(ASAtom.MATRIX));
    Rect drawn = form.getBBox() == null ? Rect.NONE : Rect.placed(inner, Rect.between(form.getBBox()));
    if (drawn.isEmpty()) {
      return;
    }
    pen.place(pen.placement().under(drawn.onto(place)));
    drawForm(form, "", StreamState.of(resources, null, 0));
  }
}
