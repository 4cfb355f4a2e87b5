/** The text of a chunk and the right edge of each of its UTF-16 units; the units of one glyph share it. */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import octavo.host.facts.RightToLeftLigatures;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;

final class GlyphEnds {
  /** The engine divides the width of a glyph evenly among its letters; other glyphs are rarely this equal. */
  private static final double SAME_WIDTH_PT = 1e-5;

  private static final double SAME_ADVANCE_EM = 0.002;

  private final Supplier<Map<String, Set<Double>>> ligatures;

  /** `ligatures`: the sequences of right-to-left letters that single glyphs stand for, and the advances of these. */
  GlyphEnds(Supplier<Map<String, Set<Double>>> ligatures) {
    this.ligatures = ligatures;
  }

  List<Double> of(TextChunk chunk) {
    String value = chunk.getValue();
    List<Double> edges = edges(chunk, value.length());
    List<Double> ends = new ArrayList<>(edges.subList(1, edges.size()));
    boolean rightToLeft = value.codePoints().anyMatch(RightToLeftLigatures::isRightToLeft);
    for (int at = 0; at < value.length();) {
      int length = rightToLeft ? ligatureLength(chunk, edges, at) : 1;
      if (length == 1 && at + 1 < value.length() && Character.isSurrogatePair(value.charAt(at), value.charAt(at + 1))) {
        length = 2;
      }
      for (int unit = at; unit < at + length; unit++) {
        ends.set(unit, edges.get(at + length));
      }
      at += length;
    }
    return ends;
  }

  private int ligatureLength(TextChunk chunk, List<Double> edges, int at) {
    String value = chunk.getValue();
    for (int length = Math.min(RightToLeftLigatures.LENGTH_MAX, value.length() - at); length > 1; length--) {
      Set<Double> advances = ligatures.get().get(value.substring(at, at + length));
      if (advances != null && (advances.isEmpty() ? isEven(edges, at, length) : hasAdvance(chunk, edges, at, length, advances))) {
        return length;
      }
    }
    return 1;
  }

  /** The last letter has its share of the glyph; the first one may also have what is between this glyph and the one before. */
  private static boolean hasAdvance(TextChunk chunk, List<Double> edges, int at, int length, Set<Double> advances) {
    double last = (edges.get(at + length) - edges.get(at + length - 1)) / chunk.getFontSize();
    return advances.stream().anyMatch(advance -> Math.abs(last - advance / length) < SAME_ADVANCE_EM);
  }

  private static boolean isEven(List<Double> edges, int at, int length) {
    double width = edges.get(at + 1) - edges.get(at);
    for (int unit = at + 1; unit < at + length; unit++) {
      if (Math.abs(edges.get(unit + 1) - edges.get(unit) - width) > SAME_WIDTH_PT) {
        return false;
      }
    }
    return true;
  }

  /** The left edge of the first letter, then the right edges. Evenly divided if the engine does not know them. */
  private static List<Double> edges(TextChunk chunk, int length) {
    List<Double> known = chunk.getSymbolEnds();
    if (known != null && known.size() == length + 1) {
      return known;
    }
    List<Double> edges = new ArrayList<>(length + 1);
    for (int at = 0; at <= length; at++) {
      edges.add(chunk.getLeftX() + (chunk.getRightX() - chunk.getLeftX()) * at / length);
    }
    return edges;
  }
}
