/** Luminance and contrast of colours. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class LuminanceTest {
  @Test
  void blackIsZeroAndWhiteIsOne() {
    assertEquals(0, Luminance.of(0x000000));
    assertEquals(1, Luminance.of(0xFFFFFF), 1e-9);
    assertEquals(Luminance.WHITE, Luminance.of(1, 1, 1), 1e-9);
  }

  @Test
  void greenIsLighterThanRedAndRedLighterThanBlue() {
    assertEquals(0.2126, Luminance.of(0xFF0000), 1e-9);
    assertEquals(0.7152, Luminance.of(0x00FF00), 1e-9);
    assertEquals(0.0722, Luminance.of(0x0000FF), 1e-9);
  }

  @Test
  void componentsAndPixelsAgree() {
    assertEquals(Luminance.of(0x336699), Luminance.of(0x33 / 255.0, 0x66 / 255.0, 0x99 / 255.0));
  }

  @Test
  void componentsOutOfRangeAreClamped() {
    assertEquals(Luminance.of(1, 0, 0), Luminance.of(7, -3, 0));
  }

  @Test
  void contrastIsThatOfWcag() {
    assertEquals(21, Luminance.contrast(0, 1), 1e-9);
    assertEquals(21, Luminance.contrast(1, 0), 1e-9);
    assertEquals(1, Luminance.contrast(0.4, 0.4));
    assertEquals(4.54, Luminance.contrast(Luminance.of(0x767676), Luminance.WHITE), 0.01);
  }

  @Test
  void contrastToAnUnknownColourIsUnknown() {
    assertTrue(Double.isNaN(Luminance.contrast(Luminance.UNKNOWN, 0)));
    assertTrue(Double.isNaN(Luminance.contrast(1, Luminance.UNKNOWN)));
  }

  /** docs/concepts/hidden-content.md promises both. */
  @Test
  void almostWhiteLooksWhiteAndLightGreyDoesNot() {
    assertTrue(Luminance.contrast(Luminance.of(0.96, 0.96, 0.96), Luminance.WHITE) < Luminance.CONTRAST_MIN);
    assertTrue(Luminance.contrast(Luminance.of(0.85, 0.85, 0.85), Luminance.WHITE) >= Luminance.CONTRAST_MIN);
  }
}
