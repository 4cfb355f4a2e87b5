/** The straight ruling lines of a page. */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.List;
import octavo.host.engine.frame.PageFrame;
import octavo.host.geometry.Rect;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.LineArtChunk;
import org.verapdf.wcag.algorithms.entities.content.LineChunk;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

final class RuleFinder {
  private static final int RULES_MAX = 10_000;

  /** A line is longer than this many times its thickness, and not thicker than this. */
  private static final double SLENDERNESS = 3;
  private static final double THICKNESS_MAX_PT = 3;

  private RuleFinder() {}

  static List<Rect> of(int pageIndex) {
    List<Rect> rules = new ArrayList<>();
    for (IChunk chunk : StaticContainers.getDocument().getArtifacts(pageIndex)) {
      boolean straight = chunk instanceof LineChunk line && (line.isHorizontalLine() || line.isVerticalLine());
      if ((straight || chunk instanceof LineArtChunk) && rules.size() < RULES_MAX) {
        Rect box = PageFrame.rectOf(chunk.getBoundingBox());
        if (isThin(box)) {
          rules.add(box);
        }
      }
    }
    return rules;
  }

  private static boolean isThin(Rect box) {
    double thickness = Math.min(box.width(), box.height());
    double length = Math.max(box.width(), box.height());
    return thickness <= THICKNESS_MAX_PT && length > SLENDERNESS * thickness;
  }
}
