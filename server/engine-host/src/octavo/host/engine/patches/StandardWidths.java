/** Widths of the standard font that is most like a font without widths, which is what a viewer shows instead of it. */
package octavo.host.engine.patches;

import java.util.HashMap;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.verapdf.pd.font.Encoding;
import org.verapdf.pd.font.PDFont;
import org.verapdf.pd.font.PDFontDescriptor;
import org.verapdf.pd.font.stdmetrics.StandardFontMetrics;
import org.verapdf.pd.font.stdmetrics.StandardFontMetricsFactory;
import org.verapdf.pd.font.truetype.TrueTypePredefined;

final class StandardWidths {
  /** About the width of a letter, in parts of 1,000 of the font size. */
  private static final int USUAL_WIDTH = 500;

  private static final Map<String, Map<String, Integer>> BY_FONT = new ConcurrentHashMap<>();

  private StandardWidths() {}

  static double of(PDFont font, int code) {
    String glyph = glyphName(font, code);
    return glyph == null ? USUAL_WIDTH : BY_FONT.computeIfAbsent(standardName(font), StandardWidths::read).getOrDefault(glyph, USUAL_WIDTH);
  }

  private static String glyphName(PDFont font, int code) {
    Encoding encoding = font.getEncodingMapping();
    String name = encoding == null ? null : encoding.getName(code);
    if (name != null && !TrueTypePredefined.NOTDEF_STRING.equals(name)) {
      return name;
    }
    String[] usual = TrueTypePredefined.WIN_ANSI_ENCODING;
    return code >= 0 && code < usual.length ? usual[code] : null;
  }

  static String standardName(PDFont font) {
    String name = font.getNameWithoutSubset() == null ? "" : font.getNameWithoutSubset().toLowerCase(Locale.ROOT);
    PDFontDescriptor descriptor = font.getFontDescriptor();
    if (name.contains("courier") || name.contains("mono") || descriptor != null && descriptor.isFixedPitch()) {
      return "Courier";
    }
    boolean serif = name.contains("times") || descriptor != null && descriptor.isSerif();
    boolean bold = name.contains("bold") || name.contains("black") || name.contains("heavy");
    if (serif) {
      return bold ? "Times-Bold" : "Times-Roman";
    }
    return bold ? "Helvetica-Bold" : "Helvetica";
  }

  private static Map<String, Integer> read(String standardName) {
    StandardFontMetrics metrics = StandardFontMetricsFactory.getFontMetrics(standardName);
    Map<String, Integer> widths = new HashMap<>();
    if (metrics != null) {
      for (Iterator<Map.Entry<String, Integer>> all = metrics.getWidthsIterator(); all.hasNext();) {
        Map.Entry<String, Integer> glyph = all.next();
        widths.put(glyph.getKey(), glyph.getValue());
      }
    }
    return widths;
  }
}
