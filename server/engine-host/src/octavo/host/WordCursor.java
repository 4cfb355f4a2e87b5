/** The words the engine read from a page, in the order of its content, each found again by the operator that shows it. */
package octavo.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

final class WordCursor {
  /** Narrower letters are squeezed until nobody can read them, or their font says nothing of their size. */
  private static final double LETTER_WIDTH_MIN = 0.12;

  private record Shown(int operatorIndex, String form, TextChunk words) {}

  private final List<Shown> all = new ArrayList<>();
  private int next;

  WordCursor(List<IChunk> chunks) {
    for (IChunk chunk : chunks) {
      if (chunk instanceof TextChunk words) {
        List<StreamInfo> origin = words.getStreamInfos();
        if (origin.isEmpty()) {
          throw new Operands.UnsupportedContent();
        }
        all.add(new Shown(origin.get(0).getOperatorIndex(), origin.get(0).getXObjectName(), words));
      }
    }
  }

  /** Null if this operator showed nothing the engine could read. */
  TextChunk shownBy(int operatorIndex, String form) {
    if (isOver()) {
      return null;
    }
    Shown shown = all.get(next);
    boolean here = shown.operatorIndex == operatorIndex && Objects.equals(shown.form, form);
    next += here ? 1 : 0;
    return here ? shown.words : null;
  }

  /** Every word has been found again. */
  boolean isOver() {
    return next == all.size();
  }

  /** Whether their box is as large as letters of this size make it. */
  static boolean areInProportion(Rect area, double size, String text) {
    double length = Math.max(area.width(), area.height());
    double height = Math.min(area.width(), area.height());
    int letters = 0;
    for (int n = 0; n < text.length(); n++) {
      letters += Character.isWhitespace(text.charAt(n)) ? 0 : 1;
    }
    boolean tall = Math.max(height, letters < 3 ? length : 0) >= size / 2 && area.height() <= 3 * size + length;
    return tall && length >= LETTER_WIDTH_MIN * size * letters;
  }
}
