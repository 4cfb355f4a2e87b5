/** Finds lines of text that have no words on them: the search for lines of the recognition loses some, whole or in part. */
package octavo.host.ocr;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

final class LostLines {
  /** The picture is looked at in squares of so many pixels. */
  private static final int CELL = 4;
  /** More of them are a drawing or a photograph. */
  private static final int REGIONS_MAX = 8;
  /** In heights of a word: words of a line are less apart, a lost line is not smaller, and a lost paragraph not higher. */
  private static final double WORD_GAP = 1.2;
  private static final double WIDTH_MIN = 3;
  private static final double HEIGHT_MIN = 0.4;
  private static final double HEIGHT_MAX = 6;
  private static final double MARGIN = 0.3;
  /** Share of the squares with ink: specks have less, pictures more. */
  private static final double INK_MIN = 0.12;
  private static final double INK_MAX = 0.75;

  /** The picture of what is in the region alone, and where it is on the page. */
  record Region(int left, int top, Bitmap picture) {}

  private final Bitmap page;
  private final double height;
  private final int columns;
  private final int rows;
  private final boolean[] ink;

  private LostLines(Bitmap page, double height) {
    this.page = page;
    this.height = height;
    columns = page.width() / CELL;
    rows = page.height() / CELL;
    ink = new boolean[columns * rows];
  }

  static List<Region> find(Bitmap page, List<List<Word>> lines, List<Rules.Rule> rules) {
    List<Word> words = lines.stream().flatMap(List::stream).toList();
    if (words.isEmpty()) {
      return List.of();
    }
    double[] heights = words.stream().mapToDouble(word -> word.bottom() - word.top()).sorted().toArray();
    LostLines lost = new LostLines(page, heights[heights.length / 2]);
    lost.markInk();
    words.forEach(word -> lost.clear(word.left(), word.top(), word.right(), word.bottom()));
    rules.forEach(rule -> lost.clear(rule.x1(), rule.y1(), rule.x2(), rule.y2()));
    List<int[]> boxes = lost.boxes();
    return boxes.size() > REGIONS_MAX ? List.of() : boxes.stream().map(lost::region).toList();
  }

  private void markInk() {
    int threshold = page.threshold();
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        int dark = 0;
        for (int at = 0; at < CELL * CELL; at++) {
          dark += page.at(column * CELL + at % CELL, row * CELL + at / CELL) <= threshold ? 1 : 0;
        }
        ink[row * columns + column] = dark > 1;
      }
    }
  }

  /** Also a little around it: boxes of words do not always hold all of their ink. */
  private void clear(double left, double top, double right, double bottom) {
    double around = MARGIN * height;
    int from = Math.max(0, (int) ((left - around) / CELL));
    int to = Math.min(columns - 1, (int) ((right + around) / CELL));
    int last = Math.min(rows - 1, (int) ((bottom + around / 2) / CELL));
    for (int row = Math.max(0, (int) ((top - around / 2) / CELL)); row <= last && from <= to; row++) {
      Arrays.fill(ink, row * columns + from, row * columns + to + 1, false);
    }
  }

  /** Of ink that hangs together, with gaps as between words; each as left, top, right and bottom square. */
  private List<int[]> boxes() {
    boolean[] joined = joinedAlongLines();
    boolean[] seen = new boolean[joined.length];
    List<int[]> boxes = new ArrayList<>();
    for (int at = 0; at < joined.length && boxes.size() <= REGIONS_MAX; at++) {
      if (joined[at] && !seen[at]) {
        int[] box = boxOf(at, joined, seen);
        if (isText(box)) {
          boxes.add(box);
        }
      }
    }
    return boxes;
  }

  private boolean[] joinedAlongLines() {
    boolean[] joined = ink.clone();
    int gap = (int) (WORD_GAP * height / CELL);
    for (int row = 0; row < rows; row++) {
      int last = -1;
      for (int column = 0; column < columns; column++) {
        if (ink[row * columns + column]) {
          if (last >= 0 && column - last <= gap) {
            Arrays.fill(joined, row * columns + last, row * columns + column, true);
          }
          last = column;
        }
      }
    }
    return joined;
  }

  private int[] boxOf(int start, boolean[] joined, boolean[] seen) {
    int[] box = {columns, rows, 0, 0};
    ArrayDeque<Integer> open = new ArrayDeque<>(List.of(start));
    seen[start] = true;
    while (!open.isEmpty()) {
      int at = open.pop();
      int row = at / columns;
      int column = at % columns;
      box[0] = Math.min(box[0], column);
      box[1] = Math.min(box[1], row);
      box[2] = Math.max(box[2], column);
      box[3] = Math.max(box[3], row);
      for (int y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
        for (int x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          int next = y * columns + x;
          if (joined[next] && !seen[next]) {
            seen[next] = true;
            open.push(next);
          }
        }
      }
    }
    return box;
  }

  private boolean isText(int[] box) {
    double wide = (box[2] - box[0] + 1) * CELL / height;
    double high = (box[3] - box[1] + 1) * CELL / height;
    if (wide < WIDTH_MIN || high < HEIGHT_MIN || high > HEIGHT_MAX || high > wide) {
      return false;
    }
    int dark = 0;
    for (int row = box[1]; row <= box[3]; row++) {
      for (int column = box[0]; column <= box[2]; column++) {
        dark += ink[row * columns + column] ? 1 : 0;
      }
    }
    double share = dark / ((box[2] - box[0] + 1.0) * (box[3] - box[1] + 1));
    return share > INK_MIN && share < INK_MAX;
  }

  /** Words that were read are left out. */
  private Region region(int[] box) {
    int margin = (int) Math.ceil(height / CELL);
    int left = Math.max(0, box[0] - margin);
    int top = Math.max(0, box[1] - margin);
    int width = (Math.min(columns, box[2] + margin + 1) - left) * CELL;
    int high = (Math.min(rows, box[3] + margin + 1) - top) * CELL;
    byte[] pixels = new byte[width * high];
    Arrays.fill(pixels, (byte) 255);
    for (int row = box[1]; row <= box[3]; row++) {
      for (int column = box[0]; column <= box[2]; column++) {
        if (isNearInk(column, row)) {
          for (int y = 0; y < CELL; y++) {
            int from = (row * CELL + y) * page.width() + column * CELL;
            System.arraycopy(page.pixels(), from, pixels, ((row - top) * CELL + y) * width + (column - left) * CELL, CELL);
          }
        }
      }
    }
    return new Region(left * CELL, top * CELL, new Bitmap(width, high, pixels));
  }

  private boolean isNearInk(int column, int row) {
    for (int y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++) {
      for (int x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
        if (ink[y * columns + x]) {
          return true;
        }
      }
    }
    return false;
  }
}
