/** The samples of one picture, grey or red, green and blue. */
package octavo.host;

import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;

final class Pixels {
  static final Pixels NONE = new Pixels(null, 0, 0, 0);

  /** Looked at in each direction; a word is not much larger than that in the pixels of a page. */
  private static final int STEPS_MAX = 64;

  private final byte[] samples;
  private final int width;
  private final int height;
  private final int bands;

  private Pixels(byte[] samples, int width, int height, int bands) {
    this.samples = samples;
    this.width = width;
    this.height = height;
    this.bands = bands;
  }

  static Pixels of(byte[] samples, int width, int height, int bands) {
    return samples.length >= width * height * bands ? new Pixels(samples, width, height, bands) : NONE;
  }

  static Pixels fromJpeg(byte[] bytes, int width, int height, int bands) throws IOException {
    if (!JpegHeader.isPlain(bytes, width, height, bands)) {
      return NONE;
    }
    Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName("jpeg");
    if (!readers.hasNext()) {
      return NONE;
    }
    ImageReader reader = readers.next();
    try (ImageInputStream input = ImageIO.createImageInputStream(new ByteArrayInputStream(bytes))) {
      reader.setInput(input, true, true);
      Raster raster = reader.read(0).getRaster();
      byte[] samples = new byte[width * height * bands];
      int[] row = new int[width * bands];
      for (int y = 0; y < height; y++) {
        raster.getPixels(0, y, width, 1, row);
        for (int n = 0; n < row.length; n++) {
          samples[y * row.length + n] = (byte) row[n];
        }
      }
      return new Pixels(samples, width, height, bands);
    } finally {
      reader.dispose();
    }
  }

  /** Of a part of it, in shares of its width and height, counted from the upper left. */
  double shareSetOff(Area part, double light, double contrast) {
    int fromX = (int) Math.max(0, Math.floor(part.left() * width));
    int toX = (int) Math.min(width, Math.ceil(part.right() * width));
    int fromY = (int) Math.max(0, Math.floor(part.bottom() * height));
    int toY = (int) Math.min(height, Math.ceil(part.top() * height));
    int stepX = Math.max(1, (toX - fromX) / STEPS_MAX);
    int stepY = Math.max(1, (toY - fromY) / STEPS_MAX);
    int all = 0;
    int setOff = 0;
    for (int y = fromY; y < toY && samples != null; y += stepY) {
      for (int x = fromX; x < toX; x += stepX) {
        all++;
        setOff += Light.contrast(light, lightAt((y * width + x) * bands)) >= contrast ? 1 : 0;
      }
    }
    return all == 0 ? 0 : setOff / (double) all;
  }

  private double lightAt(int index) {
    int red = samples[index] & 0xFF;
    int green = bands == 1 ? red : samples[index + 1] & 0xFF;
    int blue = bands == 1 ? red : samples[index + 2] & 0xFF;
    return Light.of(red << 16 | green << 8 | blue);
  }
}
