package octavo.host.ocr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SkewTest {
  /** Bars, as lines of text look from afar. */
  private static Bitmap page() {
    int width = 800;
    int height = 1_000;
    byte[] pixels = new byte[width * height];
    Arrays.fill(pixels, (byte) 255);
    for (int y = 100; y < 900; y++) {
      for (int x = 100; x < 700; x++) {
        pixels[y * width + x] = (byte) (y % 24 < 8 && x % 50 < 40 ? 0 : 255);
      }
    }
    return new Bitmap(width, height, pixels);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, -1, 2, -3, 5})
  void findsTheTurnThatStraightensAPage(double degrees) {
    assertEquals(-degrees, Skew.correction(page().turned(degrees)), 0.15);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 255})
  void leavesAPageOfOneColourAlone(int grey) {
    byte[] pixels = new byte[500 * 500];
    Arrays.fill(pixels, (byte) grey);
    assertEquals(0, Skew.correction(new Bitmap(500, 500, pixels)));
  }
}
