/** How far the glyphs of a font advance, in parts of the font size. */
package octavo.host.facts;

import java.util.OptionalDouble;
import org.verapdf.cos.COSObject;

final class GlyphAdvances {
  private static final double UNITS_PER_EM = 1_000;
  private static final int ENTRIES_MAX = 100_000;

  private GlyphAdvances() {}

  /** Codes of composite fonts are taken for their CIDs, as in the encoding `Identity-H`. */
  static OptionalDouble of(COSObject font, int code) {
    COSObject descendants = Cos.key(font, "DescendantFonts");
    if (Cos.isArray(descendants) && descendants.size() > 0) {
      return ofCid(Cos.key(descendants.at(0), "W"), code);
    }
    COSObject widths = Cos.key(font, "Widths");
    long at = code - Cos.integer(Cos.key(font, "FirstChar"), 0);
    return Cos.isArray(widths) && at >= 0 && at < widths.size() ? number(widths.at((int) at)) : OptionalDouble.empty();
  }

  /** `first [width width …]` or `first last width`, any number of times. */
  private static OptionalDouble ofCid(COSObject widths, int cid) {
    int size = Cos.isArray(widths) ? Math.min(widths.size(), ENTRIES_MAX) : 0;
    for (int at = 0; at + 1 < size;) {
      long first = Cos.integer(widths.at(at), -1);
      COSObject second = widths.at(at + 1);
      if (Cos.isArray(second)) {
        if (cid >= first && cid < first + second.size()) {
          return number(second.at((int) (cid - first)));
        }
        at += 2;
      } else {
        if (at + 2 < size && cid >= first && cid <= Cos.integer(second, -1)) {
          return number(widths.at(at + 2));
        }
        at += 3;
      }
    }
    return OptionalDouble.empty();
  }

  private static OptionalDouble number(COSObject width) {
    return width != null && width.getType().isNumber() && width.getReal() != null
        ? OptionalDouble.of(width.getReal() / UNITS_PER_EM)
        : OptionalDouble.empty();
  }
}
