package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSArray;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.COSInteger;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObject;
import org.verapdf.factory.fonts.PDFontFactory;
import org.verapdf.pd.font.PDFont;

class BitmapLettersTest {
  private static PDFont font(String subtype, Object... codesAndNames) {
    List<COSObject> differences = new ArrayList<>();
    for (Object one : codesAndNames) {
      differences.add(one instanceof Integer code ? COSInteger.construct(code) : COSName.construct((String) one));
    }
    COSDictionary encoding = (COSDictionary) COSDictionary.construct().get();
    encoding.setKey(ASAtom.DIFFERENCES, COSArray.construct(differences.size(), differences.toArray(new COSObject[0])));
    COSDictionary font = (COSDictionary) COSDictionary.construct().get();
    font.setKey(ASAtom.TYPE, COSName.construct("Font"));
    font.setKey(ASAtom.SUBTYPE, COSName.construct(subtype));
    font.setKey(ASAtom.ENCODING, new COSObject(encoding));
    return PDFontFactory.getPDFont(new COSObject(font));
  }

  private static String text(PDFont font, int... codes) {
    StringBuilder text = new StringBuilder();
    for (int code : codes) {
      text.append(BitmapLetters.toUnicode(font, code, false));
    }
    return text.toString();
  }

  @Test
  void glyphsThatAreNamedAfterTheirCodesAreLetters() {
    PDFont font = font("Type3", 12, "a12", 39, "a39", 65, "a65", "a66", 67, ".notdef");
    assertEquals("ABfi’", text(font, 65, 66, 12, 39));
  }

  @Test
  void theOtherEncodingOfTexHasItsLigaturesElsewhere() {
    PDFont font = font("Type3", 16, "a16", 28, "a28", 65, "a65", 225, "a225", 232, "a232", 186, "a186", 247, "a247");
    assertEquals("Afi“áèžœ", text(font, 65, 28, 16, 225, 232, 186, 247));
  }

  @Test
  void otherNamesAreReadAsTheEngineDoes() {
    PDFont dingbats = font("Type3", 33, "a1", "a2");
    assertEquals(dingbats.toUnicode(33, false), BitmapLetters.toUnicode(dingbats, 33, false));
    PDFont named = font("Type3", 65, "A", 66, "a66");
    assertEquals("A", BitmapLetters.toUnicode(named, 65, false));
    assertEquals(named.toUnicode(66, false), BitmapLetters.toUnicode(named, 66, false));
    PDFont outlines = font("Type1", 65, "a65");
    assertEquals(outlines.toUnicode(65, false), BitmapLetters.toUnicode(outlines, 65, false));
  }
}
