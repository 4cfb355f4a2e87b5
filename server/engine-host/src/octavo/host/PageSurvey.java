/** Follows the content of a page beside the words the engine read from it, and draws up its scene without drawing it. */
package octavo.host;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.verapdf.as.ASAtom;
import org.verapdf.as.io.ASInputStream;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;
import org.verapdf.gf.model.factory.chunks.Matrix;
import org.verapdf.gf.model.impl.sa.GFSAPage;
import org.verapdf.operator.InlineImageOperator;
import org.verapdf.operator.Operator;
import org.verapdf.parser.PDFStreamParser;
import org.verapdf.pd.PDAnnotation;
import org.verapdf.pd.PDPage;
import org.verapdf.pd.PDResource;
import org.verapdf.pd.PDResourcesHandler;
import org.verapdf.pd.images.PDXForm;
import org.verapdf.pd.images.PDXObject;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;

final class PageSurvey {
  private static final int DEPTH_MAX = 12;
  private static final int STATES_MAX = 1_000;
  private static final int OPERANDS_MAX = 64;
  private static final int OPERATORS_MAX = 2_000_000;
  private static final int OPERATORS_BETWEEN_CHECKS = 256;

  /** Narrower letters are squeezed until nobody can read them, or their font says nothing of their size. */
  private static final double LETTER_WIDTH_MIN = 0.12;

  private final Deadline deadline;
  private final Layers layers;
  private final ReadWords words;
  private final Colours colours = new Colours();
  private final BoundedContent.Allowance allowance = new BoundedContent.Allowance();
  private final Scene scene;
  private final Brush brush;
  private Pen pen;
  private int operators;

  private PageSurvey(Deadline deadline, Layers layers, ReadWords words, Area frame, Placement placement) {
    this.deadline = deadline;
    this.layers = layers;
    this.words = words;
    this.scene = new Scene(frame);
    this.brush = new Brush(scene);
    this.pen = new Pen(placement, frame);
  }

  /** Null if the page has to be drawn. */
  static Scene of(PDPage page, List<IChunk> chunks, Area frame, Layers layers, Deadline deadline) {
    try {
      Matrix shown = GFSAPage.createCurrentTransformationMatrix(page);
      Placement placement = new Placement(
          shown.getValue(0, 0), shown.getValue(0, 1), shown.getValue(1, 0), shown.getValue(1, 1), shown.getValue(2, 0), shown.getValue(2, 1));
      PageSurvey survey = new PageSurvey(deadline, layers, new ReadWords(chunks), frame, placement);
      survey.read(page);
      return survey.scene;
    } catch (IOException | RuntimeException unclear) {
      return null;
    }
  }

  private void read(PDPage page) throws IOException {
    Placement placement = pen.placement();
    PDResourcesHandler resources = PDResourcesHandler.getInstance(page.getResources(), page.isInheritedResources());
    COSObject contents = page.getContent() == null ? null : page.getContent().getContents();
    if (contents != null && !contents.empty()) {
      follow(contents, resources, null, 0);
    }
    for (PDAnnotation note : page.getAnnotations()) {
      addNote(note, placement);
    }
    if (!words.isOver() || allowance.isExceeded() || scene.isFull()) {
      throw new Operands.Unclear();
    }
  }

  private void follow(COSObject contents, PDResourcesHandler resources, String form, int depth) throws IOException {
    COSObjType type = contents.getType();
    if (type != COSObjType.COS_STREAM && type != COSObjType.COS_ARRAY) {
      return;
    }
    Level level = new Level(resources, form, depth);
    List<COSObject> operands = new ArrayList<>();
    try (ASInputStream data = contents.getDirectBase().getData(COSStream.FilterFlags.DECODE);
        PDFStreamParser parser = new PDFStreamParser(new BoundedContent(data, deadline, allowance))) {
      int index = 0;
      for (Object token = parser.parseNextToken(); token != null; token = parser.parseNextToken()) {
        if (token instanceof Operator operator) {
          checkBounds();
          // The parser keeps every picture it met; a page of many would fill the heap.
          parser.getImageDataStreams().clear();
          apply(operator, index, new Operands(operands), level);
          operands.clear();
        } else if (token instanceof COSObject operand && operands.size() < OPERANDS_MAX) {
          operands.add(operand);
        }
        index++;
      }
    }
    while (!level.marks.isEmpty()) {
      endMarked(level);
    }
  }

  /** One stream of content: the page's own, or that of a form. */
  private static final class Level {
    private final PDResourcesHandler resources;
    private final String form;
    private final int depth;
    private final Deque<Pen> kept = new ArrayDeque<>();
    private final Deque<Boolean> marks = new ArrayDeque<>();

    Level(PDResourcesHandler resources, String form, int depth) {
      this.resources = resources;
      this.form = form;
      this.depth = depth;
    }
  }

