/** Says of a word that it can surely be seen, from the scene of its page alone. Whatever is in doubt is not said. */
package octavo.host;

import java.util.List;
import octavo.host.Scene.Paint;
import octavo.host.Scene.Run;

final class PlainSight {
  /** Letters of fewer points may vanish between two pixels. */
  private static final double SIZE_MIN_PT = 4;

  /** Thin lines of small letters are drawn lighter than their colour. */
  private static final double SMALL_PT = 6;
  private static final double CONTRAST_SMALL = 5;
  private static final double CONTRAST = 1.8;

  /** Of the core of a word, painted over or under: letters cover more of it than this, so some of them stay. */
  private static final double STAINED_MAX = 0.08;

  /** The same, by letters of about the same size, whose boxes are mostly empty. */
  private static final double CROSSED_MAX = 0.35;

  private final Scene scene;

  PlainSight(Scene scene) {
    this.scene = scene;
  }

  boolean isSure(Area word) {
    Area core = coreOf(word);
    if (core.isEmpty()) {
      // Marks without a width of their own stand over or under other letters; a box of nothing cannot be looked at.
      return true;
    }
    if (!scene.isOnPage(word)) {
      // What nobody can see for that reason is another filter's to drop.
      return true;
    }
    List<Run> runs = scene.runsAt(word);
    boolean anyLetters = false;
    boolean any = false;
    for (Run run : runs) {
      Area runCore = coreOf(run.area());
      if (runCore.overlap(core) < 0.5 * Math.min(runCore.size(), core.size())) {
        continue;
      }
      any = true;
      anyLetters |= !run.isBlank();
      if (!run.isBlank() && isClear(run, word, core, runs)) {
        return true;
      }
    }
    return any && !anyLetters;
  }

  /** Where words are that are not sure to be seen. */
  List<Area> doubts() {
    return scene.runs().stream().map(Run::area).filter(area -> !isSure(area)).toList();
  }

  /** Without the edges, into which neighbouring lines and letters reach. */
  private static Area coreOf(Area area) {
    double inset = 0.2 * Math.min(area.width(), area.height());
    return area.inset(inset, inset);
  }

  /** The middle of the line: some fonts claim twice the height of their letters and reach far into the lines around. */
  private static Area lineOf(Run run) {
    Area area = run.area();
    boolean upright = area.height() > 2 * area.width() && run.text().length() > 2;
    return upright ? area.inset(0.3 * area.width(), 0.1 * area.height()) : area.inset(0.1 * area.width(), 0.3 * area.height());
  }

  private boolean isClear(Run run, Area word, Area core, List<Run> runs) {
    Area piece = core.within(run.area());
    boolean legible = run.plain() && run.size() >= SIZE_MIN_PT && run.clip().contains(piece) && !piece.isEmpty();
    return legible && !isCrossed(run, piece, runs) && isUncovered(run, word.within(run.area()), piece);
  }

  private static boolean isCrossed(Run run, Area piece, List<Run> runs) {
    Area line = lineOf(run).within(piece);
    if (line.isEmpty()) {
      return true;
    }
    double crossed = 0;
    double stained = 0;
    for (Run other : runs) {
      if (other == run || other.isBlank() || other.isTwinOf(run)) {
        continue;
      }
      double share = lineOf(other).overlap(line) / line.size();
      boolean alike = other.size() < 2 * run.size() && other.size() > run.size() / 2;
      crossed += share;
      stained += alike ? 0 : share;
    }
    return crossed > CROSSED_MAX || stained > STAINED_MAX;
  }

  /** Set off from all that lies below it, and nothing that comes later reaches far into it. */
  private boolean isUncovered(Run run, Area word, Area piece) {
    double contrast = Light.contrast(run.light(), Light.WHITE);
    double stained = 0;
    for (Paint paint : scene.paintsAt(word)) {
      double share = paint.area().overlap(piece) / piece.size();
      if (paint.order() > run.order()) {
        stained += share;
      } else if (paint.exact() && paint.area().contains(word)) {
        contrast = Light.contrast(run.light(), paint.light());
        stained = 0;
      } else if (share > STAINED_MAX || stained + share > STAINED_MAX) {
        contrast = Math.min(contrast, Light.contrast(run.light(), paint.light()));
      } else {
        stained += share;
      }
    }
    // A light that is not known makes the contrast no number, and this false.
    return stained <= STAINED_MAX && contrast >= (run.size() < SMALL_PT ? CONTRAST_SMALL : CONTRAST);
  }
}
