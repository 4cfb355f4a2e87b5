/** Images decoded in memory. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class ImageDecoderTest {
  private static byte[] png() throws IOException {
    BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, 0x102030);
    image.setRGB(1, 0, 0xFFFEFD);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ImageIO.write(image, "png", out);
    return out.toByteArray();
  }

  @Test
  void samplesComeRowByRowAndBandByBand() throws IOException {
    Raster raster = ImageDecoder.read("png", png(), parameters -> true);
    assertEquals(2, raster.getWidth());
    assertArrayEquals(
        new byte[] {0x10, 0x20, 0x30, (byte) 0xFF, (byte) 0xFE, (byte) 0xFD}, ImageDecoder.samplesOf(raster));
  }

  @Test
  void nothingIsReadWithoutAReaderOrWithoutSupport() throws IOException {
    assertNull(ImageDecoder.read("no such format", png(), parameters -> true));
    assertNull(ImageDecoder.read("png", png(), parameters -> false));
  }
}
