/** The fonts of a document as the engine reads them. Each is opened once per document, not once per page. */
package octavo.host.inspection;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import octavo.host.protocol.Deadline;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSObject;
import org.verapdf.factory.fonts.PDFontFactory;
import org.verapdf.pd.font.PDFont;

final class FontCache {
  /** Open fonts keep their glyphs in memory; a document with more fonts opens some of them again. */
  private static final int OPEN_MAX = 64;
  private static final int CODES_MAX = 65_536;

  private final Map<COSKey, Font> open = new HashMap<>();

  Font of(COSObject object) {
    COSKey key = object == null ? null : object.getObjectKey();
    if (key == null) {
      return load(object);
    }
    if (open.size() >= OPEN_MAX && !open.containsKey(key)) {
      open.clear();
    }
    return open.computeIfAbsent(key, absent -> load(object));
  }

  private static Font load(COSObject object) {
    PDFont font = object == null || object.empty() ? null : PDFontFactory.getPDFont(object);
    return font == null ? null : new Font(font, object.getObjectKey());
  }

  /** Counts of letters. `unmapped`: those for which the engine finds no character. */
  static final class Letters {
    int all;
    int unmapped;
  }

  static final class Font {
    static final int SPACE = 0;
    static final int LETTER = 1;
    static final int UNMAPPED = 2;

    private final PDFont font;
    private final Object identity;
    private final Map<Integer, Integer> kinds = new HashMap<>();
    private boolean parsed;

    private Font(PDFont font, COSKey key) {
      this.font = font;
      this.identity = key == null ? new Object() : key;
    }

    Object identity() {
      return identity;
    }

    void count(byte[] string, Letters letters, Deadline deadline) throws IOException {
      ByteArrayInputStream codes = new ByteArrayInputStream(string);
      for (int n = 0; codes.available() > 0; n++) {
        if (n % 1_024 == 0) {
          deadline.check();
        }
        int kind = kindOf(font.readCode(codes));
        letters.all += kind == SPACE ? 0 : 1;
        letters.unmapped += kind == UNMAPPED ? 1 : 0;
      }
    }

    private int kindOf(int code) {
      Integer known = kinds.get(code);
      if (known != null) {
        return known;
      }
      int kind = classify(textOf(code));
      if (kinds.size() < CODES_MAX) {
        kinds.put(code, kind);
      }
      return kind;
    }

    /** The font program may name a character that nothing else names. Reading it is the slowest step, so it comes last. */
    private String textOf(int code) {
      String text = font.toUnicode(code, false);
      if (text == null && !parsed) {
        parsed = true;
        font.parseFontProgram();
        return font.toUnicode(code, false);
      }
      return text;
    }

    /** The same rule as in `PageSignals`: private-use and control characters count as unmapped. */
    static int classify(String text) {
      if (text == null) {
        return UNMAPPED;
      }
      int kind = SPACE;
      for (int point : text.codePoints().toArray()) {
        if (point == 0xFFFD || Character.getType(point) == Character.PRIVATE_USE) {
          return UNMAPPED;
        }
        if (!Character.isWhitespace(point) && point != 0) {
          kind = Character.isISOControl(point) ? UNMAPPED : LETTER;
        }
      }
      return kind;
    }
  }
}
