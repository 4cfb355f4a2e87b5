/** The text of a chunk and the right edge of each of its UTF-16 units. */
package octavo.host.engine.extraction;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;

record GlyphEnds(String text, List<Double> ends) {
  /** From left to right, also for a chunk that was drawn the other way round. */
  static GlyphEnds of(TextChunk chunk) {
    String value = chunk.getValue();
    List<Double> known = chunk.getSymbolEnds();
    boolean usable = known != null && known.size() == value.length() + 1;
    List<Double> ends = usable ? new ArrayList<>(known.subList(1, known.size())) : evenly(chunk, value.length());
    for (int at = 0; at + 1 < value.length(); at++) {
      if (Character.isSurrogatePair(value.charAt(at), value.charAt(at + 1))) {
        ends.set(at, ends.get(at + 1));
      }
    }
    return new GlyphEnds(value, ends);
  }

  private static List<Double> evenly(TextChunk chunk, int length) {
    List<Double> ends = new ArrayList<>(Collections.nCopies(length, 0.0));
    double width = (chunk.getRightX() - chunk.getLeftX()) / length;
    for (int at = 0; at < length; at++) {
      ends.set(at, chunk.getLeftX() + width * (at + 1));
    }
    return ends;
  }
}
