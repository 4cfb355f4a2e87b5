/** Finds ruling lines in the picture of a page: long dark runs, neighbouring ones merged. The engine sees tables only by lines in the content. */
package octavo.host.ocr;

import java.util.ArrayList;
import java.util.List;

final class Rules {
  private static final double LENGTH_MIN_PT = 25;
  private static final double THICKNESS_MAX_PT = 4;
  private static final double GAP_MAX_PT = 0.8;
  private static final int RULES_MAX = 2_000;

  /** From (x1, y1) to (x2, y2) in pixels, along the middle of the line. */
  record Rule(double x1, double y1, double x2, double y2) {}

  private record Run(int across, int across2, int from, int to) {
    boolean touches(int row, int start, int end) {
      return row - across2 <= 2 && start <= to + 3 && end >= from - 3;
    }

    Run with(int row, int start, int end) {
      return new Run(across, row, Math.min(from, start), Math.max(to, end));
    }
  }

  private final Bitmap page;
  private final int threshold;
  private final int lengthMin;
  private final int thicknessMax;
  private final int gapMax;

  private Rules(Bitmap page, double pixelsPerPoint) {
    this.page = page;
    threshold = page.threshold();
    lengthMin = (int) (LENGTH_MIN_PT * pixelsPerPoint);
    thicknessMax = (int) Math.ceil(THICKNESS_MAX_PT * pixelsPerPoint);
    gapMax = (int) Math.max(2, GAP_MAX_PT * pixelsPerPoint);
  }

  static List<Rule> find(Bitmap page, double pixelsPerPoint) {
    Rules rules = new Rules(page, pixelsPerPoint);
    List<Rule> found = new ArrayList<>();
    for (Run run : rules.runs(true)) {
      double y = (run.across + run.across2 + 1) / 2.0;
      found.add(new Rule(run.from, y, run.to + 1, y));
    }
    for (Run run : rules.runs(false)) {
      double x = (run.across + run.across2 + 1) / 2.0;
      found.add(new Rule(x, run.from, x, run.to + 1));
    }
    return found.size() > RULES_MAX ? List.of() : found;
  }

  private List<Run> runs(boolean horizontal) {
    int rows = horizontal ? page.height() : page.width();
    int length = horizontal ? page.width() : page.height();
    List<Run> done = new ArrayList<>();
    List<Run> open = new ArrayList<>();
    for (int row = 0; row < rows && done.size() + open.size() <= RULES_MAX; row++) {
      int now = row;
      open.removeIf(run -> now - run.across2 > 2 && done.add(run));
      addRuns(row, length, horizontal, open);
    }
    done.addAll(open);
    return done.stream().filter(run -> run.across2 - run.across < thicknessMax).toList();
  }

  private void addRuns(int row, int length, boolean horizontal, List<Run> open) {
    int start = -1;
    int last = -1;
    for (int at = 0; at <= length + gapMax; at++) {
      boolean dark = at < length && (horizontal ? page.at(at, row) : page.at(row, at)) <= threshold;
      if (dark) {
        start = start < 0 ? at : start;
        last = at;
      } else if (start >= 0 && at - last > gapMax) {
        if (last - start >= lengthMin) {
          merge(open, row, start, last);
        }
        start = -1;
      }
    }
  }

  private static void merge(List<Run> open, int row, int start, int end) {
    for (int i = 0; i < open.size(); i++) {
      if (open.get(i).touches(row, start, end)) {
        open.set(i, open.get(i).with(row, start, end));
        return;
      }
    }
    open.add(new Run(row, row, start, end));
  }
}
