/** Says of a word that it can surely be seen, from the scene of its page alone. Whatever is in doubt is not said. */
package octavo.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import octavo.host.DisplayList.PaintedArea;
import octavo.host.DisplayList.TextRun;

final class DisplayListCheck {
  /** Letters of fewer points may vanish between two pixels. */
  private static final double SIZE_MIN_PT = 4;

  /** Thin lines of small letters are drawn lighter than their colour. */
  private static final double SMALL_PT = 6;
  private static final double CONTRAST_SMALL = 5;
  private static final double CONTRAST = 1.8;

  /** The stems of letters from this size on are wider than a pixel and keep their colour. */
  private static final double LARGE_PT = 14;
  private static final double CONTRAST_LARGE = 1.4;

  /** Of the height of a word; what reaches less far into it is a rule or a line through it. */
  private static final double THIN = 0.15;

  /** The same of what stands across it: narrower than the stem of a letter. */
  private static final double NARROW = 0.3;

  /** Of the core of a word, under lines of all kinds together: letters cover more of it than that. */
  private static final double LINED_MAX = 0.25;

  /** Of the length of a word that is free of everything in doubt, in one piece. */
  private static final double FREE_MIN = 0.5;

  /** Of the middle of a word, under other letters of about its size, whose boxes are mostly empty. */
  private static final double CROSSED_MAX = 0.35;

  /** The same, of any other size: large letters are covers, and small ones can follow a shape. */
  private static final double STAINED_MAX = 0.08;

  /** Boxes that meet may miss each other by this much. */
  private static final double EDGE_PT = 0.5;

  private final DisplayList scene;
  private final PageImages pictures;

  DisplayListCheck(DisplayList scene) {
    this.scene = scene;
    this.pictures = new PageImages(new ColourLuminance());
  }

  boolean isSure(Rect word) {
    Rect core = coreOf(word);
    if (core.isEmpty()) {
      // Marks without a width of their own stand over or under other letters; a box of nothing cannot be looked at.
      return true;
    }
    if (!scene.isOnPage(word)) {
      // What nobody can see for that reason is another filter's to drop.
      return true;
    }
    List<TextRun> runs = scene.runsAt(word);
    List<TextRun> here = runs.stream().filter(run -> stands(run, core)).toList();
    if (here.stream().anyMatch(run -> !run.isBlank() && isClear(run, word, core, runs))) {
      return true;
    }
    // Spaces, dots and rules tell nobody anything: no page is drawn for them.
    List<TextRun> words = here.stream().filter(run -> !run.isWordless()).toList();
    return !here.isEmpty()
        && (words.isEmpty() || isInBullet(word, here) && words.stream().allMatch(run -> isLegible(run, word, core)));
  }

  private static boolean stands(TextRun run, Rect core) {
    Rect line = lineOf(run);
    return line.overlap(core) >= 0.2 * Math.min(line.size(), core.size());
  }

  /** The line around a bullet leaves a gap for it, of which its box knows nothing: neither hides the other. */
  private static boolean isInBullet(Rect word, List<TextRun> here) {
    return here.stream().anyMatch(run -> run.isWordless() && run.area().width() <= run.size() && run.area().grown(EDGE_PT).contains(word));
  }

  /** Where words are that are not sure to be seen, and what touches them: a word may be put together of both. */
  List<Rect> doubts() {
    return scene.runs().stream()
        .filter(run -> !isSure(run.area()))
        .flatMap(run -> scene.runsAt(run.area().grown(EDGE_PT)).stream())
        .distinct()
        .map(TextRun::area)
        .toList();
  }

  /** Without the edges, into which neighbouring lines and letters reach. */
  private static Rect coreOf(Rect area) {
    double inset = 0.2 * Math.min(area.width(), area.height());
    return area.inset(inset, inset);
  }

  /** The middle of the line: some fonts claim twice the height of their letters and reach far into the lines around. */
  private static Rect lineOf(TextRun run) {
    Rect area = run.area();
    return run.isUpright() ? area.inset(0.3 * area.width(), 0) : area.inset(0, 0.3 * area.height());
  }

