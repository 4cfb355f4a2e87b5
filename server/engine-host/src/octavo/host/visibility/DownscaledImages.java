/** Decodes JPEG 2000 images once, at the lowest resolution that is enough: at full size one takes longer than the rest of a page. */
package octavo.host.visibility;

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
import org.apache.pdfbox.cos.COSDictionary;
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

  /** Share of the resolution of the page: the background of words need not be as sharp as the words. */
  private static final double SHARPNESS = 0.4;
  private static final List<COSName> MASKS = List.of(COSName.SMASK, COSName.MASK);

  private final PDDocument document;
  private final Map<COSStream, PDImage> made = new IdentityHashMap<>();
  private final Map<COSStream, Encoded> encoded = new IdentityHashMap<>();

  /** `header` is null if it is not understood. */
  private record Encoded(byte[] bytes, JpxHeader header) {}

  DownscaledImages(PDDocument document) {
    this.document = document;
  }

  /** The number of pixels of the image. PDFBox decodes a JPEG 2000 image completely to answer this. */
  long pixelsOf(PDImage image) {
    JpxHeader header = isPlainJpx(image) ? encodedOf((PDImageXObject) image).header() : null;
    return header == null ? (long) image.getWidth() * image.getHeight() : header.width() * header.height();
  }

  /** Returns the image itself if it has another format or cannot be decoded here. */
  PDImage of(PDImage image, double pixelsLong) {
    dropUnusedMask(image);
    if (!isPlainJpx(image)) {
      return image;
    }
    PDImageXObject object = (PDImageXObject) image;
    return made.computeIfAbsent(object.getCOSObject(), stream -> {
      try {
        return downscaled(object, stream, pixelsLong);
      } catch (IOException | RuntimeException unreadable) {
        return image;
      }
    });
  }

  /** A soft mask replaces a colour key. PDFBox computes both, sample by sample. */
  private static void dropUnusedMask(PDImage image) {
    COSDictionary keys = image.getCOSObject();
    if (keys.containsKey(COSName.SMASK) && keys.getDictionaryObject(COSName.MASK) instanceof COSArray) {
      keys.removeItem(COSName.MASK);
    }
  }

  private static boolean isPlainJpx(PDImage image) {
    return image instanceof PDImageXObject object && isPlainJpx(object.getCOSObject());
  }

  private Encoded encodedOf(PDImageXObject image) {
    return encoded.computeIfAbsent(image.getCOSObject(), stream -> {
      try (InputStream raw = stream.createRawInputStream()) {
        byte[] bytes = raw.readNBytes(BYTES_MAX);
        return new Encoded(bytes, JpxHeader.read(bytes));
      } catch (IOException unreadable) {
        return new Encoded(new byte[0], null);
      }
    });
  }

  private static boolean isPlainJpx(COSStream stream) {
    COSBase filter = stream.getDictionaryObject(COSName.FILTER);
    boolean only = COSName.JPX_DECODE.equals(filter)
        || (filter instanceof COSArray filters && filters.size() == 1 && COSName.JPX_DECODE.equals(filters.getObject(0)));
    return only && !stream.containsKey(COSName.DECODE) && stream.getInt(COSName.SMASK_IN_DATA, 0) == 0;
  }

  private PDImage downscaled(PDImageXObject original, COSStream stream, double pixelsLong) throws IOException {
    Encoded file = encodedOf(original);
    JpxHeader header = file.header();
    int bands = bandsOf(stream);
    if (header == null || (header.bands() != 1 && header.bands() != 3) || (bands != 0 && bands != header.bands())) {
      return original;
    }
    int halvings = header.halvingsUntil(SHARPNESS * pixelsLong);
    if (header.pixelsAfter(halvings) > PIXELS_MAX) {
      return original;
    }
    int level = header.levels() - halvings;
    Raster raster = ImageDecoder.read("JPEG2000", file.bytes(), parameters -> setLevel(parameters, level));
    if (raster == null || raster.getNumBands() != header.bands()) {
      return original;
    }
    PDImageXObject drawn = imageOf(raster);
    for (COSName mask : MASKS) {
      if (stream.containsKey(mask)) {
        drawn.getCOSObject().setItem(mask, stream.getItem(mask));
      }
    }
    return drawn;
  }

  /** 0 if only the image itself says so, -1 if its samples are not grey or RGB. */
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

  private PDImageXObject imageOf(Raster raster) throws IOException {
    PDColorSpace space = raster.getNumBands() == 1 ? PDDeviceGray.INSTANCE : PDDeviceRGB.INSTANCE;
    ByteArrayInputStream samples = new ByteArrayInputStream(ImageDecoder.samplesOf(raster));
    return new PDImageXObject(document, samples, null, raster.getWidth(), raster.getHeight(), 8, space);
  }

  private static boolean setLevel(ImageReadParam parameters, int level) {
    if (!(parameters instanceof J2KImageReadParam scaled)) {
      return false;
    }
    scaled.setResolution(level);
    return true;
  }
}
