/** Walks through the text the engine read from a page, in the order of its content, and matches it with the operators that show it. */
package octavo.host.visibility.fastpath;

import java.util.List;
import java.util.Objects;
import octavo.host.geometry.Rect;
import octavo.host.visibility.EnginePages.ShownText;

final class WordCursor {
  /** Of the font size. Narrower letters cannot be read, or the font gives a wrong width. */
  private static final double LETTER_WIDTH_MIN = 0.12;

  private final List<ShownText> texts;
  private int next;

  WordCursor(List<ShownText> texts) {
    if (texts.stream().anyMatch(text -> text.operatorIndex() < 0)) {
      throw new UnsupportedContent();
    }
    this.texts = texts;
  }

  /** Null if the engine read no text from this operator. */
  ShownText textOf(int operatorIndex, String form) {
    if (isAtEnd()) {
      return null;
    }
    ShownText text = texts.get(next);
    boolean matches = text.operatorIndex() == operatorIndex && Objects.equals(text.form(), form);
    next += matches ? 1 : 0;
    return matches ? text : null;
  }

  /** True once all text has been matched. */
  boolean isAtEnd() {
    return next == texts.size();
  }

  /** Whether a box is about as large as letters of this size make it. */
  static boolean isInProportion(Rect area, double size, String text) {
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