  private boolean isClear(TextRun run, Rect word, Rect core, List<TextRun> runs) {
    return isLegible(run, word, core) && !isCrossed(run, core.within(run.area()), runs);
  }

  /** But for other letters that may cross it. */
  private boolean isLegible(TextRun run, Rect word, Rect core) {
    Rect piece = core.within(run.area());
    boolean whole = run.plain() && run.size() >= SIZE_MIN_PT && run.clip().contains(piece) && !piece.isEmpty();
    return whole && isUncovered(run, word.within(run.area()), piece);
  }

  private static boolean isCrossed(TextRun run, Rect piece, List<TextRun> runs) {
    Rect line = lineOf(run).within(piece);
    if (line.isEmpty()) {
      return true;
    }
    double crossed = 0;
    double stained = 0;
    boolean marked = false;
    for (TextRun other : runs) {
      if (other == run || other.isBlank() || other.isTwinOf(run)) {
        continue;
      }
      double share = lineOf(other).overlap(line) / line.size();
      boolean alike = other.size() < 2 * run.size() && other.size() > run.size() / 2;
      if (alike && !marked && other.isMark() && other.light() == run.light()) {
        // One accent over a letter; more than one of them may be blocks in disguise.
        marked = share > 0;
        continue;
      }
      crossed += share;
      stained += alike ? 0 : share;
    }
    return crossed > CROSSED_MAX || stained > STAINED_MAX;
  }

  /** A good part of it is set off from all that lies below, and nothing that comes later reaches into that. */
  private boolean isUncovered(TextRun run, Rect word, Rect piece) {
    double needed = contrastFor(run.size());
    boolean shows = Luminance.contrast(run.light(), Luminance.WHITE) >= needed;
    List<Rect> doubtful = new ArrayList<>();
    for (PaintedArea paint : scene.paintsAt(word)) {
      boolean setOff = paint.order() < run.order() && isSetOff(run, paint, word, needed);
      if (paint.order() < run.order() && paint.exact() && paint.area().contains(piece)) {
        doubtful.clear();
        shows = setOff;
      } else if (!setOff) {
        doubtful.add(paint.area());
      }
    }
    return shows && isMostlyFree(piece, run.isUpright(), doubtful);
  }

  private static double contrastFor(double size) {
    return size < SMALL_PT ? CONTRAST_SMALL : size < LARGE_PT ? CONTRAST : CONTRAST_LARGE;
  }

  /** Letters hide part of the picture they stand on, but never half of it. */
  private boolean isSetOff(TextRun run, PaintedArea paint, Rect word, double needed) {
    return paint.picture() == null
        ? Luminance.contrast(run.light(), paint.light()) >= needed
        : pictures.shareSetOff(paint.picture(), word.within(paint.area()), run.light(), needed) >= 0.5;
  }

  private static boolean isMostlyFree(Rect piece, boolean upright, List<Rect> doubtful) {
    double length = upright ? piece.height() : piece.width();
    List<Rect> blocks = new ArrayList<>();
    double lined = 0;
    for (Rect area : doubtful) {
      Rect shared = area.within(piece);
      double high = upright ? piece.width() : piece.height();
      double reach = upright ? shared.width() : shared.height();
      double along = upright ? shared.height() : shared.width();
      if (reach > THIN * high && along > NARROW * high) {
        blocks.add(shared);
      } else {
        lined += shared.size() / piece.size();
      }
    }
    blocks.sort(Comparator.comparingDouble(block -> upright ? block.bottom() : block.left()));
    double from = upright ? piece.bottom() : piece.left();
    double longest = 0;
    for (Rect block : blocks) {
      longest = Math.max(longest, (upright ? block.bottom() : block.left()) - from);
      from = Math.max(from, upright ? block.top() : block.right());
    }
    longest = Math.max(longest, (upright ? piece.top() : piece.right()) - from);
    return longest >= FREE_MIN * length && lined <= LINED_MAX;
  }
}
