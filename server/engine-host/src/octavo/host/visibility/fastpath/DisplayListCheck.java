/** Decides from the display list whether a word is certainly visible. Any doubt means that it is not certain. */
package octavo.host.visibility.fastpath;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.visibility.ContentCheck;
import octavo.host.visibility.Luminance;
import octavo.host.visibility.WorkBudget;
import octavo.host.visibility.fastpath.DisplayList.PaintedArea;
import octavo.host.visibility.fastpath.DisplayList.TextRun;

final class DisplayListCheck implements ContentCheck.Verdict {
  /** Smaller letters may vanish between two pixels when they are drawn. */
  private static final double SIZE_MIN_PT = 4;

  /** Thin strokes of letters smaller than this are drawn lighter than their colour. */
  private static final double SMALL_PT = 6;
  private static final double CONTRAST_SMALL = 5;
  private static final double CONTRAST = 1.8;

  /** Strokes of letters from this size on are wider than a pixel and keep their colour. */
  private static final double LARGE_PT = 14;
  private static final double CONTRAST_LARGE = 1.4;

  /** Share of the height of a word. Something that covers less of it is an underline or a strikethrough. */
  private static final double THIN = 0.15;

  /** Share of the height of a word. Something narrower than that is thinner than the stem of a letter. */
  private static final double NARROW = 0.3;

  /** The largest share of a word that thin lines may cover together. Letters cover more than that. */
  private static final double THIN_LINES_MAX = 0.25;

  /** The smallest share of the length of a word that must be free of everything uncertain, in one piece. */
  private static final double FREE_MIN = 0.5;

  /** The largest share of a word under other text of about the same size, whose boxes are mostly empty. */
  private static final double CROSSED_MAX = 0.35;

  /** The same for text of other sizes: large letters can cover words, and small ones can be arranged to do so. */
  private static final double OTHER_SIZES_MAX = 0.08;

  /** Boxes of neighbours may be this far apart. */
  private static final double EDGE_PT = 0.5;

  /** Items of the display list looked at for one unit of work. */
  private static final int LOOKUPS_PER_UNIT = 100;

  private final DisplayList displayList;
  private final PageImages images;
  private final WorkBudget budget;

  DisplayListCheck(DisplayList displayList, IccProfiles profiles, WorkBudget budget) {
    this.displayList = displayList;
    this.budget = budget;
    this.images = new PageImages(new ColourLuminance(profiles), budget);
  }

  @Override
  public boolean isCertainlyVisible(Rect word) {
    budget.spend(1 + displayList.takeLookups() / LOOKUPS_PER_UNIT);
    Rect core = coreOf(word);
    if (core.isEmpty()) {
      // Combining marks have no width. An empty box cannot be checked.
      return true;
    }
    if (!displayList.isOnPage(word)) {
      // Text off the page is the business of another filter.
      return true;
    }
    List<TextRun> runs = displayList.runsAt(word);
    List<TextRun> here = runs.stream().filter(run -> belongsTo(run, core)).toList();
    if (here.stream().anyMatch(run -> !run.isBlank() && isClear(run, word, core, runs))) {
      return true;
    }
    // Spaces and punctuation carry no information: no page is drawn for them.
    List<TextRun> words = here.stream().filter(run -> !run.isWordless()).toList();
    return !here.isEmpty()
        && (words.isEmpty() || isInBullet(word, here) && words.stream().allMatch(run -> isLegible(run, word, core)));
  }

  private static boolean belongsTo(TextRun run, Rect core) {
    Rect line = lineOf(run);
    return line.overlapArea(core) >= 0.2 * Math.min(line.area(), core.area());
  }

  /** The line of text around a bullet leaves a gap for it that its box does not show, so neither hides the other. */
  private static boolean isInBullet(Rect word, List<TextRun> here) {
    return here.stream().anyMatch(run -> run.isWordless() && run.area().width() <= run.size() && run.area().grow(EDGE_PT).contains(word));
  }

  /** Includes the text that touches uncertain text: the engine may build a word from both. */
  @Override
  public List<Rect> uncertainPlaces() {
    return displayList.runs().stream()
        .filter(run -> !isCertainlyVisible(run.area()))
        .flatMap(run -> displayList.runsAt(run.area().grow(EDGE_PT)).stream())
        .distinct()
        .map(TextRun::area)
        .toList();
  }

