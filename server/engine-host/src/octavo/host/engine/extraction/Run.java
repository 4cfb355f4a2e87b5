/** Glyphs of one style on one line, in the order in which they are printed from left to right. */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.List;
import octavo.host.geometry.Rect;

final class Run {
  /** Two pieces of text are on one baseline if theirs differ by less: a share of the font size. */
  private static final double BASELINE_SLACK = 0.02;

  record Style(String font, double size, boolean bold, boolean italic, boolean strike, double baseline) {
    boolean isLike(Style other) {
      return font.equals(other.font)
          && bold == other.bold && italic == other.italic && strike == other.strike
          && Math.abs(size - other.size) < 0.01
          && Math.abs(baseline - other.baseline) <= BASELINE_SLACK * size;
    }
  }

  private final Style style;
  private final StringBuilder text = new StringBuilder();
  /** Null for text at an angle. */
  private final List<Double> ends;
  private final List<Double> starts = new ArrayList<>();
  private boolean hasStarts;
  private Rect box;

  Run(Style style, Rect box, boolean angled) {
    this.style = style;
    this.box = box;
    this.ends = angled ? null : new ArrayList<>();
  }

  void add(String value, GlyphEdges.Edges edges, Rect valueBox) {
    if (ends != null) {
      starts.addAll(edges.starts() == null ? startsAfter(valueBox.left(), edges.ends()) : edges.starts());
      hasStarts |= edges.starts() != null;
      ends.addAll(edges.ends());
    }
    text.append(value);
    box = box.union(valueBox);
  }

  private static List<Double> startsAfter(double left, List<Double> ends) {
    List<Double> starts = new ArrayList<>(ends.size());
    for (int at = 0; at < ends.size(); at++) {
      starts.add(at == 0 ? left : ends.get(at - 1));
    }
    return starts;
  }

  Style style() {
    return style;
  }

  String text() {
    return text.toString();
  }

  /** Null unless more is known than where the glyphs before end. */
  List<Double> starts() {
    return hasStarts ? starts : null;
  }

  List<Double> ends() {
    return ends;
  }

  Rect box() {
    return box;
  }
}
