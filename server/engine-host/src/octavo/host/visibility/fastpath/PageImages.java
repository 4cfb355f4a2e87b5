/** Contrast between text and the images below it. Decodes simple image formats and keeps them while their page is checked. */
package octavo.host.visibility.fastpath;

import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import octavo.host.visibility.WorkBudget;
import org.verapdf.as.ASAtom;
import org.verapdf.pd.images.PDXImage;

final class PageImages {
  private static final int PIXELS_MAX = 4_000_000;
  private static final int BYTES_MAX = 16 << 20;
  private static final int PIXELS_PER_UNIT = 20;

  /** Keys that mask samples or change their meaning. */
  private static final List<ASAtom> SPECIAL_KEYS =
      List.of(ASAtom.SMASK, ASAtom.MASK, ASAtom.DECODE, ASAtom.IMAGE_MASK, ASAtom.SMASK_IN_DATA, ASAtom.OC);

  /** An image, and the transformation of its unit square to the page. */
  record PlacedImage(PDXImage image, Transform at) {}

  private final ColourLuminance colours;
  private final WorkBudget budget;
  private final Map<PDXImage, ImageSamples> read = new IdentityHashMap<>();

  PageImages(ColourLuminance colours, WorkBudget budget) {
    this.colours = colours;
    this.budget = budget;
  }

  /** The share of a place that has at least this contrast to a luminance; 0 if the image cannot be decoded here. */
  double shareWithContrast(PlacedImage image, Rect place, double luminance, double contrast) {
    Transform at = image.at;
    if (at.b() != 0 || at.c() != 0 || at.a() == 0 || at.d() == 0) {
      return 0;
    }
    ImageSamples pixels = read.computeIfAbsent(image.image, this::pixelsOf);
    double left = (place.left() - at.e()) / at.a();
    double right = (place.right() - at.e()) / at.a();
    double bottom = (place.bottom() - at.f()) / at.d();
    double top = (place.top() - at.f()) / at.d();
    Rect inside = new Rect(Math.min(left, right), 1 - Math.max(bottom, top), Math.max(left, right), 1 - Math.min(bottom, top));
    return pixels.shareWithContrast(inside, luminance, contrast);
  }

  private ImageSamples pixelsOf(PDXImage image) {
    try {
      int bands = bandsOf(image);
      boolean plain = (bands == 1 || bands == 3) && Long.valueOf(8).equals(image.getBitsPerComponent());
      for (ASAtom key : SPECIAL_KEYS) {
        plain &= !Boolean.TRUE.equals(image.getObject().knownKey(key));
      }
      Long width = image.getWidth();
      Long height = image.getHeight();
      boolean smallEnough = width != null && height != null && width > 0 && height > 0 && width * height <= PIXELS_MAX;
      if (!plain || !smallEnough) {
        return ImageSamples.NONE;
      }
      budget.spend(width * height / PIXELS_PER_UNIT);
      return read(image, width.intValue(), height.intValue(), bands);
    } catch (WorkBudget.Spent spent) {
      throw spent;
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
    byte[] bytes = ContentReader.decode(image.getObject(), BYTES_MAX);
    return isJpeg ? ImageSamples.fromJpeg(bytes, width, height, bands) : ImageSamples.of(bytes, width, height, bands);
  }
}
