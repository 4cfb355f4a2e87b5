/**
 * Measures of the glyphs of a font where the engine takes a wrong one: widths of 0 if the PDF gives none, so that the
 * boxes of words are empty, and a height from a font program that is too low for its letters.
 */
package octavo.host.engine.patches;

import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.font.PDFont;
import org.verapdf.pd.font.PDSimpleFont;
import org.verapdf.pd.font.type3.PDType3Font;

public final class FontMeasures {
  /** In parts of 1,000 of the font size. Ascent and descent of fonts for text have at least 800 together. */
  private static final double HEIGHT_MIN = 600;
  private static final double HEIGHT_MAX = 2_500;
  private static final double WIDTH_MAX = 3_000;

  private FontMeasures() {}

  public static Double getWidth(PDFont font, int code) {
    Double width = font.getWidth(code);
    return width != null && width > 0 || !lacksWidths(font) ? width : Double.valueOf(estimate(font, code));
  }

  /** Other kinds of fonts have a width by default, or their own scale. */
  private static boolean lacksWidths(PDFont font) {
    COSObject widths = font.getWidths();
    boolean none = widths == null || widths.getType() != COSObjType.COS_ARRAY || widths.size() == 0;
    return none && font instanceof PDSimpleFont && !(font instanceof PDType3Font);
  }

  private static double estimate(PDFont font, int code) {
    double width = font.getFontProgram() == null ? 0 : font.getWidthFromProgram(code);
    return width > 0 && width <= WIDTH_MAX ? width : StandardWidths.of(font, code);
  }

  /** Null stands for the top of the font's bounding box. */
  public static Double getAscent(PDFont font) {
    return isTooLow(font) ? null : font.getAscent();
  }

  /** Null stands for the bottom of the font's bounding box. */
  public static Double getDescent(PDFont font) {
    return isTooLow(font) ? null : font.getDescent();
  }

  private static boolean isTooLow(PDFont font) {
    Double ascent = font.getAscent();
    Double descent = font.getDescent();
    if (ascent == null || descent == null || ascent - descent >= HEIGHT_MIN) {
      return false;
    }
    double[] box = font.getBoundingBox();
    double height = box == null || box.length < 4 ? 0 : box[3] - box[1];
    return height >= HEIGHT_MIN && height <= HEIGHT_MAX;
  }
}
