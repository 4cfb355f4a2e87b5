/** Interprets the content of a page into a display list, and matches it with the words the engine read from the page. */
package octavo.host.visibility.fastpath;

import java.io.IOException;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import octavo.host.visibility.EnginePages;
import octavo.host.visibility.EnginePages.ShownText;
import octavo.host.visibility.Luminance;
import octavo.host.visibility.WorkBudget;
import octavo.host.visibility.fastpath.PageImages.PlacedImage;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDAnnotation;
import org.verapdf.pd.PDPage;
import org.verapdf.pd.PDResource;
import org.verapdf.pd.PDResourcesHandler;
import org.verapdf.pd.images.PDXForm;
import org.verapdf.pd.images.PDXImage;
import org.verapdf.pd.images.PDXObject;

final class ContentInterpreter {
  private static final int DEPTH_MAX = 12;
  private static final int STATES_MAX = 1_000;
  private static final int OPERATORS_MAX = 2_000_000;
  private static final int OPERATORS_BETWEEN_CHECKS = 256;

  private final WorkBudget budget;
  private final LayerVisibility layers;
  private final WordCursor words;
  private final ColourLuminance colours;
  private final ContentReader content;
  private final DisplayList displayList;
  private final PathPainter pathPainter;
  private final Rect frame;
  private GraphicsState state;
  private int operators;
  private boolean inAnnotations;

  private ContentInterpreter(FastPath path, WorkBudget budget, WordCursor words, Rect frame, Transform transform) {
    this.budget = budget;
    this.colours = new ColourLuminance(path.profiles());
    this.content = new ContentReader(budget);
    this.layers = path.layers();
    this.words = words;
    this.displayList = new DisplayList(frame);
    this.pathPainter = new PathPainter(displayList);
    this.frame = frame;
    this.state = new GraphicsState(transform, frame);
  }

  /** Null if the page has to be drawn. */
  static DisplayList interpret(FastPath path, EnginePages pages, int index, WorkBudget budget) {
    try {
      PDPage page = pages.page(index);
      requireKnownOrigin(page);
      WordCursor words = new WordCursor(pages.texts(index));
      ContentInterpreter interpreter =
          new ContentInterpreter(path, budget, words, pages.frame(index), pages.transform(index));
      interpreter.read(page);
      return interpreter.displayList;
    } catch (IOException | RuntimeException unsupported) {
      return null;
    }
  }

  /** On other pages the engine's boxes do not match the page as it is drawn. */
  private static void requireKnownOrigin(PDPage page) {
    long rotation = page.getRotation() % 360;
    double[] box = page.getCropBox();
    boolean atOrigin = box != null && box.length == 4 && box[0] == 0 && box[1] == 0;
    if (rotation % 90 != 0 || rotation < 0 || (rotation != 0 && !atOrigin)) {
      throw new UnsupportedContent();
    }
  }

  private void read(PDPage page) throws IOException {
    Transform transform = state.transform();
    PDResourcesHandler resources = PDResourcesHandler.getInstance(page.getResources(), page.isInheritedResources());
    COSObject contents = page.getContent() == null ? null : page.getContent().getContents();
    if (contents != null && !contents.empty()) {
      interpret(contents, resources, null, 0);
    }
    if (!words.isAtEnd()) {
      throw new UnsupportedContent();
    }
    inAnnotations = true;
    for (PDAnnotation annotation : page.getAnnotations()) {
      state = new GraphicsState(transform, frame);
      addAnnotation(annotation, resources);
    }
    if (displayList.isFull()) {
      throw new UnsupportedContent();
    }
  }

  private void interpret(COSObject contents, PDResourcesHandler resources, String form, int depth) throws IOException {
    COSObjType type = contents.getType();
    if (type != COSObjType.COS_STREAM && type != COSObjType.COS_ARRAY) {
      return;
    }
    StreamState stream = StreamState.of(resources, form, depth);
    ContentTokenizer tokenizer = content.read(contents);
    for (String operator = tokenizer.next(); operator != null; operator = tokenizer.next()) {
      checkBounds();
      apply(operator, tokenizer.index(), tokenizer.operands(), stream);
    }
    while (!stream.marks().isEmpty()) {
      endMarked(stream);
    }
  }

  private void checkBounds() {
    if (++operators % OPERATORS_BETWEEN_CHECKS == 0) {
      budget.spend(OPERATORS_BETWEEN_CHECKS);
      if (operators > OPERATORS_MAX || displayList.isFull()) {
        throw new UnsupportedContent();
      }
    }
  }

