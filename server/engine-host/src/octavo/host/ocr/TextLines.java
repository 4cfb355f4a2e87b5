/** Prepares recognized lines for the layer: drops noise, joins characters that have no spaces between them, evens out sizes. */
package octavo.host.ocr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class TextLines {
  /** Below this, words are specks and rules that were taken for letters, unless the line around them is text. */
  private static final int CONFIDENCE_MIN = 20;
  private static final int LINE_CONFIDENCE_MIN = 60;
  /** Sizes closer than this are one size: headings are told by it, and the measured heights of lines vary. */
  private static final double SAME_SIZE = 1.12;
  /** A line that was read alone is measured less well. */
  private static final double LIKE_SIZE = 1.35;
  /** Of the height of a line: Korean has wider gaps only between words, but tesseract may separate its syllables. */
  private static final double SYLLABLE_GAP = 0.25;
  /** Of the height of a line of square characters: tesseract's own sizes of such lines are up to twice too large. */
  private static final double SQUARE_SIZE = 1.15;

  private TextLines() {}

  static List<List<Word>> of(List<List<List<Word>>> paragraphs) {
    List<List<Word>> lines = new ArrayList<>();
    for (List<List<Word>> paragraph : ArabicCommas.restored(paragraphs)) {
      List<List<Word>> kept = paragraph.stream().map(TextLines::joined).filter(line -> !line.isEmpty()).toList();
      double size = median(kept.stream().map(line -> line.get(0).size()).sorted().toList());
      kept.forEach(line -> lines.add(line.stream().map(word -> word.withSize(size)).toList()));
    }
    Map<Double, Double> even = evened(lines.stream().map(line -> line.get(0).size()).sorted().toList());
    return lines.stream()
        .map(line -> line.stream().map(word -> word.withSize(even.get(word.size()))).toList())
        .toList();
  }

  /** Lines that were found later, each after the line above it and in a size that the page has, if it was read with confidence. */
  static List<List<Word>> insert(List<List<Word>> lines, List<List<Word>> found) {
    List<List<Word>> all = new ArrayList<>(lines);
    for (List<Word> line : found) {
      if (!isText(line) || line.stream().noneMatch(TextLines::hasLetters)) {
        continue;
      }
      double size = nearestSize(line.get(0).size(), lines);
      all.add(placeOf(line, all), line.stream().map(word -> word.withSize(size)).toList());
    }
    return all;
  }

  private static double nearestSize(double size, List<List<Word>> lines) {
    double best = size;
    double difference = LIKE_SIZE;
    for (List<Word> line : lines) {
      double other = line.get(0).size();
      double ratio = Math.max(other / size, size / other);
      if (ratio < difference) {
        difference = ratio;
        best = other;
      }
    }
    return best;
  }

  private static int placeOf(List<Word> line, List<List<Word>> lines) {
    int place = 0;
    for (int at = 0; at < lines.size(); at++) {
      if (lines.get(at).get(0).baseline() <= line.get(0).baseline()) {
        place = at + 1;
      }
    }
    return place;
  }

  private static double median(List<Double> sorted) {
    return sorted.isEmpty() ? 0 : sorted.get(sorted.size() / 2);
  }

  private static Map<Double, Double> evened(List<Double> sorted) {
    Map<Double, Double> even = new HashMap<>();
    for (int from = 0; from < sorted.size(); ) {
      int to = from;
      while (to < sorted.size() && sorted.get(to) <= sorted.get(from) * SAME_SIZE) {
        to++;
      }
      double middle = median(sorted.subList(from, to));
      sorted.subList(from, to).forEach(size -> even.put(size, middle));
      from = to;
    }
    return even;
  }

  private static List<Word> joined(List<Word> read) {
    List<Word> words = new ArrayList<>();
    boolean isText = isText(read);
    double height = median(read.stream().map(word -> word.bottom() - word.top()).sorted().toList());
    boolean isSquare = read.stream().anyMatch(word -> word.text().codePoints().anyMatch(GlyphlessFont::isWide));
    for (Word found : read) {
      Word word = isSquare ? found.withSize(Math.min(found.size(), SQUARE_SIZE * height)) : found;
      if (word.confidence() < CONFIDENCE_MIN && !(isText && hasLetters(word))) {
        continue;
      }
      Word last = words.isEmpty() ? null : words.get(words.size() - 1);
      if (last != null && isUnspaced(last, word, height)) {
        words.set(words.size() - 1, join(last, word));
      } else {
        words.add(word);
      }
    }
    return words;
  }

  /** Most of its letters are in words that were read with confidence. */
  static boolean isText(List<Word> line) {
    int letters = line.stream().mapToInt(word -> word.text().length()).sum();
    int sure = line.stream().filter(word -> word.confidence() >= LINE_CONFIDENCE_MIN).mapToInt(word -> word.text().length()).sum();
    return 2 * sure > letters;
  }

  private static boolean hasLetters(Word word) {
    return word.text().codePoints().anyMatch(Character::isLetterOrDigit);
  }

  /** Chinese and Japanese have no spaces; tesseract separates their characters all the same. */
  private static boolean isUnspaced(Word left, Word right, double height) {
    int before = left.text().codePointBefore(left.text().length());
    int after = right.text().codePointAt(0);
    double gap = right.left() - left.right();
    return isHangul(before) && isHangul(after)
        ? gap < SYLLABLE_GAP * height
        : isIdeographic(before) && isIdeographic(after) && gap < right.size();
  }

  private static boolean isHangul(int point) {
    return Character.UnicodeScript.of(point) == Character.UnicodeScript.HANGUL;
  }

  private static boolean isIdeographic(int point) {
    return switch (Character.UnicodeScript.of(point)) {
      case HAN, HIRAGANA, KATAKANA -> true;
      default -> (point >= 0x3000 && point <= 0x303F) || (point >= 0xFF00 && point <= 0xFFEF);
    };
  }

  private static Word join(Word a, Word b) {
    return new Word(
        Math.min(a.left(), b.left()), Math.min(a.top(), b.top()), Math.max(a.right(), b.right()), Math.max(a.bottom(), b.bottom()),
        a.baseline(), a.size(), a.text() + b.text(), Math.min(a.confidence(), b.confidence()));
  }
}
