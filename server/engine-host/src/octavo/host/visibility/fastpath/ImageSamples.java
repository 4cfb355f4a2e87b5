/** The decoded samples of one image, grey or RGB. */
package octavo.host.visibility.fastpath;

import java.awt.image.Raster;
import java.io.IOException;
import octavo.host.geometry.Rect;
import octavo.host.visibility.ImageDecoder;
import octavo.host.visibility.JpegHeader;
import octavo.host.visibility.Luminance;

final class ImageSamples {
  static final ImageSamples NONE = new ImageSamples(null, 0, 0, 0);

  /** Samples compared in each direction; a word is rarely larger in the pixels of a page. */
  private static final int STEPS_MAX = 64;

  private final byte[] samples;
  private final int width;
  private final int height;
  private final int bands;

  private ImageSamples(byte[] samples, int width, int height, int bands) {
    this.samples = samples;
    this.width = width;
    this.height = height;
    this.bands = bands;
  }

  static ImageSamples of(byte[] samples, int width, int height, int bands) {
    return samples.length >= width * height * bands ? new ImageSamples(samples, width, height, bands) : NONE;
  }

  static ImageSamples fromJpeg(byte[] bytes, int width, int height, int bands) throws IOException {
    if (!JpegHeader.isPlain(bytes, width, height, bands)) {
      return NONE;
    }
    Raster raster = ImageDecoder.read("jpeg", bytes, parameters -> true);
    boolean fits = raster != null && raster.getWidth() == width && raster.getNumBands() == bands;
    return fits ? of(ImageDecoder.samplesOf(raster), width, height, bands) : NONE;
  }

  /** `part` is in shares of width and height, from the upper left corner. */
  double shareWithContrast(Rect part, double luminance, double contrast) {
    int fromX = (int) Math.max(0, Math.floor(part.left() * width));
    int toX = (int) Math.min(width, Math.ceil(part.right() * width));
    int fromY = (int) Math.max(0, Math.floor(part.bottom() * height));
    int toY = (int) Math.min(height, Math.ceil(part.top() * height));
    int stepX = Math.max(1, (toX - fromX) / STEPS_MAX);
    int stepY = Math.max(1, (toY - fromY) / STEPS_MAX);
    int all = 0;
    int contrasting = 0;
    for (int y = fromY; y < toY && samples != null; y += stepY) {
      for (int x = fromX; x < toX; x += stepX) {
        all++;
        contrasting += Luminance.contrast(luminance, luminanceAt((y * width + x) * bands)) >= contrast ? 1 : 0;
      }
    }
    return all == 0 ? 0 : contrasting / (double) all;
  }

  private double luminanceAt(int index) {
    int red = samples[index] & 0xFF;
    int green = bands == 1 ? red : samples[index + 1] & 0xFF;
    int blue = bands == 1 ? red : samples[index + 2] & 0xFF;
    return Luminance.of(red << 16 | green << 8 | blue);
  }
}
