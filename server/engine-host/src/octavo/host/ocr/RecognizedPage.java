/** What was recognized in the picture of one page. */
package octavo.host.ocr;

import java.util.List;

/**
 * `textTurn`: the further turn, a multiple of 90, that most lines would need. `turn`: degrees, a multiple of 90, and `skew`: degrees, by which the displayed page was turned clockwise before it was
 * read. `picture` is that turned picture.
 */
record RecognizedPage(
    int turn, int textTurn, double skew, Bitmap picture, double pixelsPerPoint, List<List<Word>> lines, List<Rules.Rule> rules) {
  RecognizedPage {
    lines = BrokenLines.repaired(lines, rules);
  }

  RecognizedPage withLines(List<List<Word>> other) {
    return new RecognizedPage(turn, textTurn, skew, picture, pixelsPerPoint, other, rules);
  }

  int words() {
    return lines.stream().mapToInt(List::size).sum();
  }

  long letters() {
    return lines.stream().flatMap(List::stream).flatMapToInt(word -> word.text().codePoints()).filter(Character::isLetterOrDigit).count();
  }

  /** The mean of the confidences of all words, weighted by their lengths; 0 without words. */
  int confidence() {
    long letters = lines.stream().flatMap(List::stream).mapToLong(word -> word.text().length()).sum();
    return letters == 0 ? 0 : (int) (certainty() / letters);
  }

  /** The confidences of all letters together: more of two readings of one page was read well if it is higher. */
  long certainty() {
    return lines.stream().flatMap(List::stream).mapToLong(word -> (long) word.confidence() * word.text().length()).sum();
  }
}
