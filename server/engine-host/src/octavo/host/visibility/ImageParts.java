/** Reads only those parts of a JPEG image that are looked at: converting the colours of all of it takes longer than the rest of a page. */
package octavo.host.visibility;

import java.awt.Rectangle;
import java.awt.geom.AffineTransform;
import java.awt.geom.NoninvertibleTransformException;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.graphics.color.PDDeviceRGB;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;

final class ImageParts {
  /** The image is decoded once for each part. */
  private static final int PARTS_MAX = 4;

  /** With more of the image, it is read as a whole. */
  private static final double SHARE_MAX = 0.6;

  /** From here on, PDFBox takes even fewer samples when it draws. */
  private static final int EVERY_NTH_MAX = 8;

  /** Keys that mask samples or change their meaning, and layers. */
  private static final List<COSName> SPECIAL_KEYS =
      List.of(COSName.SMASK, COSName.MASK, COSName.DECODE, COSName.IMAGE_MASK, COSName.OC);

  /** Profiles and previews come before the size. */
  private static final int HEADER_BYTES_MAX = 1 << 20;

  private final PDDocument document;

  ImageParts(PDDocument document) {
    this.document = document;
  }

  /** Whether PDFBox can convert a part of it, which it can of no other format. */
  static boolean canRead(PDImage image) {
    COSDictionary keys = image.getCOSObject();
    return image instanceof PDImageXObject
        && COSName.DCT_DECODE.equals(keys.getDictionaryObject(COSName.FILTER))
        && SPECIAL_KEYS.stream().noneMatch(keys::containsKey)
        && image.getBitsPerComponent() == 8;
  }

  /**
   * An image with the samples of the original around these places and black elsewhere, and only with every n-th sample of
   * its rows and columns. The original if it cannot be read in parts, or if most of it is needed. `toPixels` maps the unit
   * square to the drawing.
   */
  PDImage of(PDImage image, int everyNth, AffineTransform toPixels, List<Rectangle2D> places) {
    Rectangle all = new Rectangle(image.getWidth(), image.getHeight());
    List<Rectangle> parts = partsOf(all, everyNth, toPixels, places);
    double area = parts.stream().mapToDouble(part -> (double) part.width * part.height).sum();
    if (everyNth >= EVERY_NTH_MAX || parts.isEmpty() || parts.size() > PARTS_MAX || area > SHARE_MAX * all.width * all.height) {
      return image;
    }
    try {
      return isAsDeclared((PDImageXObject) image) ? read(image, everyNth, parts) : image;
    } catch (IOException | RuntimeException unreadable) {
      return image;
    }
  }

  private static boolean isAsDeclared(PDImageXObject image) throws IOException {
    try (InputStream raw = image.getCOSObject().createRawInputStream()) {
      byte[] head = raw.readNBytes(HEADER_BYTES_MAX);
      return JpegHeader.isPlain(head, image.getWidth(), image.getHeight(), image.getColorSpace().getNumberOfComponents());
    }
  }

  private PDImage read(PDImage image, int everyNth, List<Rectangle> parts) throws IOException {
    int columns = (image.getWidth() + everyNth - 1) / everyNth;
    int rows = (image.getHeight() + everyNth - 1) / everyNth;
    byte[] samples = new byte[Math.multiplyExact(columns * 3, rows)];
    for (Rectangle part : parts) {
      BufferedImage read = image.getImage(part, everyNth);
      if (read.getType() != BufferedImage.TYPE_INT_RGB) {
        return image;
      }
      copy(read, samples, columns, part.x / everyNth, part.y / everyNth);
    }
    PDImage drawn =
        new PDImageXObject(document, new ByteArrayInputStream(samples), null, columns, rows, 8, PDDeviceRGB.INSTANCE);
    drawn.setInterpolate(image.getInterpolate());
    return drawn;
  }

  /** In samples of the image, without overlaps; they begin on samples that are read. */
  static List<Rectangle> partsOf(Rectangle image, int everyNth, AffineTransform toPixels, List<Rectangle2D> places) {
    AffineTransform toSamples = new AffineTransform(toPixels);
    toSamples.translate(0, 1);
    toSamples.scale(1.0 / image.width, -1.0 / image.height);
    List<Rectangle> parts = new ArrayList<>();
    try {
      toSamples.invert();
    } catch (NoninvertibleTransformException flat) {
      return parts;
    }
    for (Rectangle2D place : places) {
      // Letters may reach out of their place.
      double margin = Math.min(place.getWidth(), place.getHeight());
      Rectangle2D wide = new Rectangle2D.Double(
          place.getX() - margin, place.getY() - margin, place.getWidth() + 2 * margin, place.getHeight() + 2 * margin);
      Rectangle part = toSamples.createTransformedShape(wide).getBounds().intersection(image);
      if (!part.isEmpty()) {
        addMerged(parts, startingOn(part, everyNth));
      }
    }
    return parts;
  }

  private static Rectangle startingOn(Rectangle part, int everyNth) {
    int left = part.x - part.x % everyNth;
    int top = part.y - part.y % everyNth;
    return new Rectangle(left, top, part.x + part.width - left, part.y + part.height - top);
  }

  private static void addMerged(List<Rectangle> parts, Rectangle added) {
    Rectangle merged = added;
    for (int at = 0; at < parts.size(); at++) {
      if (parts.get(at).intersects(merged)) {
        merged = merged.union(parts.remove(at));
        at = -1;
      }
    }
    parts.add(merged);
  }

  private static void copy(BufferedImage part, byte[] samples, int columns, int left, int top) {
    int width = part.getWidth();
    int[] row = new int[width];
    for (int y = 0; y < part.getHeight(); y++) {
      part.getRGB(0, y, width, 1, row, 0, width);
      int at = ((top + y) * columns + left) * 3;
      for (int colour : row) {
        samples[at++] = (byte) (colour >> 16);
        samples[at++] = (byte) (colour >> 8);
        samples[at++] = (byte) colour;
      }
    }
  }
}
