/** The straight ruling lines of a page, and the rectangles behind its text. */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import octavo.host.engine.frame.PageFrame;
import octavo.host.geometry.Rect;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.LineArtChunk;
import org.verapdf.wcag.algorithms.entities.content.LineChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.entities.geometry.MultiBoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

final class RuleFinder {
  private static final int RULES_MAX = 10_000;

  /** A line is longer than this many times its thickness, and not thicker than this. */
  private static final double SLENDERNESS = 3;
  private static final double THICKNESS_MAX_PT = 3;
  private static final int FILLS_MAX = 5_000;
  /** Smaller rectangles are bullets, boxes to tick and parts of drawings. */
  private static final double FILL_MIN_PT = 6;

  /** `fills`: the boxes of areas that are drawn at once, such as the background of a cell. */
  record Drawn(List<Rect> rules, List<Rect> fills) {
    static final Drawn NOTHING = new Drawn(List.of(), List.of());
  }

  private RuleFinder() {}

  static Drawn of(int pageIndex) {
    List<Rect> rules = new ArrayList<>();
    Set<Rect> fills = new LinkedHashSet<>();
    for (IChunk chunk : StaticContainers.getDocument().getArtifacts(pageIndex)) {
      boolean straight = chunk instanceof LineChunk line && (line.isHorizontalLine() || line.isVerticalLine());
      if (straight || chunk instanceof LineArtChunk) {
        Rect box = PageFrame.rectOf(chunk.getBoundingBox());
        if (isThin(box)) {
          addUpTo(RULES_MAX, rules, box);
        } else if (!straight) {
          partsOf(chunk.getBoundingBox()).filter(RuleFinder::isFill).forEach(fill -> addUpTo(FILLS_MAX, fills, fill));
        }
      }
    }
    return new Drawn(rules, List.copyOf(fills));
  }

  private static void addUpTo(int max, Collection<Rect> boxes, Rect box) {
    if (boxes.size() < max) {
      boxes.add(box);
    }
  }

  private static Stream<Rect> partsOf(BoundingBox box) {
    return box instanceof MultiBoundingBox parts
        ? parts.getBoundingBoxes().stream().map(PageFrame::rectOf)
        : Stream.of(PageFrame.rectOf(box));
  }

  private static boolean isFill(Rect box) {
    return Math.min(box.width(), box.height()) >= FILL_MIN_PT;
  }

  private static boolean isThin(Rect box) {
    double thickness = Math.min(box.width(), box.height());
    double length = Math.max(box.width(), box.height());
    return thickness <= THICKNESS_MAX_PT && length > SLENDERNESS * thickness;
  }
}