  private void checkBounds() {
    if (++operators % OPERATORS_BETWEEN_CHECKS == 0) {
      deadline.check();
      if (operators > OPERATORS_MAX || scene.isFull()) {
        throw new Operands.Unclear();
      }
    }
  }

  private void apply(Operator operator, int index, Operands operands, Level level) throws IOException {
    String name = operator.getOperator();
    if (brush.apply(name, operands, pen) || pen.apply(name, operands, level.resources, colours)) {
      return;
    }
    switch (name) {
      case "q" -> {
        if (level.kept.size() >= STATES_MAX) {
          throw new Operands.Unclear();
        }
        level.kept.push(pen.copy());
      }
      case "Q" -> pen = level.kept.isEmpty() ? pen : level.kept.pop();
      case "Tj", "TJ", "'", "\"" -> show(words.shownBy(index, level.form));
      case "Do" -> draw(operands.name(), level);
      case "sh" -> scene.paint(pen.clip(), Light.UNKNOWN, false);
      case "BMC" -> level.marks.push(false);
      case "BDC" -> beginMarked(operands, level);
      case "EMC" -> endMarked(level);
      default -> {
        if (operator instanceof InlineImageOperator) {
          addPicture();
        }
      }
    }
  }

  private void beginMarked(Operands operands, Level level) {
    boolean hides = false;
    if (ASAtom.OC.equals(operands.name(0))) {
      PDResource property = operands.endInName() && operands.list().size() > 1 ? level.resources.getProperties(operands.name()) : null;
      hides = property == null || !layers.isShown(property.getObject());
    }
    level.marks.push(hides);
    if (hides) {
      scene.beginDoubt();
    }
  }

  private void endMarked(Level level) {
    if (!level.marks.isEmpty() && level.marks.pop()) {
      scene.endDoubt();
    }
  }

  private void show(TextChunk shown) {
    if (shown != null) {
      Area area = Area.of(shown.getBoundingBox());
      String text = shown.getValue();
      double size = shown.getFontSize();
      double light = pen.letterLight();
      boolean plain = !Double.isNaN(light) && isInProportion(area, size, text);
      scene.write(area, pen.clip(), light, size, plain, text);
    }
    pen.noteLetters();
  }

  /** The engine's box is as large as letters of this size make it. */
  private static boolean isInProportion(Area area, double size, String text) {
    double length = Math.max(area.width(), area.height());
    double height = Math.min(area.width(), area.height());
    long letters = text.chars().filter(letter -> !Character.isWhitespace(letter)).count();
    boolean tall = Math.max(height, letters < 3 ? length : 0) >= size / 2 && area.height() <= 3 * size + length;
    return tall && length >= LETTER_WIDTH_MIN * size * letters;
  }

  private void draw(ASAtom name, Level level) throws IOException {
    PDXObject object = level.resources.getXObject(name);
    if (object == null) {
      return;
    }
    if (object instanceof PDXForm form) {
      drawForm(form, name, level);
    } else {
      addPicture();
    }
  }

  private void drawForm(PDXForm form, ASAtom name, Level level) throws IOException {
    if (level.depth >= DEPTH_MAX) {
      throw new Operands.Unclear();
    }
    Pen before = pen;
    pen = before.copy();
    COSObject layer = form.getObject().getKey(ASAtom.OC);
    boolean hides = layer != null && !layer.empty() && !layers.isShown(layer);
    if (hides) {
      scene.beginDoubt();
    }
    pen.place(pen.placement().under(form.getObject().getKey(ASAtom.MATRIX)));
    double[] box = form.getBBox();
    if (box == null || box.length != 4) {
      throw new Operands.Unclear();
    }
    Area inside = Area.placed(pen.placement(), Math.min(box[0], box[2]), Math.min(box[1], box[3]), Math.abs(box[2] - box[0]), Math.abs(box[3] - box[1]));
    pen.clipTo(inside, pen.placement().isUpright());
    follow(form.getContents(), level.resources.getExtendedResources(form.getResources()), name.getValue(), level.depth + 1);
    if (hides) {
      scene.endDoubt();
    }
    pen = before;
  }

  private void addPicture() {
    scene.paint(Area.placed(pen.placement(), 0, 0, 1, 1).within(pen.clip()), Light.UNKNOWN, false);
  }

  /** Drawn last, over all the rest. A link has a border at most. */
  private void addNote(PDAnnotation note, Placement placement) {
    double[] box = note.getRect();
    COSObject look = note.getCOSAP();
    boolean bare = look == null || look.empty();
    if (ASAtom.POPUP.equals(note.getSubtype()) || (bare && ASAtom.LINK.equals(note.getSubtype())) || box == null || box.length != 4) {
      return;
    }
    double left = Math.min(box[0], box[2]);
    double bottom = Math.min(box[1], box[3]);
    Area area = Area.placed(placement, left, bottom, Math.abs(box[2] - box[0]), Math.abs(box[3] - box[1]));
    scene.paint(area, Light.UNKNOWN, false);
  }
}
