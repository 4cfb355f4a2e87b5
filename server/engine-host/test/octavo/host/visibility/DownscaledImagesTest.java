/** What of an image is needed to draw it. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.junit.jupiter.api.Test;

class DownscaledImagesTest {
  private static PDImageXObject image(PDDocument document, byte[] bytes, COSBase filter) throws IOException {
    return new PDImageXObject(document, new ByteArrayInputStream(bytes), filter, 1, 1, 8, PDDeviceRGB.INSTANCE);
  }

  /** The rest of the file is missing, so that PDFBox, which decodes it, would find nothing. */
  @Test
  void theSizeOfAJpeg2000ImageIsThatOfItsHeader() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDImageXObject image = image(document, JpxHeaderTest.file(1000, 700, 0, 0, 3, 5), COSName.JPX_DECODE);
      assertEquals(700_000, new DownscaledImages(document).pixelsOf(image));
    }
  }

  @Test
  void otherImagesHaveTheirDeclaredSize() throws IOException {
    try (PDDocument document = new PDDocument()) {
      assertEquals(1, new DownscaledImages(document).pixelsOf(image(document, new byte[3], null)));
      assertEquals(1, new DownscaledImages(document).pixelsOf(image(document, new byte[3], COSName.JPX_DECODE)));
    }
  }

  @Test
  void aSoftMaskReplacesAColourKey() throws IOException {
    try (PDDocument document = new PDDocument()) {
      PDImageXObject image = image(document, new byte[3], null);
      image.getCOSObject().setItem(COSName.MASK, COSArray.ofCOSIntegers(java.util.List.of(0, 0, 0, 0, 0, 0)));
      new DownscaledImages(document).of(image, 10);
      assertTrue(image.getCOSObject().containsKey(COSName.MASK));
      image.getCOSObject().setItem(COSName.SMASK, image(document, new byte[3], null));
      new DownscaledImages(document).of(image, 10);
      assertFalse(image.getCOSObject().containsKey(COSName.MASK));
    }
  }
}
