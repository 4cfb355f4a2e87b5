/** The bounds of glyph outlines, read once per font and code. */
package octavo.host.visibility;

import java.awt.geom.Rectangle2D;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDVectorFont;

final class GlyphOutlines {
  private final Map<PDFont, Map<Integer, Rectangle2D>> known = new HashMap<>();

  /** Null for a glyph that the font cannot draw: what another viewer would show there is not known. */
  Rectangle2D of(PDFont font, int code) throws IOException {
    Map<Integer, Rectangle2D> ofFont = known.computeIfAbsent(font, any -> new HashMap<>());
    if (!ofFont.containsKey(code)) {
      ofFont.put(code, read(font, code));
    }
    return ofFont.get(code);
  }

  private static Rectangle2D read(PDFont font, int code) throws IOException {
    if (!(font instanceof PDVectorFont vectors)) {
      return null;
    }
    Rectangle2D outline = vectors.getNormalizedPath(code).getBounds2D();
    String text = font.toUnicode(code);
    boolean isSpace = text != null && text.isBlank();
    boolean drawn = !outline.isEmpty() && (font.isEmbedded() || vectors.hasGlyph(code));
    return drawn || isSpace ? outline : null;
  }
}
