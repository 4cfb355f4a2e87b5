/** Parts of JPEG images, which must have the samples of the whole image. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.junit.jupiter.api.Test;

class ImagePartsTest {
  private static final int WIDTH = 120;
  private static final int HEIGHT = 80;

  /** The image is drawn 240 pixels wide and 160 high, from the upper left corner. */
  private static final AffineTransform TWICE = new AffineTransform(2 * WIDTH, 0, 0, -2 * HEIGHT, 0, 2 * HEIGHT);
  private static final Rectangle2D PLACE = new Rectangle2D.Double(40, 20, 60, 10);
  private static final int BLACK = 0xFF000000;

  private static PDImageXObject image(PDDocument document, boolean progressive) throws IOException {
    BufferedImage picture = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < HEIGHT; y++) {
      for (int x = 0; x < WIDTH; x++) {
        picture.setRGB(x, y, (100 + x) << 16 | (100 + y) << 8 | (50 + x + y));
      }
    }
    ByteArrayInputStream file = new ByteArrayInputStream(JpegHeaderTest.jpeg(picture, progressive));
    return new PDImageXObject(document, file, COSName.DCT_DECODE, WIDTH, HEIGHT, 8, PDDeviceRGB.INSTANCE);
  }

  @Test
  void hasTheSamplesOfTheWholeImageAroundThePlaces() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDImageXObject whole = image(document, false);
      for (int everyNth : new int[] {1, 3}) {
        PDImage parts = new ImageParts(document).of(whole, everyNth, TWICE, List.of(PLACE));
        BufferedImage expected = whole.getImage(null, everyNth);
        BufferedImage actual = parts.getImage();
        assertEquals(expected.getWidth(), actual.getWidth());
        assertEquals(expected.getHeight(), actual.getHeight());
        for (int y = 0; y < actual.getHeight(); y++) {
          for (int x = 0; x < actual.getWidth(); x++) {
            boolean near = new Rectangle(20, 10, 30, 5).contains(x * everyNth, y * everyNth);
            if (near || actual.getRGB(x, y) != BLACK) {
              assertEquals(expected.getRGB(x, y), actual.getRGB(x, y), "sample " + x + ", " + y);
            }
          }
        }
        assertEquals(BLACK, actual.getRGB(actual.getWidth() - 1, actual.getHeight() - 1));
      }
    }
  }

  @Test
  void partsBeginOnSamplesThatAreReadAndDoNotOverlap() {
    Rectangle all = new Rectangle(WIDTH, HEIGHT);
    Rectangle2D beside = new Rectangle2D.Double(90, 22, 60, 10);
    Rectangle2D below = new Rectangle2D.Double(40, 120, 20, 10);
    List<Rectangle> parts = ImageParts.partsOf(all, 4, TWICE, List.of(PLACE, beside, below));
    assertEquals(2, parts.size());
    assertFalse(parts.get(0).intersects(parts.get(1)));
    for (Rectangle part : parts) {
      assertEquals(0, part.x % 4);
      assertEquals(0, part.y % 4);
      assertTrue(all.contains(part));
    }
  }

  @Test
  void aDrawingWithoutAreaNeedsNoPart() {
    assertEquals(List.of(), ImageParts.partsOf(new Rectangle(WIDTH, HEIGHT), 1, new AffineTransform(), List.of()));
    AffineTransform flat = AffineTransform.getScaleInstance(0, 1);
    assertEquals(List.of(), ImageParts.partsOf(new Rectangle(WIDTH, HEIGHT), 1, flat, List.of(PLACE)));
  }

  @Test
  void staysWholeIfMostOfItIsNeeded() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDImageXObject whole = image(document, false);
      assertSame(whole, new ImageParts(document).of(whole, 1, TWICE, List.of(new Rectangle2D.Double(0, 0, 240, 160))));
    }
  }

  @Test
  void staysWholeIfItIsProgressiveOrNotOfTheDeclaredSize() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDImageXObject progressive = image(document, true);
      assertSame(progressive, new ImageParts(document).of(progressive, 1, TWICE, List.of(PLACE)));
      PDImageXObject lying = image(document, false);
      lying.setWidth(WIDTH + 1);
      assertSame(lying, new ImageParts(document).of(lying, 1, TWICE, List.of(PLACE)));
    }
  }

  @Test
  void readsOnlyJpegWithoutMasks() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDImageXObject image = image(document, false);
      assertTrue(ImageParts.canRead(image));
      image.getCOSObject().setItem(COSName.SMASK, image(document, false));
      assertFalse(ImageParts.canRead(image));
      ByteArrayInputStream samples = new ByteArrayInputStream(new byte[3]);
      assertFalse(ImageParts.canRead(new PDImageXObject(document, samples, null, 1, 1, 8, PDDeviceRGB.INSTANCE)));
    }
  }
}
