/** Pictures in JPEG 2000, read once and at the coarsest of their own scales that will do: whole, one costs more than all the rest of a page. */
package octavo.host;

import com.github.jaiimageio.jpeg2000.J2KImageReadParam;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageReadParam;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.graphics.color.PDColorSpace;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceGray;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

final class DownscaledImages {
  private static final int BYTES_MAX = 16 << 20;
  private static final long PIXELS_MAX = 8_000_000;

  /** Of the pixels of the page in each direction: what words stand on need not be as sharp as they are. */
  private static final double SHARPNESS = 0.4;
  private static final List<COSName> MASKS = List.of(COSName.SMASK, COSName.MASK);

  private final PDDocument document;
  private final Map<COSStream, PDImage> made = new IdentityHashMap<>();

  DownscaledImages(PDDocument document) {
    this.document = document;
  }

  /** The picture itself where it is of another kind, or not to be read from here. */
  PDImage of(PDImage picture, double pixelsLong) {
    if (!(picture instanceof PDImageXObject object) || !isPlainJpx(object.getCOSObject())) {
      return picture;
    }
    return made.computeIfAbsent(object.getCOSObject(), stream -> {
      try {
        return coarse(object, stream, pixelsLong);
      } catch (IOException | RuntimeException unreadable) {
        return picture;
      }
    });
  }

  private static boolean isPlainJpx(COSStream stream) {
    COSBase filter = stream.getDictionaryObject(COSName.FILTER);
    boolean only = COSName.JPX_DECODE.equals(filter)
        || (filter instanceof COSArray filters && filters.size() == 1 && COSName.JPX_DECODE.equals(filters.getObject(0)));
    return only && !stream.containsKey(COSName.DECODE) && stream.getInt(COSName.SMASK_IN_DATA, 0) == 0;
  }

  private PDImage coarse(PDImageXObject picture, COSStream stream, double pixelsLong) throws IOException {
    byte[] bytes;
    try (InputStream raw = stream.createRawInputStream()) {
      bytes = raw.readNBytes(BYTES_MAX);
    }
    JpxHeader header = JpxHeader.read(bytes);
    int bands = bandsOf(stream);
    if (header == null || (header.bands() != 1 && header.bands() != 3) || (bands != 0 && bands != header.bands())) {
      return picture;
    }
    int halvings = header.halvingsUntil(SHARPNESS * pixelsLong);
    if (header.pixelsAfter(halvings) > PIXELS_MAX) {
      return picture;
    }
    int level = header.levels() - halvings;
    Raster image = ImageDecoder.read("JPEG2000", bytes, parameters -> setLevel(parameters, level));
    if (image == null || image.getNumBands() != header.bands()) {
      return picture;
    }
    PDImageXObject drawn = unpacked(image);
    for (COSName mask : MASKS) {
      if (stream.containsKey(mask)) {
        drawn.getCOSObject().setItem(mask, stream.getItem(mask));
      }
    }
    return drawn;
  }

  /** 0 where the picture says it itself, -1 where its samples are no light. */
  private static int bandsOf(COSStream stream) {
    COSBase space = stream.getDictionaryObject(COSName.COLORSPACE, COSName.CS);
    if (space == null) {
      return 0;
    }
    if (space instanceof COSArray parts && parts.size() == 2 && COSName.ICCBASED.equals(parts.getObject(0))) {
      return parts.getObject(1) instanceof COSStream profile ? profile.getInt(COSName.N) : -1;
    }
    return COSName.DEVICERGB.equals(space) ? 3 : COSName.DEVICEGRAY.equals(space) ? 1 : -1;
  }

  private PDImageXObject unpacked(Raster image) throws IOException {
    PDColorSpace space = image.getNumBands() == 1 ? PDDeviceGray.INSTANCE : PDDeviceRGB.INSTANCE;
    ByteArrayInputStream samples = new ByteArrayInputStream(ImageDecoder.samplesOf(image));
    return new PDImageXObject(document, samples, null, image.getWidth(), image.getHeight(), 8, space);
  }

  private static boolean setLevel(ImageReadParam parameters, int level) {
    if (!(parameters instanceof J2KImageReadParam scaled)) {
      return false;
    }
    scaled.setResolution(level);
    return true;
  }
}
