package octavo.host.ocr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RulesTest {
  private static final double PIXELS_PER_POINT = 2;

  private final byte[] pixels = new byte[400 * 400];

  private void fill(int left, int top, int right, int bottom) {
    for (int y = top; y < bottom; y++) {
      Arrays.fill(pixels, y * 400 + left, y * 400 + right, (byte) 0);
    }
  }

  private List<Rules.Rule> find() {
    return Rules.find(new Bitmap(400, 400, pixels), PIXELS_PER_POINT);
  }

  @Test
  void findsLinesInBothDirectionsAndNoShortOnes() {
    Arrays.fill(pixels, (byte) 255);
    fill(50, 100, 350, 102);
    fill(200, 150, 203, 390);
    fill(10, 10, 40, 12);
    assertEquals(List.of(new Rules.Rule(50, 101, 350, 101), new Rules.Rule(201.5, 150, 201.5, 390)), find());
  }

  @Test
  void ignoresAreas() {
    Arrays.fill(pixels, (byte) 255);
    fill(50, 50, 350, 350);
    assertEquals(List.of(), find());
  }
}
