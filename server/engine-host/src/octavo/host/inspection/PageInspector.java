/** Reads the content of one page, form XObjects included, and counts its letters and images. */
package octavo.host.inspection;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import octavo.host.geometry.Transform;
import octavo.host.protocol.Deadline;
import org.verapdf.as.ASAtom;
import org.verapdf.as.io.ASInputStream;
import org.verapdf.cos.COSArray;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;
import org.verapdf.cos.COSString;
import org.verapdf.operator.InlineImageOperator;
import org.verapdf.operator.Operator;
import org.verapdf.parser.PDFStreamParser;
import org.verapdf.pd.PDPage;

final class PageInspector {
  private static final int DEPTH_MAX = 10;
  private static final int FORMS_MAX = 2_000;
  private static final int STATES_MAX = 1_000;
  private static final int OPERANDS_MAX = 100;
  private static final int OPERATORS_BETWEEN_CHECKS = 256;

  /** The part of the graphics state that matters here, saved by `q` and restored by `Q`. */
  private record State(Transform transform, FontCache.Font font, int renderMode) {}

  private final Deadline deadline;
  private final FontCache fonts;
  private final BoundedContentStream.Allowance allowance = new BoundedContentStream.Allowance();
  private final Set<COSKey> openForms = new HashSet<>();
  private final Set<Object> unmappedFonts = new HashSet<>();
  private final FontCache.Letters letters = new FontCache.Letters();
  private ImageCoverage coverage = new ImageCoverage(null);
  private int visibleLetters;
  private int formsShown;
  private long operators;
  private boolean truncated;
  private State state = new State(Transform.IDENTITY, null, 0);

  PageInspector(Deadline deadline, FontCache fonts) {
    this.deadline = deadline;
    this.fonts = fonts;
  }

  void read(PDPage page) {
    try {
      coverage = new ImageCoverage(page.getCropBox());
      COSObject contents = page.getContent() == null ? null : page.getContent().getContents();
      if (contents != null && !contents.empty()) {
        follow(contents, page.getResources() == null ? null : page.getResources().getObject(), 0);
      }
    } catch (Deadline.Passed over) {
      throw over;
    } catch (IOException | RuntimeException broken) {
      truncated = true;
    }
  }

  private void follow(COSObject contents, COSObject resources, int depth) throws IOException {
    COSObjType type = contents.getType();
    if (type != COSObjType.COS_STREAM && type != COSObjType.COS_ARRAY) {
      return;
    }
    Deque<State> saved = new ArrayDeque<>();
    List<COSObject> operands = new ArrayList<>();
    try (ASInputStream data = contents.getDirectBase().getData(COSStream.FilterFlags.DECODE);
        PDFStreamParser parser = new PDFStreamParser(new BoundedContentStream(data, deadline, allowance))) {
      for (Object token = parser.parseNextToken(); token != null; token = parser.parseNextToken()) {
        if (token instanceof Operator operator) {
          if (++operators % OPERATORS_BETWEEN_CHECKS == 0) {
            deadline.check();
          }
          // The parser keeps every inline image; a page with many of them would fill the heap.
          parser.getImageDataStreams().clear();
          apply(operator, operands, resources, depth, saved);
          operands.clear();
        } else if (token instanceof COSObject operand && operands.size() < OPERANDS_MAX) {
          operands.add(operand);
        }
      }
    }
    truncated |= allowance.isExceeded();
  }

  private void apply(Operator operator, List<COSObject> operands, COSObject resources, int depth, Deque<State> saved)
      throws IOException {
    switch (operator.getOperator()) {
      case "q" -> {
        if (saved.size() < STATES_MAX) {
          saved.push(state);
        }
      }
      case "Q" -> state = saved.isEmpty() ? state : saved.pop();
      case "cm" -> state = new State(state.transform.concat(operands), state.font, state.renderMode);
      case "Tf" -> state = new State(state.transform, font(operands, resources), state.renderMode);
      case "Tr" -> state = new State(state.transform, state.font, (int) number(operands, state.renderMode));
      case "Tj", "TJ", "'", "\"" -> show(last(operands));
      case "Do" -> draw(last(operands), resources, depth);
      default -> {
        if (operator instanceof InlineImageOperator) {
          addImage();
        }
      }
    }
  }

  private static COSObject last(List<COSObject> operands) {
    return operands.isEmpty() ? null : operands.get(operands.size() - 1);
  }

  private static double number(List<COSObject> operands, double otherwise) {
    COSObject last = last(operands);
    return last != null && last.getType().isNumber() ? last.getReal() : otherwise;
  }

  private static COSObject resource(COSObject resources, ASAtom kind, COSObject name) {
    boolean named = resources != null && name != null && name.getType() == COSObjType.COS_NAME;
    COSObject group = named ? resources.getKey(kind) : null;
    return group == null || group.empty() ? null : group.getKey(name.getName());
  }

  private FontCache.Font font(List<COSObject> operands, COSObject resources) {
    return operands.isEmpty() ? null : fonts.of(resource(resources, ASAtom.FONT, operands.get(0)));
  }

  private void show(COSObject text) throws IOException {
    if (text == null || state.font == null) {
      return;
    }
    if (text.getType() == COSObjType.COS_ARRAY) {
      for (COSObject piece : (COSArray) text.getDirectBase()) {
        showString(piece);
      }
    } else {
      showString(text);
    }
  }

  private void showString(COSObject text) throws IOException {
    if (text == null || text.getType() != COSObjType.COS_STRING) {
      return;
    }
    int allBefore = letters.all;
    int unmappedBefore = letters.unmapped;
    state.font.count(((COSString) text.getDirectBase()).get(), letters, deadline);
    if (letters.unmapped > unmappedBefore) {
      unmappedFonts.add(state.font.identity());
    }
    boolean hidden = state.renderMode == 3 || state.renderMode == 7;
    visibleLetters += hidden ? 0 : letters.all - allBefore;
  }

  private void draw(COSObject name, COSObject resources, int depth) throws IOException {
    COSObject object = resource(resources, ASAtom.XOBJECT, name);
    if (object == null || object.getType() != COSObjType.COS_STREAM) {
      return;
    }
    ASAtom subtype = object.getNameKey(ASAtom.SUBTYPE);
    if (subtype == ASAtom.IMAGE) {
      addImage();
    } else if (subtype == ASAtom.FORM) {
      drawForm(object, resources, depth);
    }
  }

  private void drawForm(COSObject form, COSObject resources, int depth) throws IOException {
    COSKey key = form.getObjectKey();
    if (depth >= DEPTH_MAX || ++formsShown > FORMS_MAX || (key != null && !openForms.add(key))) {
      truncated |= formsShown > FORMS_MAX;
      return;
    }
    State before = state;
    COSObject matrix = form.getKey(ASAtom.MATRIX);
    COSObject own = form.getKey(ASAtom.RESOURCES);
    state = new State(state.transform.concat(matrix), state.font, state.renderMode);
    try {
      follow(form, own == null || own.empty() ? resources : own, depth + 1);
    } finally {
      state = before;
      openForms.remove(key);
    }
  }

  private void addImage() {
    coverage.add(state.transform.unitSquare());
  }

  PageFacts facts() {
    return new PageFacts(!truncated, letters.all, visibleLetters, letters.unmapped, unmappedFonts, coverage.share());
  }
}
