/** Repairs what the search for lines divides or invents: parts of one line, and marks above letters that become a line of their own. */
package octavo.host.ocr;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

final class BrokenLines {
  /** In heights of a word: parts of a line are as far apart as words, columns are further. */
  private static final double GAP_MAX = 0.8;
  private static final double OVERLAP_MAX = 0.5;
  private static final double BASELINE_MAX = 0.25;
  /** Of the height of the line that the marks belong to. */
  private static final double MARKS_MAX = 0.6;

  private record Box(double left, double top, double right, double bottom) {
    static Box of(List<Word> line) {
      return new Box(
          line.stream().mapToDouble(Word::left).min().orElse(0), line.stream().mapToDouble(Word::top).min().orElse(0),
          line.stream().mapToDouble(Word::right).max().orElse(0), line.stream().mapToDouble(Word::bottom).max().orElse(0));
    }

    double height() {
      return bottom - top;
    }

    boolean isWithin(Box other) {
      return left >= other.left && right <= other.right && top >= other.top && bottom <= other.bottom;
    }
  }

  private BrokenLines() {}

  static List<List<Word>> repaired(List<List<Word>> lines, List<Rules.Rule> rules) {
    List<List<Word>> whole = new ArrayList<>();
    for (List<Word> line : lines) {
      if (isMarks(line, lines)) {
        continue;
      }
      int at = 0;
      while (at < whole.size() && !areOneLine(whole.get(at), line, rules)) {
        at++;
      }
      if (at < whole.size()) {
        whole.set(at, joined(whole.get(at), line));
      } else {
        whole.add(line);
      }
    }
    return whole;
  }

  private static boolean isMarks(List<Word> line, List<List<Word>> lines) {
    Box box = Box.of(line);
    return !TextLines.isText(line) && lines.stream().anyMatch(other -> {
      Box around = Box.of(other);
      return box.height() < MARKS_MAX * around.height() && box.isWithin(around) && TextLines.isText(other);
    });
  }

  /** Tesseract may take the spaces below each other in a justified paragraph for the space between two columns. */
  private static boolean areOneLine(List<Word> a, List<Word> b, List<Rules.Rule> rules) {
    Box first = Box.of(a);
    Box second = Box.of(b);
    Box left = first.left() < second.left() ? first : second;
    Box right = left == first ? second : first;
    double height = Math.min(heightOf(a), heightOf(b));
    double gap = right.left() - left.right();
    boolean isLevel = Math.abs(a.get(0).baseline() - b.get(0).baseline()) <= BASELINE_MAX * height;
    return isLevel && gap <= GAP_MAX * height && gap >= -OVERLAP_MAX * height
        && rules.stream().noneMatch(rule -> isBetween(rule, left, right));
  }

  private static double heightOf(List<Word> line) {
    double[] heights = line.stream().mapToDouble(word -> word.bottom() - word.top()).sorted().toArray();
    return heights[heights.length / 2];
  }

  private static boolean isBetween(Rules.Rule rule, Box left, Box right) {
    double x = (rule.x1() + rule.x2()) / 2;
    boolean isUpright = Math.abs(rule.y2() - rule.y1()) > Math.abs(rule.x2() - rule.x1());
    return isUpright && x >= left.left() && x <= right.right()
        && rule.y1() < Math.max(left.bottom(), right.bottom()) && rule.y2() > Math.min(left.top(), right.top());
  }

  private static List<Word> joined(List<Word> line, List<Word> rest) {
    double size = line.get(0).size();
    return Stream.concat(line.stream(), rest.stream().map(word -> word.withSize(size))).toList();
  }
}
