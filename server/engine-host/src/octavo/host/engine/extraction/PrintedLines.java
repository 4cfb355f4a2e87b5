/** Splits a line of the engine where it goes on at another height, as lines made from the structure tree may. */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.List;
import octavo.host.engine.frame.PageFrame;
import octavo.host.geometry.Rect;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;

final class PrintedLines {
  private PrintedLines() {}

  static List<List<TextChunk>> of(List<TextChunk> chunks) {
    List<List<TextChunk>> lines = new ArrayList<>();
    Rect level = null;
    for (TextChunk chunk : chunks) {
      Rect box = PageFrame.rectOf(chunk.getBoundingBox());
      boolean blank = LineRuns.isBlank(chunk);
      if (lines.isEmpty() || (!blank && level != null && isApart(level, box, chunk))) {
        lines.add(new ArrayList<>());
        level = null;
      }
      lines.get(lines.size() - 1).add(chunk);
      if (!blank) {
        level = level == null ? box : level.union(box);
      }
    }
    return lines;
  }

  private static boolean isApart(Rect line, Rect box, TextChunk chunk) {
    if (chunk.isVerticalText()) {
      return box.left() >= line.right() || box.right() <= line.left();
    }
    return box.bottom() >= line.top() || box.top() <= line.bottom();
  }
}
