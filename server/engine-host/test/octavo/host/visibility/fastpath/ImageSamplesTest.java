/** Contrast of text to the samples of an image. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import octavo.host.geometry.Rect;
import octavo.host.visibility.JpegHeaderTest;
import org.junit.jupiter.api.Test;

class ImageSamplesTest {
  private static final Rect WHOLE = new Rect(0, 0, 1, 1);
  private static final double BLACK = 0;

  /** The left half is black, the right half white. */
  private static final ImageSamples HALVES = ImageSamples.of(new byte[] {0, 0, -1, -1, 0, 0, -1, -1}, 4, 2, 1);

  @Test
  void measuresTheShareWithEnoughContrast() {
    assertEquals(0.5, HALVES.shareWithContrast(WHOLE, BLACK, 1.8));
    assertEquals(0, HALVES.shareWithContrast(new Rect(0, 0, 0.5, 1), BLACK, 1.8));
    assertEquals(1, HALVES.shareWithContrast(new Rect(0.5, 0, 1, 1), BLACK, 1.8));
  }

  @Test
  void readsColours() {
    ImageSamples red = ImageSamples.of(new byte[] {-1, 0, 0}, 1, 1, 3);
    assertEquals(1, red.shareWithContrast(WHOLE, BLACK, 5));
    assertEquals(0, red.shareWithContrast(WHOLE, BLACK, 6));
  }

  @Test
  void tooFewSamplesDecideNothing() {
    ImageSamples cut = ImageSamples.of(new byte[3], 2, 2, 1);
    assertEquals(0, cut.shareWithContrast(WHOLE, 1, 1.8));
    assertEquals(0, ImageSamples.NONE.shareWithContrast(WHOLE, 1, 1.8));
  }

  @Test
  void aPlaceOutsideDecidesNothing() {
    assertEquals(0, HALVES.shareWithContrast(new Rect(2, 2, 3, 3), BLACK, 1.8));
  }

  @Test
  void decodesSequentialJpegsOnly() throws IOException {
    BufferedImage white = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = white.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, 16, 16);
    ImageSamples sequential = ImageSamples.fromJpeg(JpegHeaderTest.jpeg(white, false), 16, 16, 3);
    assertEquals(1, sequential.shareWithContrast(WHOLE, BLACK, 15));
    ImageSamples progressive = ImageSamples.fromJpeg(JpegHeaderTest.jpeg(white, true), 16, 16, 3);
    assertEquals(0, progressive.shareWithContrast(WHOLE, BLACK, 15));
  }
}
