/** What is painted on a page and in which order, as rectangles: enough to say of most words that they can be seen. */
package octavo.host;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import octavo.host.PageImages.PlacedImage;

final class DisplayList {
  /** Of one page; beyond it nothing is judged from here. */
  private static final int ITEMS_MAX = 60_000;

  /** Entries in the lists of all bands together. */
  private static final int ENTRIES_MAX = 600_000;

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

  /** An area in which something was painted: a light, or a picture. `exact`: all of it, and with nothing else. */
  record PaintedArea(int order, Rect area, double light, PlacedImage picture, boolean exact) implements Item {}

  /** The letters of one operator. `plain`: painted as they are, in a known colour, wherever they are inside of `clip`. */
  record TextRun(int order, Rect area, Rect clip, double light, double size, boolean plain, String text) implements Item {
    boolean isBlank() {
      return text.isBlank();
    }

    boolean isWordless() {
      return text.codePoints().allMatch(letter -> Character.isWhitespace(letter) || SIGNS.contains(Character.getType(letter)));
    }

    /** Written from the bottom to the top, or the other way round. */
    boolean isUpright() {
      return area.height() > 2 * area.width() && text.length() > 2;
    }

    /** An accent set on its own, as by some typesetters. */
    boolean isMark() {
      int kind = text.length() == 1 ? Character.getType(text.charAt(0)) : -1;
      return kind == Character.MODIFIER_SYMBOL || kind == Character.NON_SPACING_MARK || kind == Character.MODIFIER_LETTER
          || text.equals("\u00b8");
    }

    /** The same words once more, moved by a hair: how some programs print bold. */
    boolean isTwinOf(TextRun other) {
      double near = size / 8;
      return light == other.light && text.equals(other.text)
          && Math.abs(area.left() - other.area.left()) < near && Math.abs(area.bottom() - other.area.bottom()) < near;
    }
  }

  private final Rect page;
  private final List<List<PaintedArea>> paints = new ArrayList<>();
  private final List<List<TextRun>> runs = new ArrayList<>();
  private final List<TextRun> allRuns = new ArrayList<>();
  private int items;
  private int entries;
  private int doubts;

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

  /** From here on nobody knows whether what is painted is shown. */
  void beginDoubt() {
    doubts++;
  }

  void endDoubt() {
    doubts--;
  }

  void paint(Rect area, double light, boolean exact) {
    add(area, light, null, exact);
  }

  void paint(Rect area, PlacedImage picture, boolean exact) {
    add(area, Luminance.UNKNOWN, exact ? picture : null, exact);
  }

  private void add(Rect area, double light, PlacedImage picture, boolean exact) {
    Rect seen = area.within(page);
    if (!seen.isEmpty()) {
      boolean sure = doubts == 0;
      add(paints, new PaintedArea(items++, seen, sure ? light : Luminance.UNKNOWN, sure ? picture : null, exact && sure));
    }
  }

  void write(Rect area, Rect clip, double light, double size, boolean plain, String text) {
    TextRun run = new TextRun(items++, area, clip, light, size, plain && doubts == 0, text);
    allRuns.add(run);
    add(runs, run);
  }

  List<TextRun> runs() {
    return allRuns;
  }

  boolean isOnPage(Rect area) {
    return page.grown(EDGE_PT).touches(area);
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

  /** In the order of painting. */
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
      for (T item : bands.get(band)) {
        // In the lists of several bands, and taken from the first of them.
        if (item.area().touches(place) && band == Math.max(first, bandOf(item.area().bottom()))) {
          found.add(item);
        }
      }
    }
    return found;
  }
}
