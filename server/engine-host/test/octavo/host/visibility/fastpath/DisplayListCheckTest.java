/** Decisions about words, each on a display list of its own. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.visibility.Luminance;
import octavo.host.visibility.WorkBudget;
import org.junit.jupiter.api.Test;

class DisplayListCheckTest {
  private static final Rect PAGE = new Rect(0, 0, 600, 800);
  private static final Rect WORD = new Rect(100, 100, 160, 112);
  private static final double BLACK = 0;
  private static final double WHITE = 1;
  private static final double LIGHT_GREY = Luminance.of(0.8, 0.8, 0.8);

  private final DisplayList list = new DisplayList(PAGE);

  private void write(Rect area, double luminance, double size, String text) {
    list.write(area, PAGE, luminance, size, true, text);
  }

  private void word(double luminance) {
    write(WORD, luminance, 12, "Visible");
  }

  private boolean isCertain() {
    return new DisplayListCheck(list, new IccProfiles(), WorkBudget.unlimited()).isCertainlyVisible(WORD);
  }

  @Test
  void blackOnWhiteIsCertain() {
    word(BLACK);
    assertTrue(isCertain());
  }

  @Test
  void whiteOnWhiteIsNot() {
    word(WHITE);
    assertFalse(isCertain());
  }

  @Test
  void whiteOnABlackAreaIsCertain() {
    list.paint(WORD.grow(5), BLACK, true);
    word(WHITE);
    assertTrue(isCertain());
  }

  @Test
  void blackOnABlackAreaIsNot() {
    list.paint(WORD.grow(5), BLACK, true);
    word(BLACK);
    assertFalse(isCertain());
  }

  @Test
  void theTopmostExactAreaBelowTheWordDecides() {
    list.paint(PAGE, BLACK, true);
    list.paint(WORD.grow(5), WHITE, true);
    word(BLACK);
    assertTrue(isCertain());
  }

  @Test
  void anInexactAreaDoesNotHideWhatIsBelowIt() {
    list.paint(PAGE, BLACK, true);
    list.paint(WORD.grow(5), WHITE, false);
    word(BLACK);
    assertFalse(isCertain());
  }

  @Test
  void anAreaPaintedLaterMakesTheWordUncertain() {
    word(BLACK);
    list.paint(WORD, WHITE, true);
    assertFalse(isCertain());
  }

  @Test
  void halfOfTheWordMustBeFree() {
    word(BLACK);
    list.paint(new Rect(130, 95, 170, 120), WHITE, true);
    assertTrue(isCertain(), "the left half is free");
    list.paint(new Rect(100, 95, 115, 120), WHITE, true);
    assertFalse(isCertain());
  }

  @Test
  void anUnderlineOrStrikethroughHidesNothing() {
    word(BLACK);
    list.paint(new Rect(100, 106, 160, 106.5), BLACK, true);
    list.paint(new Rect(100, 101, 160, 101.5), BLACK, true);
    assertTrue(isCertain());
  }

  @Test
  void manyThinLinesTogetherHideAWord() {
    word(BLACK);
    for (double y = 100; y < 112; y += 1) {
      list.paint(new Rect(100, y, 160, y + 0.9), WHITE, true);
    }
    assertFalse(isCertain());
  }

  @Test
  void anUnknownColourIsUncertain() {
    list.write(WORD, PAGE, Luminance.UNKNOWN, 12, false, "Pattern");
    assertFalse(isCertain());
  }

  @Test
  void aClipThatCutsTheWordIsUncertain() {
    list.write(WORD, new Rect(0, 0, 120, 800), BLACK, 12, true, "Clipped");
    assertFalse(isCertain());
  }

  @Test
  void smallTextNeedsMoreContrastAndLargeTextLess() {
    double grey = Luminance.of(0.6, 0.6, 0.6);
    write(WORD, grey, 12, "Visible");
    assertTrue(isCertain());
    assertFalse(certainAt(5, grey), "5 points");
    assertFalse(certainAt(3, BLACK), "3 points");
    double lightGrey = Luminance.of(0.78, 0.78, 0.78);
    assertFalse(certainAt(12, lightGrey), "12 points, light grey");
    assertTrue(certainAt(20, lightGrey), "20 points, light grey");
  }

  private static boolean certainAt(double size, double luminance) {
    DisplayList other = new DisplayList(PAGE);
    other.write(WORD, PAGE, luminance, size, true, "Visible");
    return new DisplayListCheck(other, new IccProfiles(), WorkBudget.unlimited()).isCertainlyVisible(WORD);
  }

  @Test
  void otherTextAcrossTheWordIsUncertain() {
    word(BLACK);
    write(new Rect(95, 98, 165, 114), WHITE, 14, "Covering");
    assertFalse(isCertain());
  }

  @Test
  void largeLettersAcrossTheWordAreUncertain() {
    word(BLACK);
    write(new Rect(80, 60, 125, 160), LIGHT_GREY, 100, "O");
    assertFalse(isCertain());
  }

  @Test
  void theLineAboveDoesNotMatter() {
    word(BLACK);
    write(new Rect(100, 110, 160, 122), BLACK, 12, "Above");
    assertTrue(isCertain());
  }

  @Test
  void anAccentOverALetterIsNormal() {
    word(BLACK);
    write(new Rect(100, 100, 106, 112), BLACK, 12, "\u00b4");
    assertTrue(isCertain());
  }

  @Test
  void textPaintedTwiceForBoldStaysCertain() {
    word(BLACK);
    write(new Rect(100.3, 100, 160.3, 112), BLACK, 12, "Visible");
    assertTrue(isCertain());
  }

  @Test
  void punctuationIsNeverDrawnFor() {
    write(WORD, WHITE, 12, ". . . .");
    assertTrue(isCertain());
  }

  @Test
  void aWordTheDisplayListDoesNotKnowIsUncertain() {
    assertFalse(isCertain());
  }

  @Test
  void emptyBoxesAndWordsOffThePageAreLeftToOtherFilters() {
    DisplayListCheck check = new DisplayListCheck(list, new IccProfiles(), WorkBudget.unlimited());
    assertTrue(check.isCertainlyVisible(new Rect(100, 100, 100, 112)));
    assertTrue(check.isCertainlyVisible(new Rect(700, 100, 760, 112)));
  }

  @Test
  void verticalTextIsJudgedAlongItsLine() {
    Rect column = new Rect(100, 100, 112, 160);
    write(column, BLACK, 12, "Vertical");
    list.paint(new Rect(95, 132, 120, 170), WHITE, true);
    DisplayListCheck check = new DisplayListCheck(list, new IccProfiles(), WorkBudget.unlimited());
    assertTrue(check.isCertainlyVisible(column), "the lower half is free");
    list.paint(new Rect(95, 100, 120, 115), WHITE, true);
    assertFalse(check.isCertainlyVisible(column));
  }

  @Test
  void uncertainPlacesIncludeTheNeighboursOfUncertainText() {
    Rect neighbour = new Rect(160.2, 100, 200, 112);
    Rect farAway = new Rect(300, 500, 360, 512);
    word(WHITE);
    write(neighbour, BLACK, 12, "Beside");
    write(farAway, BLACK, 12, "Elsewhere");
    assertEquals(List.of(WORD, neighbour), new DisplayListCheck(list, new IccProfiles(), WorkBudget.unlimited()).uncertainPlaces());
  }
}
