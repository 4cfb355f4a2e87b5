package octavo.host.ocr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import org.junit.jupiter.api.Test;

class BitmapTest {
  @Test
  void mixesPixelsWithTheirNeighboursAndNotAcrossEdges() {
    byte[] dot = {0, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0, 0};
    assertArrayEquals(new byte[] {4, 8, 4, 8, 16, 8, 4, 8, 4, 0, 0, 0}, new Bitmap(3, 4, dot).softened().pixels());
  }
}