  private void apply(String name, int index, Operands operands, StreamState stream) throws IOException {
    if (pathPainter.apply(name, operands, state) || state.apply(name, operands, stream.named(), colours)) {
      return;
    }
    switch (name) {
      case "q" -> {
        if (stream.saved().size() >= STATES_MAX) {
          throw new UnsupportedContent();
        }
        stream.saved().push(state.copy());
      }
      case "Q" -> state = stream.saved().isEmpty() ? state : stream.saved().pop();
      case "Tj", "TJ", "'", "\"" -> show(words.textOf(index, stream.form()));
      case "Do" -> draw(operands.name(), stream);
      case "sh" -> displayList.paint(state.clip(), Luminance.UNKNOWN, false);
      case "BMC" -> stream.marks().push(false);
      case "BDC" -> beginMarked(operands, stream);
      case "EMC" -> endMarked(stream);
      case "BI" -> addInlineImage();
      default -> { }
    }
  }

  private void beginMarked(Operands operands, StreamState stream) {
    boolean hides = false;
    if (operands.text(0).equals("OC")) {
      boolean named = operands.endInName() && operands.count() > 1;
      PDResource property = named ? stream.named().all().getProperties(operands.name()) : null;
      hides = property == null || !layers.isShown(property.getObject());
    }
    stream.marks().push(hides);
    if (hides) {
      displayList.beginUncertain();
    }
  }

  private void endMarked(StreamState stream) {
    if (!stream.marks().isEmpty() && stream.marks().pop()) {
      displayList.endUncertain();
    }
  }

  private void show(ShownText shown) {
    if (inAnnotations) {
      // The engine does not read text of annotations, but it may cover what it read.
      displayList.paint(state.clip(), Luminance.UNKNOWN, false);
    }
    if (shown != null) {
      double luminance = state.textLuminance();
      boolean plain = !Double.isNaN(luminance) && WordCursor.isInProportion(shown.box(), shown.fontSize(), shown.text());
      displayList.write(shown.box(), state.clip(), luminance, shown.fontSize(), plain, shown.text());
    }
    state.afterText();
  }

  private void draw(ASAtom name, StreamState stream) throws IOException {
    PDXObject object = stream.named().all().getXObject(name);
    if (object == null) {
      return;
    }
    if (object instanceof PDXForm form) {
      drawForm(form, name.getValue(), stream);
    } else {
      PlacedImage placed = object instanceof PDXImage image ? new PlacedImage(image, state.transform()) : null;
      boolean exact = placed != null && state.isDirect() && state.transform().keepsAxes();
      displayList.paint(state.transform().unitSquare().intersect(state.clip()), placed, exact);
    }
  }

  private void drawForm(PDXForm form, String name, StreamState stream) throws IOException {
    if (stream.depth() >= DEPTH_MAX) {
      throw new UnsupportedContent();
    }
    GraphicsState before = state;
    state = before.copy();
    COSObject layer = form.getObject().getKey(ASAtom.OC);
    boolean hides = layer != null && !layer.empty() && !layers.isShown(layer);
    if (hides) {
      displayList.beginUncertain();
    }
    state.setTransform(state.transform().concat(form.getObject().getKey(ASAtom.MATRIX)));
    double[] box = form.getBBox();
    if (box == null || box.length != 4) {
      throw new UnsupportedContent();
    }
    state.clipTo(state.transform().boundsOf(Rect.ofCorners(box)), state.transform().keepsAxes());
    interpret(form.getContents(), stream.named().all().getExtendedResources(form.getResources()), name, stream.depth() + 1);
    if (hides) {
      displayList.endUncertain();
    }
    state = before;
  }

  private void addInlineImage() {
    displayList.paint(state.transform().unitSquare().intersect(state.clip()), Luminance.UNKNOWN, false);
  }

  /** Annotations are drawn last, over all the content. */
  private void addAnnotation(PDAnnotation annotation, PDResourcesHandler resources) throws IOException {
    double[] box = annotation.getRect();
    COSObject appearances = annotation.getCOSAP();
    boolean bare = appearances == null || appearances.empty();
    if (ASAtom.POPUP.equals(annotation.getSubtype()) || box == null || box.length != 4) {
      return;
    }
    if (bare && ASAtom.LINK.equals(annotation.getSubtype())) {
      AnnotationBorder.sides(annotation, state.transform().boundsOf(Rect.ofCorners(box))).forEach(edge -> displayList.paint(edge, Luminance.UNKNOWN, false));
      return;
    }
    Rect place = Rect.ofCorners(box);
    COSObject appearance = bare ? null : appearances.getKey(ASAtom.N);
    if (appearance == null || appearance.getType() != COSObjType.COS_STREAM) {
      displayList.paint(state.transform().boundsOf(place), Luminance.UNKNOWN, false);
      return;
    }
    PDXForm form = new PDXForm(appearance);
    Transform inner = Transform.IDENTITY.concat(appearance.getKey(ASAtom.MATRIX));
    Rect drawn = form.getBBox() == null ? Rect.EMPTY : inner.boundsOf(Rect.ofCorners(form.getBBox()));
    if (drawn.isEmpty()) {
      return;
    }
    state.setTransform(state.transform().concat(drawn.matrixTo(place)));
    drawForm(form, "", StreamState.of(resources, null, 0));
  }
}
