/** Decodes images in memory with the readers of Java's ImageIO. */
package octavo.host.visibility;

import java.awt.image.ComponentSampleModel;
import java.awt.image.DataBuffer;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Iterator;
import java.util.function.Predicate;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;

public final class ImageDecoder {
  private ImageDecoder() {}

  /** `configure` sets what is read, and returns false if the reader does not support it. Null then, and if no reader knows the format. */
  public static Raster read(String format, byte[] bytes, Predicate<ImageReadParam> configure) throws IOException {
    Iterator<ImageReader> readers = ImageIO.getImageReadersByFormatName(format);
    if (!readers.hasNext()) {
      return null;
    }
    ImageReader reader = readers.next();
    try (ImageInputStream input = new KnownLength(bytes)) {
      reader.setInput(input, true, true);
      ImageReadParam parameters = reader.getDefaultReadParam();
      return configure.test(parameters) ? reader.read(0, parameters).getRaster() : null;
    } finally {
      reader.dispose();
    }
  }

  /** Row by row, one byte for each band of each pixel. */
  public static byte[] samplesOf(Raster raster) {
    boolean isOfBytes = raster.getTransferType() == DataBuffer.TYPE_BYTE && raster.getSampleModel() instanceof ComponentSampleModel;
    if (isOfBytes) {
      return (byte[]) raster.getDataElements(raster.getMinX(), raster.getMinY(), raster.getWidth(), raster.getHeight(), null);
    }
    int[] row = new int[raster.getWidth() * raster.getNumBands()];
    byte[] samples = new byte[row.length * raster.getHeight()];
    for (int y = 0; y < raster.getHeight(); y++) {
      raster.getPixels(raster.getMinX(), raster.getMinY() + y, raster.getWidth(), 1, row);
      for (int n = 0; n < row.length; n++) {
        samples[y * row.length + n] = (byte) row[n];
      }
    }
    return samples;
  }

  /** Without the length, a reader searches for the end byte by byte. */
  private static final class KnownLength extends MemoryCacheImageInputStream {
    private final long length;

    KnownLength(byte[] bytes) {
      super(new ByteArrayInputStream(bytes));
      this.length = bytes.length;
    }

    @Override
    public long length() {
      return length;
    }
  }
}
