/**
 * The letters of bitmap fonts whose glyphs are named after their codes (`a65`), as old PostScript programs wrote the fonts
 * of TeX. The engine takes these names for those of Zapf Dingbats, so that a text came out as signs.
 */
package octavo.host.engine.patches;

import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import org.verapdf.pd.font.PDFont;
import org.verapdf.pd.font.truetype.TrueTypePredefined;
import org.verapdf.pd.font.type3.PDType3Font;

public final class BitmapLetters {
  /** The encodings of TeX (OT1, and T1 from Cork) where they are not ASCII. U+FFFD has no letter of its own. */
  private static final String[] OLD_CONTROLS =
      letters("Γ Δ Θ Λ Ξ Π Σ Υ Φ Ψ Ω ff fi fl ffi ffl ı ȷ ` ´ ˇ ˘ ¯ ˚ ¸ ß æ œ ø Æ Œ Ø");
  private static final Map<Integer, String> OLD_SIGNS =
      Map.of(0x22, "”", 0x27, "’", 0x5c, "“", 0x60, "‘", 0x7b, "–", 0x7c, "—", 0x7f, "¨");
  private static final String[] CORK_CONTROLS =
      letters("` ´ ˆ ˜ ¨ ˝ ˚ ˇ ˘ ¯ ˙ ¸ ˛ ‚ ‹ › “ ” „ « » – — \ufffd \ufffd ı ȷ ff fi fl ffi ffl");
  private static final Map<Integer, String> CORK_SIGNS = Map.of(0x27, "’", 0x60, "‘", 0x7f, "-");
  private static final String[] CORK_LETTERS =
      letters(
          "Ă Ą Ć Č Ď Ě Ę Ğ Ĺ Ľ Ł Ń Ň Ŋ Ő Ŕ Ř Ś Š Ş Ť Ţ Ű Ů Ÿ Ź Ž Ż Ĳ İ đ § "
              + "ă ą ć č ď ě ę ğ ĺ ľ ł ń ň ŋ ő ŕ ř ś š ş ť ţ ű ů ÿ ź ž ż ĳ ¡ ¿ £");
  private static final Map<Integer, String> CORK_LAST = Map.of(0xd7, "Œ", 0xdf, "SS", 0xf7, "œ", 0xff, "ß");
  private static final int CORK_LETTERS_FROM = 0x80;
  private static final int LATIN_FROM = 0xc0;

  private enum Encoding { NONE, OLD, CORK }

  private static final Map<PDFont, Encoding> ENCODINGS = Collections.synchronizedMap(new WeakHashMap<>());

  private BitmapLetters() {}

  private static String[] letters(String all) {
    return all.split(" ");
  }

  public static String toUnicode(PDFont font, int code, boolean byName) {
    Encoding encoding = font instanceof PDType3Font ? ENCODINGS.computeIfAbsent(font, BitmapLetters::encodingOf) : Encoding.NONE;
    boolean isNamed = encoding != Encoding.NONE && name(code).equals(font.getDifferences().get(code));
    String mapped = isNamed ? font.cMapToUnicode(code) : null;
    return isNamed && mapped == null ? letter(encoding, code) : font.toUnicode(code, byName);
  }

  private static String name(int code) {
    return "a" + code;
  }

  /** T1 has letters from 128 on, and its ligatures where OT1 has letters that are rare. */
  private static Encoding encodingOf(PDFont font) {
    boolean isCork = false;
    boolean hasOldLigatures = false;
    boolean isNamedByCode = false;
    Map<Integer, String> names = font.getDifferences();
    for (Map.Entry<Integer, String> glyph : names.entrySet()) {
      int code = glyph.getKey();
      if (!TrueTypePredefined.NOTDEF_STRING.equals(glyph.getValue())) {
        if (!name(code).equals(glyph.getValue())) {
          return Encoding.NONE;
        }
        isNamedByCode = true;
        isCork |= code >= CORK_LETTERS_FROM || code >= 27 && code < ' ';
        hasOldLigatures |= code >= 11 && code <= 15;
      }
    }
    if (!isNamedByCode) {
      return Encoding.NONE;
    }
    return isCork && !hasOldLigatures ? Encoding.CORK : Encoding.OLD;
  }

  private static String letter(Encoding encoding, int code) {
    boolean isCork = encoding == Encoding.CORK;
    String[] controls = isCork ? CORK_CONTROLS : OLD_CONTROLS;
    if (code < controls.length) {
      return controls[code];
    }
    if (isCork && code >= CORK_LETTERS_FROM && code < LATIN_FROM) {
      return CORK_LETTERS[code - CORK_LETTERS_FROM];
    }
    Map<Integer, String> signs = isCork ? CORK_SIGNS : OLD_SIGNS;
    String own = signs.containsKey(code) || !isCork ? signs.get(code) : CORK_LAST.get(code);
    return own == null ? String.valueOf((char) code) : own;
  }
}
