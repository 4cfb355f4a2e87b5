/**
 * The text that an annotation shows on its page, such as what somebody typed onto a form. It is read from the appearance
 * stream: what an annotation says about its content need not be what a reader sees.
 */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.List;
import octavo.host.engine.frame.PageFrame;
import octavo.host.facts.Appearance;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.cos.COSObject;
import org.verapdf.gf.model.factory.chunks.GraphicsState;
import org.verapdf.gf.model.factory.chunks.Matrix;
import org.verapdf.gf.model.impl.sa.GFSAXForm;
import org.verapdf.pd.PDPage;
import org.verapdf.pd.PDResourcesHandler;
import org.verapdf.pd.images.PDXForm;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;

final class AnnotationText {
  private static final int CHUNKS_MAX = 20_000;

  /** Chunks are on one line if their baselines differ by less: a share of the font size. */
  private static final double BASELINE_SLACK = 0.5;

  /** Smaller text cannot be read. */
  private static final double SIZE_MIN_PT = 1;

  /** Text that differs less from its background, from 0 for black to 1 for white, cannot be seen. */
  private static final double CONTRAST_MIN = 0.1;

  private AnnotationText() {}

  /** `lines`: the chunks of each line, as drawn. `isWhole`: no text was left out because it cannot be seen. */
  record Found(List<List<TextChunk>> lines, boolean isWhole) {
    static final Found NOTHING = new Found(List.of(), false);

    boolean isEmpty() {
      return lines.isEmpty();
    }
  }

  static Found of(COSObject annotation, PDPage page, Transform toDisplayed) {
    Appearance appearance = Appearance.of(annotation);
    if (appearance == null) {
      return Found.NOTHING;
    }
    Rect place = toDisplayed.boundsOf(appearance.place());
    Rect visible = place.intersect(PageFrame.rectOf(PageFrame.of(page.getPageNumber())));
    List<TextChunk> chunks = new ArrayList<>();
    boolean isWhole = true;
    for (IChunk chunk : parse(appearance, page, toDisplayed)) {
      if (chunk instanceof TextChunk text && text.getValue() != null && !text.getValue().isEmpty() && chunks.size() < CHUNKS_MAX) {
        if (LineRuns.isBlank(text) || isVisible(text, visible, appearance.background())) {
          chunks.add(text);
        } else {
          isWhole = false;
        }
      }
    }
    List<List<TextChunk>> lines = lines(chunks);
    lines.removeIf(line -> line.stream().allMatch(LineRuns::isBlank));
    return new Found(lines, isWhole);
  }

  private static List<IChunk> parse(Appearance appearance, PDPage page, Transform toDisplayed) {
    PDXForm form = new PDXForm(appearance.stream());
    PDResourcesHandler resources = PDResourcesHandler.getInstance(page.getResources(), page.isInheritedResources());
    GraphicsState state = new GraphicsState(resources);
    Transform all = toDisplayed.concat(appearance.toPage());
    state.setCTM(new Matrix(all.a(), all.b(), all.c(), all.d(), all.e(), all.f()));
    return new GFSAXForm(form, resources, state, page.getPageNumber(), page.getObject().getKey(), null, null).getArtifacts();
  }

  private static boolean isVisible(TextChunk chunk, Rect visible, double background) {
    Rect box = PageFrame.rectOf(chunk.getBoundingBox());
    double x = (box.left() + box.right()) / 2;
    double y = (box.bottom() + box.top()) / 2;
    boolean isInside = x >= visible.left() && x <= visible.right() && y >= visible.bottom() && y <= visible.top();
    return isInside
        && Math.min(box.width(), box.height()) >= SIZE_MIN_PT / 2
        && chunk.getFontSize() >= SIZE_MIN_PT
        && Math.abs(Appearance.luminance(chunk.getFontColor()) - background) >= CONTRAST_MIN;
  }

  private static List<List<TextChunk>> lines(List<TextChunk> chunks) {
    List<List<TextChunk>> lines = new ArrayList<>();
    TextChunk first = null;
    for (TextChunk chunk : chunks) {
      if (first == null || !LineRuns.isBlank(chunk) && isApart(first, chunk)) {
        lines.add(new ArrayList<>());
        first = chunk;
      }
      lines.get(lines.size() - 1).add(chunk);
    }
    return lines;
  }

  private static boolean isApart(TextChunk first, TextChunk chunk) {
    double distance =
        chunk.isVerticalText() ? chunk.getLeftX() - first.getLeftX() : chunk.getBottomY() - first.getBottomY();
    return Math.abs(distance) > BASELINE_SLACK * Math.min(first.getFontSize(), chunk.getFontSize());
  }
}
