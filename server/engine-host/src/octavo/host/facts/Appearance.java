/** What an annotation shows: its appearance stream, and how it is placed on the page. */
package octavo.host.facts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;

/** `place` is the rectangle of the annotation and `toPage` the way there, both on the page as it is in the PDF. */
public record Appearance(COSObject stream, Rect place, double[] toPage, double background) {
  private static final int STREAM_BYTES_MAX = 1 << 20;
  private static final double WHITE = 1;
  private static final double OPACITY_MIN = 0.1;

  /** The operator for text that is not drawn. */
  private static final Pattern INVISIBLE_TEXT = Pattern.compile("(?<![^\\s])[37]\\s+Tr(?![^\\s])");

  /** Null if the annotation has none, or if it depends on layers or opacity whether it is seen. */
  public static Appearance of(COSObject annotation) {
    double[] corners = Cos.numbers(Cos.key(annotation, "Rect"), 0, 4);
    COSObject stream = normal(annotation);
    double[] box = Cos.numbers(Cos.key(stream, "BBox"), 0, 4);
    if (corners == null || box == null || Cos.key(annotation, "OC") != null) {
      return null;
    }
    if (opacity(annotation, "CA") < OPACITY_MIN || drawsInvisibly(stream)) {
      return null;
    }
    Rect place = Rect.ofCorners(corners);
    Rect drawn = Transform.IDENTITY.concat(Cos.key(stream, "Matrix")).boundsOf(Rect.ofCorners(box));
    if (place.isEmpty() || drawn.isEmpty()) {
      return null;
    }
    Transform toPage = Transform.IDENTITY.concat(drawn.matrixTo(place)).concat(Cos.key(stream, "Matrix"));
    double[] matrix = {toPage.a(), toPage.b(), toPage.c(), toPage.d(), toPage.e(), toPage.f()};
    return new Appearance(stream, place, matrix, background(annotation));
  }

  /** Of several states, the one that is shown. */
  private static COSObject normal(COSObject annotation) {
    COSObject normal = Cos.key(Cos.key(annotation, "AP"), "N");
    if (normal != null && normal.getType() == COSObjType.COS_DICT) {
      String state = Cos.name(Cos.key(annotation, "AS"));
      normal = state == null ? null : Cos.key(normal, state);
    }
    return normal != null && normal.getType() == COSObjType.COS_STREAM ? normal : null;
  }

  private static double opacity(COSObject dictionary, String key) {
    COSObject opacity = Cos.key(dictionary, key);
    return opacity != null && opacity.getType().isNumber() && opacity.getReal() != null ? opacity.getReal() : 1;
  }

  /** With the operator for text that is not drawn, or with a graphics state that is transparent. */
  private static boolean drawsInvisibly(COSObject stream) {
    String content = content(stream);
    COSObject states = Cos.key(Cos.key(stream, "Resources"), "ExtGState");
    boolean clear = content != null && Cos.isDictionary(states)
        && states.getKeySet().stream().anyMatch(name -> opacity(states.getKey(name), "ca") < OPACITY_MIN && isUsed(name.getValue(), content));
    return clear || content == null || INVISIBLE_TEXT.matcher(content).find();
  }

  private static boolean isUsed(String state, String content) {
    return Pattern.compile("/" + Pattern.quote(state) + "\\s+gs(?![^\\s])").matcher(content).find();
  }

  /** Null if it cannot be read. */
  private static String content(COSObject stream) {
    try (InputStream data = stream.getData(COSStream.FilterFlags.DECODE)) {
      return new String(data.readNBytes(STREAM_BYTES_MAX), StandardCharsets.ISO_8859_1);
    } catch (IOException unreadable) {
      return null;
    }
  }

  /** Paper is white unless the annotation has a colour of its own. */
  private static double background(COSObject annotation) {
    COSObject colour = Cos.key(annotation, "C");
    double[] numbers = Cos.isArray(colour) ? Cos.numbers(colour, 0, colour.size()) : null;
    return numbers == null || numbers.length == 0 ? WHITE : luminance(numbers);
  }

  /** From 0 for black to 1 for white, of a colour in gray, RGB or CMYK; anything else counts as black. */
  public static double luminance(double[] colour) {
    if (colour == null) {
      return 0;
    }
    return switch (colour.length) {
      case 1 -> colour[0];
      case 3 -> 0.299 * colour[0] + 0.587 * colour[1] + 0.114 * colour[2];
      case 4 -> (1 - colour[3]) * (1 - 0.299 * colour[0] - 0.587 * colour[1] - 0.114 * colour[2]);
      default -> 0;
    };
  }
}
