/** What is painted on a page, in order, as rectangles with a luminance. */
package octavo.host.visibility.fastpath;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import octavo.host.geometry.Rect;
import octavo.host.visibility.Luminance;
import octavo.host.visibility.fastpath.PageImages.PlacedImage;

final class DisplayList {
  /** Per page; a page with more has to be drawn. */
  private static final int ITEMS_MAX = 60_000;

  /** Entries in all bands together. */
  private static final int ENTRIES_MAX = 600_000;

  /** Horizontal bands of the page, so that a lookup reads few items. */
  private static final int BANDS = 128;

  /** Letters may reach this far out of their box. */
  private static final double EDGE_PT = 4;

  private static final Set<Integer> SIGNS = Set.of(
      (int) Character.SPACE_SEPARATOR, (int) Character.CONNECTOR_PUNCTUATION, (int) Character.DASH_PUNCTUATION,
      (int) Character.START_PUNCTUATION, (int) Character.END_PUNCTUATION, (int) Character.INITIAL_QUOTE_PUNCTUATION,
      (int) Character.FINAL_QUOTE_PUNCTUATION, (int) Character.OTHER_PUNCTUATION, (int) Character.MODIFIER_SYMBOL);

  private interface Item {
    int order();

    Rect area();
  }

  /** An area painted with one luminance or an image. `exact`: the area is fully covered, and nothing outside is painted. */
  record PaintedArea(int order, Rect area, double luminance, PlacedImage image, boolean exact) implements Item {}

  /** The text of one operator. `plain`: painted opaquely, in a known colour, wherever it is inside `clip`. */
  record TextRun(int order, Rect area, Rect clip, double luminance, double size, boolean plain, String text) implements Item {
    boolean isBlank() {
      return text.isBlank();
    }

    boolean isWordless() {
      return text.codePoints().allMatch(letter -> Character.isWhitespace(letter) || SIGNS.contains(Character.getType(letter)));
    }

    /** Written from bottom to top or from top to bottom. */
    boolean isUpright() {
      return area.height() > 2 * area.width() && text.length() > 2;
    }

    /** An accent painted as a separate glyph, as LaTeX does. */
    boolean isMark() {
      int kind = text.length() == 1 ? Character.getType(text.charAt(0)) : -1;
      return kind == Character.MODIFIER_SYMBOL || kind == Character.NON_SPACING_MARK || kind == Character.MODIFIER_LETTER
          || text.equals("\u00b8");
    }

    /** The same text painted again with a small offset, which some programs use for bold. */
    boolean isTwinOf(TextRun other) {
      double near = size / 8;
      return luminance == other.luminance && text.equals(other.text)
          && Math.abs(area.left() - other.area.left()) < near && Math.abs(area.bottom() - other.area.bottom()) < near;
    }
  }

  private final Rect page;
  private final List<List<PaintedArea>> paints = new ArrayList<>();
  private final List<List<TextRun>> runs = new ArrayList<>();
  private final List<TextRun> allRuns = new ArrayList<>();
  private int items;
  private int entries;
  private int uncertainDepth;
  private long lookups;

  DisplayList(Rect page) {
    this.page = page;
    for (int band = 0; band < BANDS; band++) {
      paints.add(new ArrayList<>(0));
      runs.add(new ArrayList<>(0));
    }
  }

  boolean isFull() {
    return items > ITEMS_MAX || entries > ENTRIES_MAX;
  }

  /** What is painted until `endUncertain` may or may not be shown. */
  void beginUncertain() {
    uncertainDepth++;
  }

  void endUncertain() {
    uncertainDepth--;
  }

  void paint(Rect area, double luminance, boolean exact) {
    add(area, luminance, null, exact);
  }

  void paint(Rect area, PlacedImage image, boolean exact) {
    add(area, Luminance.UNKNOWN, exact ? image : null, exact);
  }

  private void add(Rect area, double luminance, PlacedImage image, boolean exact) {
    Rect seen = area.intersect(page);
    if (!seen.isEmpty()) {
      boolean certain = uncertainDepth == 0;
      add(paints, new PaintedArea(items++, seen, certain ? luminance : Luminance.UNKNOWN, certain ? image : null, exact && certain));
    }
  }

  void write(Rect area, Rect clip, double luminance, double size, boolean plain, String text) {
    TextRun run = new TextRun(items++, area, clip, luminance, size, plain && uncertainDepth == 0, text);
    allRuns.add(run);
    add(runs, run);
  }

  List<TextRun> runs() {
    return allRuns;
  }

  boolean isOnPage(Rect area) {
    return page.grow(EDGE_PT).intersects(area);
  }

  private <T extends Item> void add(List<List<T>> bands, T item) {
    int last = bandOf(item.area().top());
    for (int band = bandOf(item.area().bottom()); band <= last; band++) {
      bands.get(band).add(item);
      entries++;
    }
  }

  private int bandOf(double y) {
    double place = (y - page.bottom()) / page.height() * BANDS;
    return (int) Math.max(0, Math.min(BANDS - 1, Double.isNaN(place) ? 0 : place));
  }

  List<TextRun> runsAt(Rect place) {
    return itemsAt(runs, place);
  }

  /** How many items were looked at since this was last asked. */
  long takeLookups() {
    long taken = lookups;
    lookups = 0;
    return taken;
  }

  /** In painting order. */
  List<PaintedArea> paintsAt(Rect place) {
    List<PaintedArea> found = itemsAt(paints, place);
    found.sort(Comparator.comparingInt(PaintedArea::order));
    return found;
  }

  private <T extends Item> List<T> itemsAt(List<List<T>> bands, Rect place) {
    List<T> found = new ArrayList<>();
    int first = bandOf(place.bottom());
    int last = bandOf(place.top());
    for (int band = first; band <= last; band++) {
      lookups += bands.get(band).size();
      for (T item : bands.get(band)) {
        // An item is in the list of each band it touches; take it once.
        if (item.area().intersects(place) && band == Math.max(first, bandOf(item.area().bottom()))) {
          found.add(item);
        }
      }
    }
    return found;
  }
}
