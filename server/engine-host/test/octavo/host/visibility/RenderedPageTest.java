/** Words on a drawn page. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;
import octavo.host.geometry.Rect;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RenderedPageTest {
  /** A page of 100 by 50 points, at 2 pixels a point. */
  private final BufferedImage image = new BufferedImage(200, 100, BufferedImage.TYPE_INT_RGB);
  private final Graphics2D graphics = image.createGraphics();

  /** The word is 20 points wide and 10 high; its glyph covers the pixels 24..48, 64..76. */
  private static final Rect WORD = new Rect(10, 10, 30, 20);
  private static final DrawnGlyph GLYPH = DrawnGlyph.of(36, 74, new Rectangle2D.Double(24, 64, 24, 12));

  @BeforeEach
  void white() {
    paint(0xFFFFFF, 0, 0, 200, 100);
  }

  private void paint(int rgb, int x, int y, int width, int height) {
    graphics.setColor(new Color(rgb));
    graphics.fillRect(x, y, width, height);
  }

  private boolean isBlank(Rect word, boolean formsSkipped, DrawnGlyph... glyphs) {
    return new RenderedPage(image, 0, 0, List.of(glyphs), formsSkipped).isBlankAt(word, 2);
  }

  @Test
  void aGlyphWithoutContrastIsBlank() {
    assertTrue(isBlank(WORD, false, GLYPH));
    paint(0xF5F5F5, 24, 64, 24, 12);
    assertTrue(isBlank(WORD, false, GLYPH));
  }

  @Test
  void aGlyphWithContrastIsVisible() {
    paint(0xD9D9D9, 30, 66, 2, 8);
    assertFalse(isBlank(WORD, false, GLYPH));
  }

  @Test
  void whiteOnBlackIsVisible() {
    paint(0x000000, 0, 0, 200, 100);
    paint(0xFFFFFF, 30, 66, 2, 8);
    assertFalse(isBlank(WORD, false, GLYPH));
  }

  @Test
  void aGlyphThatFillsItsBoundsHasContrastToItsSurroundings() {
    paint(0x000000, 24, 64, 24, 12);
    assertFalse(isBlank(WORD, false, GLYPH));
  }

  @Test
  void inkBesideTheGlyphDoesNotCount() {
    paint(0x000000, 100, 64, 24, 12);
    assertTrue(isBlank(WORD, false, GLYPH));
  }

  @Test
  void oneVisibleGlyphKeepsTheWord() {
    DrawnGlyph second = DrawnGlyph.of(55, 74, new Rectangle2D.Double(52, 64, 6, 12));
    paint(0x000000, 53, 66, 2, 8);
    assertFalse(isBlank(WORD, false, GLYPH, second));
  }

  @Test
  void aGlyphWithUnknownOutlineKeepsTheWord() {
    assertFalse(isBlank(WORD, false, GLYPH, DrawnGlyph.of(55, 74, null)));
  }

  @Test
  void spacesDoNotDecide() {
    DrawnGlyph space = DrawnGlyph.of(55, 74, new Rectangle2D.Double());
    assertTrue(isBlank(WORD, false, GLYPH, space));
    assertFalse(isBlank(WORD, false, space));
  }

  @Test
  void aWordWithoutGlyphsIsKept() {
    assertFalse(isBlank(WORD, false));
    assertFalse(isBlank(new Rect(60, 30, 80, 40), false, GLYPH));
  }

  @Test
  void theTextOfASkippedFormIsJudgedByItsPlace() {
    assertTrue(isBlank(WORD, true));
    paint(0x000000, 24, 64, 24, 12);
    assertFalse(isBlank(WORD, true));
  }

  @Test
  void aDrawnPartOfThePageStartsAtItsCorner() {
    RenderedPage part = new RenderedPage(image, 40, 20, List.of(GLYPH), false);
    assertTrue(part.isBlankAt(new Rect(50, 30, 70, 40), 2));
    assertFalse(part.isBlankAt(WORD, 2));
  }
}