  /** The middle of a box: neighbouring lines and letters reach into its edges. */
  private static Rect coreOf(Rect area) {
    double inset = 0.2 * Math.min(area.width(), area.height());
    return area.inset(inset, inset);
  }

  /** The middle of a line: boxes of some fonts are twice as high as their letters and reach into the lines around. */
  private static Rect lineOf(TextRun run) {
    Rect area = run.area();
    return run.isUpright() ? area.inset(0.3 * area.width(), 0) : area.inset(0, 0.3 * area.height());
  }

  private boolean isClear(TextRun run, Rect word, Rect core, List<TextRun> runs) {
    return isLegible(run, word, core) && !isCrossed(run, core.intersect(run.area()), runs);
  }

  /** Apart from other text that may cross it. */
  private boolean isLegible(TextRun run, Rect word, Rect core) {
    Rect piece = core.intersect(run.area());
    boolean paintedWhole = run.plain() && run.size() >= SIZE_MIN_PT && run.clip().contains(piece) && !piece.isEmpty();
    return paintedWhole && isUncovered(run, word.intersect(run.area()), piece);
  }

  private static boolean isCrossed(TextRun run, Rect piece, List<TextRun> runs) {
    Rect line = lineOf(run).intersect(piece);
    if (line.isEmpty()) {
      return true;
    }
    double crossed = 0;
    double otherSizes = 0;
    boolean marked = false;
    for (TextRun other : runs) {
      if (other == run || other.isBlank() || other.isTwinOf(run)) {
        continue;
      }
      double share = lineOf(other).overlapArea(line) / line.area();
      boolean similarSize = other.size() < 2 * run.size() && other.size() > run.size() / 2;
      if (similarSize && !marked && other.isMark() && other.luminance() == run.luminance()) {
        // One accent over a letter is normal. More than one could be used to cover it.
        marked = share > 0;
        continue;
      }
      crossed += share;
      otherSizes += similarSize ? 0 : share;
    }
    return crossed > CROSSED_MAX || otherSizes > OTHER_SIZES_MAX;
  }

  /** A large part has contrast to everything painted below it, and nothing painted later covers that part. */
  private boolean isUncovered(TextRun run, Rect word, Rect piece) {
    double needed = contrastFor(run.size());
    boolean shows = Luminance.contrast(run.luminance(), Luminance.WHITE) >= needed;
    List<Rect> uncertain = new ArrayList<>();
    for (PaintedArea paint : displayList.paintsAt(word)) {
      boolean contrasting = paint.order() < run.order() && hasContrast(run, paint, word, needed);
      if (paint.order() < run.order() && paint.exact() && paint.area().contains(piece)) {
        uncertain.clear();
        shows = contrasting;
      } else if (!contrasting) {
        uncertain.add(paint.area());
      }
    }
    return shows && isMostlyFree(piece, run.isUpright(), uncertain);
  }

  private static double contrastFor(double size) {
    return size < SMALL_PT ? CONTRAST_SMALL : size < LARGE_PT ? CONTRAST : CONTRAST_LARGE;
  }

  /** Images are compared where the word is. Letters never cover half of their box. */
  private boolean hasContrast(TextRun run, PaintedArea paint, Rect word, double needed) {
    return paint.image() == null
        ? Luminance.contrast(run.luminance(), paint.luminance()) >= needed
        : images.shareWithContrast(paint.image(), word.intersect(paint.area()), run.luminance(), needed) >= 0.5;
  }

  private static boolean isMostlyFree(Rect piece, boolean upright, List<Rect> uncertain) {
    double length = upright ? piece.height() : piece.width();
    List<Rect> blocks = new ArrayList<>();
    double thinLines = 0;
    for (Rect area : uncertain) {
      Rect shared = area.intersect(piece);
      double high = upright ? piece.width() : piece.height();
      double reach = upright ? shared.width() : shared.height();
      double along = upright ? shared.height() : shared.width();
      if (reach > THIN * high && along > NARROW * high) {
        blocks.add(shared);
      } else {
        thinLines += shared.area() / piece.area();
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
    return longest >= FREE_MIN * length && thinLines <= THIN_LINES_MAX;
  }
}
