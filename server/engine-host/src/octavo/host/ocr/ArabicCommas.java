/**
 * The Arabic model of tesseract has no comma: it reads a closing quotation mark instead. One that closes nothing, at the
 * end of a word, is a comma.
 */
package octavo.host.ocr;

import java.util.ArrayList;
import java.util.List;

final class ArabicCommas {
  private static final char COMMA = '\u060C';
  private static final char OPENING = '\u00AB';
  private static final char CLOSING = '\u00BB';

  private int open;

  private ArabicCommas() {}

  /** Words in the order in which they are read. */
  static List<List<List<Word>>> restored(List<List<List<Word>>> paragraphs) {
    ArabicCommas commas = new ArabicCommas();
    List<List<List<Word>>> restored = new ArrayList<>();
    for (List<List<Word>> paragraph : paragraphs) {
      List<List<Word>> lines = new ArrayList<>();
      for (List<Word> line : paragraph) {
        lines.add(line.stream().map(commas::restored).toList());
      }
      restored.add(lines);
    }
    return restored;
  }

  private Word restored(Word word) {
    String text = word.text();
    int last = text.length() - 1;
    for (int at = 0; at < last; at++) {
      count(text.charAt(at));
    }
    if (open == 0 && last > 0 && text.charAt(last) == CLOSING && isArabicLetter(text.charAt(last - 1))) {
      return word.withText(text.substring(0, last) + COMMA);
    }
    count(text.charAt(last));
    return word;
  }

  private void count(char character) {
    if (character == OPENING) {
      open++;
    } else if (character == CLOSING) {
      open = Math.max(0, open - 1);
    }
  }

  private static boolean isArabicLetter(char character) {
    return Character.isLetter(character) && Character.UnicodeScript.of(character) == Character.UnicodeScript.ARABIC;
  }
}
