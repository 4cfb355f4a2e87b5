/**
 * The runs of one line. The engine sorts the glyphs of a chunk and the chunks of a line by position and adds the spaces
 * between words as chunks, except for text at an angle and in the structure tree, where it is done here.
 */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import octavo.host.engine.frame.PageFrame;
import octavo.host.geometry.Rect;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

final class LineRuns {
  private static final double BOLD_WEIGHT = 600;
  private static final double LEVEL_SLACK_DEGREES = 1;

  private final GlyphEdges glyphs;

  LineRuns(GlyphEdges glyphs) {
    this.glyphs = glyphs;
  }

  /** In reading direction for text at an angle, else from left to right. */
  List<Run> of(List<TextChunk> chunks) {
    boolean angled = chunks.stream().anyMatch(chunk -> !isBlank(chunk) && isAngled(chunk));
    List<Run> runs = new ArrayList<>();
    TextChunk previous = null;
    for (TextChunk chunk : ordered(chunks, angled)) {
      if (previous != null && lacksSpace(previous, chunk, angled)) {
        append(runs, spaceBetween(previous, chunk), angled);
      }
      append(runs, chunk, angled);
      previous = chunk;
    }
    return runs;
  }

  static boolean isBlank(TextChunk chunk) {
    return chunk.getValue() == null || chunk.getValue().isBlank();
  }

  private static boolean isAngled(TextChunk chunk) {
    return Math.abs(chunk.getSlantDegree()) > LEVEL_SLACK_DEGREES;
  }

  private static List<TextChunk> ordered(List<TextChunk> chunks, boolean angled) {
    List<TextChunk> ordered = new ArrayList<>();
    for (TextChunk chunk : chunks) {
      if (chunk.getValue() != null && !chunk.getValue().isEmpty()) {
        ordered.add(chunk);
      }
    }
    if (!angled) {
      ordered.sort(Comparator.comparingDouble(TextChunk::getLeftX));
    } else if (ordered.stream().allMatch(chunk -> isBlank(chunk) || chunk.isVerticalText() || chunk.isRightLeftHorizontalText())) {
      ordered.removeIf(LineRuns::isBlank);
      boolean falling = ordered.stream().anyMatch(chunk -> chunk.getTextEnd() < chunk.getTextStart());
      Comparator<TextChunk> byStart = Comparator.comparingDouble(TextChunk::getTextStart);
      ordered.sort(falling ? byStart.reversed() : byStart);
    }
    return ordered;
  }

  private static boolean lacksSpace(TextChunk before, TextChunk after, boolean angled) {
    if (endsBlank(before.getValue()) || Character.isWhitespace(after.getValue().charAt(0))) {
      return false;
    }
    double gap = angled ? gapAlong(before, after) : after.getLeftX() - before.getRightX();
    return gap > before.getFontSize() * StaticContainers.getTextLineSpaceRatio();
  }

  private static boolean endsBlank(String text) {
    return Character.isWhitespace(text.charAt(text.length() - 1));
  }

  private static double gapAlong(TextChunk before, TextChunk after) {
    boolean falling = before.getTextEnd() < before.getTextStart();
    return falling ? before.getTextEnd() - after.getTextStart() : after.getTextStart() - before.getTextEnd();
  }

  private static TextChunk spaceBetween(TextChunk before, TextChunk after) {
    BoundingBox box = new BoundingBox(before.getBoundingBox());
    if (after.getLeftX() > before.getRightX()) {
      box.setLeftX(before.getRightX());
      box.setRightX(after.getLeftX());
    }
    return new TextChunk(
        box, " ", after.getFontName(), after.getFontSize(), after.getFontWeight(), after.getItalicAngle(),
        after.getBaseLine(), after.getFontColor() == null ? new double[0] : after.getFontColor(), null, after.getSlantDegree());
  }

  private void append(List<Run> runs, TextChunk chunk, boolean angled) {
    Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
    // A space has no style that can be seen.
    Run.Style style = last != null && isBlank(chunk) ? last.style() : styleOf(chunk);
    Rect box = PageFrame.rectOf(chunk.getBoundingBox());
    if (last == null || !last.style().isLike(style)) {
      last = new Run(style, box, angled);
      runs.add(last);
    }
    last.add(chunk.getValue(), angled ? GlyphEdges.Edges.NONE : glyphs.of(chunk), isBlank(chunk) ? last.box() : box);
  }

  private static Run.Style styleOf(TextChunk chunk) {
    String font = chunk.getFontName() == null ? "" : chunk.getFontName();
    String name = font.toLowerCase(java.util.Locale.ROOT);
    boolean italic = chunk.isItalic() || name.contains("italic") || name.contains("oblique");
    boolean bold = chunk.getFontWeight() >= BOLD_WEIGHT || name.contains("bold") || name.startsWith("cmbx");
    double baseline = chunk.getBaseLine() == Double.MAX_VALUE ? chunk.getBottomY() : chunk.getBaseLine();
    return new Run.Style(font, chunk.getFontSize(), bold, italic, chunk.getIsStrikethroughText(), baseline);
  }
}
