/** The part of a page that is drawn. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.geom.Rectangle2D;
import java.util.List;
import octavo.host.geometry.Rect;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.junit.jupiter.api.Test;

class DrawingWindowTest {
  private static final PDRectangle PAGE = new PDRectangle(20, 30, 600, 800);
  private static final Rect WORD = new Rect(100.3, 200.4, 150.5, 210.4);

  @Test
  void holdsEveryPlaceWithAMarginOnWholePoints() {
    DrawingWindow window = DrawingWindow.around(List.of(WORD, new Rect(300, 500, 320, 512)), PAGE);
    assertEquals(new Rect(90, 190, 331, 523), window.area());
  }

  @Test
  void staysOnThePage() {
    DrawingWindow window = DrawingWindow.around(List.of(new Rect(1, 1, 5, 5), new Rect(590, 790, 640, 802)), PAGE);
    assertEquals(new Rect(0, 0, 600, 800), window.area());
    assertTrue(DrawingWindow.around(List.of(), PAGE).area().isEmpty());
  }

  @Test
  void theCropBoxCountsFromTheOriginOfThePage() {
    PDRectangle box = DrawingWindow.around(List.of(WORD), PAGE).cropBox(PAGE);
    assertEquals(20 + 90, box.getLowerLeftX());
    assertEquals(30 + 190, box.getLowerLeftY());
    assertEquals(71, box.getWidth());
    assertEquals(31, box.getHeight());
  }

  @Test
  void placesAreGivenInPixelsFromTheTop() {
    DrawingWindow window = new DrawingWindow(new Rect(90, 190, 190, 290), List.of(new Rect(100, 200, 150, 210)));
    assertEquals(List.of(new Rectangle2D.Double(2, 142, 136, 56)), window.placesInPixels(200, 2));
  }

  @Test
  void theWholePageHasNoPlacesOfItsOwn() {
    DrawingWindow window = DrawingWindow.wholePage(PAGE, null);
    assertEquals(new Rect(0, 0, 600, 800), window.area());
    assertNull(window.placesInPixels(1_600, 2));
  }
}
