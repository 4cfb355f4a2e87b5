/**
 * Where the glyphs of a chunk begin and end, for each of its UTF-16 units; the units of one glyph share both edges. The
 * engine knows right edges only, so a glyph begins where the one before it ends, unless the advance of its font is known.
 */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import octavo.host.facts.RightToLeftGlyphs;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;

final class GlyphEdges {
  /** The engine divides the width of a glyph evenly among its letters; other glyphs are rarely this equal. */
  private static final double SAME_WIDTH_PT = 1e-5;

  private static final double SAME_ADVANCE_EM = 0.002;

  /** Glyphs of one letter may overlap the one before by this much. */
  private static final double OVERLAP_EM = 0.1;

  private final Supplier<RightToLeftGlyphs.OfPage> glyphsOfPage;

  /** `glyphsOfPage`: the glyphs of the page that stand for right-to-left letters, asked for only if there are such letters. */
  GlyphEdges(Supplier<RightToLeftGlyphs.OfPage> glyphsOfPage) {
    this.glyphsOfPage = glyphsOfPage;
  }

  /** `starts` is null if nothing more is known than where the glyphs before end. */
  record Edges(List<Double> starts, List<Double> ends) {
    static final Edges NONE = new Edges(null, List.of());
  }

  Edges of(TextChunk chunk) {
    String value = chunk.getValue();
    List<Double> edges = edges(chunk, value.length());
    List<Double> ends = new ArrayList<>(edges.subList(1, edges.size()));
    boolean rightToLeft = value.codePoints().anyMatch(RightToLeftGlyphs::isRightToLeft);
    Map<String, Set<Double>> advances =
        rightToLeft ? glyphsOfPage.get().advances().getOrDefault(chunk.getFontName(), Map.of()) : Map.of();
    List<Double> starts = advances.isEmpty() ? null : new ArrayList<>(edges.subList(0, edges.size() - 1));
    for (int at = 0; at < value.length();) {
      int length = rightToLeft ? ligatureLength(chunk, edges, at) : 1;
      if (length == 1 && at + 1 < value.length() && Character.isSurrogatePair(value.charAt(at), value.charAt(at + 1))) {
        length = 2;
      }
      double end = edges.get(at + length);
      double start = starts == null ? end : start(chunk, edges.get(at), end, advances.get(value.substring(at, at + length)));
      for (int unit = at; unit < at + length; unit++) {
        ends.set(unit, end);
        if (starts != null) {
          starts.set(unit, start);
        }
      }
      at += length;
    }
    return new Edges(starts, ends);
  }

  /** Of several glyphs with these letters, the widest that has room after the glyph before; at the latest where that one ends. */
  private static double start(TextChunk chunk, double before, double end, Set<Double> advances) {
    double size = chunk.getFontSize();
    double room = end - before + OVERLAP_EM * size;
    double widest = -1;
    for (double advance : advances == null ? Set.<Double>of() : advances) {
      if (advance > 0 && (end < before || advance * size <= room)) {
        widest = Math.max(widest, advance * size);
      }
    }
    return widest < 0 ? before : end - widest;
  }

  private int ligatureLength(TextChunk chunk, List<Double> edges, int at) {
    String value = chunk.getValue();
    for (int length = Math.min(RightToLeftGlyphs.LENGTH_MAX, value.length() - at); length > 1; length--) {
      Set<Double> advances = glyphsOfPage.get().ligatures().get(value.substring(at, at + length));
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
