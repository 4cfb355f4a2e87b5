/** Lookups in the display list. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.visibility.fastpath.DisplayList.PaintedArea;
import octavo.host.visibility.fastpath.DisplayList.TextRun;
import org.junit.jupiter.api.Test;

class DisplayListTest {
  private static final Rect PAGE = new Rect(0, 0, 600, 800);
  private final DisplayList list = new DisplayList(PAGE);

  private static TextRun run(Rect area, double luminance, String text) {
    return new TextRun(0, area, PAGE, luminance, 12, true, text);
  }

  @Test
  void findsEachItemOnceInPaintingOrder() {
    list.paint(new Rect(0, 0, 600, 800), 1, true);
    list.paint(new Rect(100, 100, 200, 700), 0.5, true);
    list.paint(new Rect(0, 0, 50, 50), 0, true);
    List<PaintedArea> found = list.paintsAt(new Rect(110, 90, 120, 600));
    assertEquals(List.of(1.0, 0.5), found.stream().map(PaintedArea::luminance).toList());
  }

  @Test
  void whatIsOutsideThePageIsNotPainted() {
    list.paint(new Rect(700, 0, 800, 100), 0, true);
    list.paint(new Rect(-50, -50, 50, 50), 0, true);
    List<PaintedArea> found = list.paintsAt(new Rect(-100, -100, 900, 900));
    assertEquals(List.of(new Rect(0, 0, 50, 50)), found.stream().map(PaintedArea::area).toList());
  }

  @Test
  void whatMayBeHiddenHasNoKnownLuminance() {
    list.beginUncertain();
    list.paint(new Rect(0, 0, 50, 50), 0, true);
    list.write(new Rect(0, 0, 50, 12), PAGE, 0, 12, true, "Word");
    list.endUncertain();
    list.paint(new Rect(0, 0, 50, 50), 0, true);
    List<PaintedArea> found = list.paintsAt(PAGE);
    assertTrue(Double.isNaN(found.get(0).luminance()));
    assertFalse(found.get(0).exact());
    assertTrue(found.get(1).exact());
    assertFalse(list.runs().get(0).plain());
  }

  @Test
  void isFullAfterTooManyItems() {
    for (int n = 0; n <= 60_000; n++) {
      list.paint(new Rect(0, 0, 1, 1), 0, true);
    }
    assertTrue(list.isFull());
  }

  @Test
  void isFullAfterTooManyTallItems() {
    for (int n = 0; n < 5_000; n++) {
      list.paint(PAGE, 0, true);
    }
    assertTrue(list.isFull());
  }

  @Test
  void lettersMayReachAFewPointsOntoThePage() {
    assertTrue(list.isOnPage(new Rect(601, 10, 620, 20)));
    assertFalse(list.isOnPage(new Rect(610, 10, 620, 20)));
  }

  @Test
  void punctuationIsWordless() {
    assertTrue(run(PAGE, 0, " .. — «»").isWordless());
    assertFalse(run(PAGE, 0, ". 7").isWordless());
    assertFalse(run(PAGE, 0, "漢").isWordless());
  }

  @Test
  void knowsVerticalText() {
    assertTrue(run(new Rect(0, 0, 12, 60), 0, "Rotated").isUpright());
    assertFalse(run(new Rect(0, 0, 60, 12), 0, "Rotated").isUpright());
    assertFalse(run(new Rect(0, 0, 4, 12), 0, "il").isUpright());
  }

  @Test
  void knowsSeparateAccents() {
    assertTrue(run(PAGE, 0, "\u00b4").isMark());
    assertTrue(run(PAGE, 0, "\u0301").isMark());
    assertTrue(run(PAGE, 0, "\u00b8").isMark());
    assertFalse(run(PAGE, 0, "a").isMark());
    assertFalse(run(PAGE, 0, "\u00b4\u00b4").isMark());
  }

  @Test
  void textPaintedTwiceForBoldIsATwin() {
    TextRun word = run(new Rect(10, 10, 50, 22), 0, "Bold");
    assertTrue(run(new Rect(10.4, 10, 50.4, 22), 0, "Bold").isTwinOf(word));
    assertFalse(run(new Rect(14, 10, 54, 22), 0, "Bold").isTwinOf(word));
    assertFalse(run(new Rect(10.4, 10, 50.4, 22), 1, "Bold").isTwinOf(word));
    assertFalse(run(new Rect(10.4, 10, 50.4, 22), 0, "Fold").isTwinOf(word));
  }
}
