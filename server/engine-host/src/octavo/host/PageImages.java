/** How light the pictures of a page are in a given place: plain kinds, read whole and kept while the page is looked at. */
package octavo.host;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.verapdf.as.ASAtom;
import org.verapdf.pd.images.PDXImage;

final class PageImages {
  private static final int PIXELS_MAX = 4_000_000;
  private static final int BYTES_MAX = 16 << 20;

  /** What makes samples mean something else than they say, or leaves some of them out. */
  private static final List<ASAtom> TWISTS =
      List.of(ASAtom.SMASK, ASAtom.MASK, ASAtom.DECODE, ASAtom.IMAGE_MASK, ASAtom.SMASK_IN_DATA, ASAtom.OC);

  /** A picture and where its unit square is. */
  record PlacedImage(PDXImage image, Transform at) {}

  private final ColourLuminance colours;
  private final Map<PDXImage, ImageSamples> read = new IdentityHashMap<>();

  PageImages(ColourLuminance colours) {
    this.colours = colours;
  }

  /** How much of a place has at least this contrast to a light, from 0 to 1; 0 as well if it cannot be told from here. */
  double shareSetOff(PlacedImage picture, Rect place, double light, double contrast) {
    Transform at = picture.at;
    if (at.b() != 0 || at.c() != 0 || at.a() == 0 || at.d() == 0) {
      return 0;
    }
    ImageSamples pixels = read.computeIfAbsent(picture.image, this::pixelsOf);
    double left = (place.left() - at.e()) / at.a();
    double right = (place.right() - at.e()) / at.a();
    double bottom = (place.bottom() - at.f()) / at.d();
    double top = (place.top() - at.f()) / at.d();
    Rect inside = new Rect(Math.min(left, right), 1 - Math.max(bottom, top), Math.max(left, right), 1 - Math.min(bottom, top));
    return pixels.shareSetOff(inside, light, contrast);
  }

  private ImageSamples pixelsOf(PDXImage image) {
    try {
      int bands = bandsOf(image);
      boolean plain = (bands == 1 || bands == 3) && Long.valueOf(8).equals(image.getBitsPerComponent());
      for (ASAtom twist : TWISTS) {
        plain &= !Boolean.TRUE.equals(image.getObject().knownKey(twist));
      }
      Long width = image.getWidth();
      Long height = image.getHeight();
      boolean bounded = width != null && height != null && width > 0 && height > 0 && width * height <= PIXELS_MAX;
      return plain && bounded ? read(image, width.intValue(), height.intValue(), bands) : ImageSamples.NONE;
    } catch (IOException | RuntimeException unreadable) {
      return ImageSamples.NONE;
    }
  }

  private int bandsOf(PDXImage image) {
    if (image.getImageCS() != null) {
      return colours.bandsOf(image.getImageCS());
    }
    ASAtom name = image.getImageCSName();
    return ASAtom.DEVICERGB.equals(name) ? 3 : ASAtom.DEVICEGRAY.equals(name) ? 1 : 0;
  }

  private static ImageSamples read(PDXImage image, int width, int height, int bands) throws IOException {
    List<ASAtom> filters = image.getFilters();
    boolean isJpeg = filters.equals(List.of(ASAtom.DCT_DECODE));
    boolean isPlain = filters.isEmpty() || filters.equals(List.of(ASAtom.FLATE_DECODE));
    if (!isJpeg && (!isPlain || Boolean.TRUE.equals(image.getObject().knownKey(ASAtom.DECODE_PARMS)))) {
      return ImageSamples.NONE;
    }
    byte[] bytes = ContentReader.unpack(image.getObject(), BYTES_MAX);
    return isJpeg ? ImageSamples.fromJpeg(bytes, width, height, bands) : ImageSamples.of(bytes, width, height, bands);
  }
}
