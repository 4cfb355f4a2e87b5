/** Headers of JPEG files. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.junit.jupiter.api.Test;

public class JpegHeaderTest {
  public static byte[] jpeg(BufferedImage image, boolean progressive) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ImageWriteParam parameters = writer.getDefaultWriteParam();
    parameters.setProgressiveMode(progressive ? ImageWriteParam.MODE_DEFAULT : ImageWriteParam.MODE_DISABLED);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream target = new MemoryCacheImageOutputStream(out)) {
      writer.setOutput(target);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } finally {
      writer.dispose();
    }
    return out.toByteArray();
  }

  private static final BufferedImage RGB = new BufferedImage(24, 16, BufferedImage.TYPE_INT_RGB);

  @Test
  void acceptsASequentialFileOfTheDeclaredSize() throws IOException {
    assertTrue(JpegHeader.isPlain(jpeg(RGB, false), 24, 16, 3));
    BufferedImage grey = new BufferedImage(8, 8, BufferedImage.TYPE_BYTE_GRAY);
    assertTrue(JpegHeader.isPlain(jpeg(grey, false), 8, 8, 1));
  }

  @Test
  void refusesAnotherSizeOrNumberOfBands() throws IOException {
    byte[] file = jpeg(RGB, false);
    assertFalse(JpegHeader.isPlain(file, 24, 17, 3));
    assertFalse(JpegHeader.isPlain(file, 25, 16, 3));
    assertFalse(JpegHeader.isPlain(file, 24, 16, 1));
  }

  @Test
  void refusesProgressiveFiles() throws IOException {
    assertFalse(JpegHeader.isPlain(jpeg(RGB, true), 24, 16, 3));
  }

  @Test
  void refusesWhatIsNotAJpegOrEndsEarly() throws IOException {
    assertFalse(JpegHeader.isPlain(new byte[0], 24, 16, 3));
    assertFalse(JpegHeader.isPlain(new byte[200], 24, 16, 3));
    assertFalse(JpegHeader.isPlain(Arrays.copyOf(jpeg(RGB, false), 60), 24, 16, 3));
  }
}
