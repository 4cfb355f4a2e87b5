package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSArray;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.COSInteger;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObject;
import org.verapdf.factory.fonts.PDFontFactory;
import org.verapdf.pd.font.PDFont;
import org.verapdf.pd.font.truetype.PDTrueTypeFont;

class FontMeasuresTest {
  private static COSDictionary dictionary(String subtype, String name) {
    COSDictionary font = (COSDictionary) COSDictionary.construct().get();
    font.setKey(ASAtom.TYPE, COSName.construct("Font"));
    font.setKey(ASAtom.SUBTYPE, COSName.construct(subtype));
    font.setKey(ASAtom.BASE_FONT, COSName.construct(name));
    font.setKey(ASAtom.ENCODING, COSName.construct("WinAnsiEncoding"));
    return font;
  }

  private static PDFont font(COSDictionary dictionary) {
    return PDFontFactory.getPDFont(new COSObject(dictionary));
  }

  @Test
  void aFontWithoutWidthsHasThoseOfTheStandardFontThatIsLikeIt() {
    PDFont arial = font(dictionary("TrueType", "Arial"));
    assertEquals(0, arial.getWidth('s'));
    assertEquals(500, FontMeasures.getWidth(arial, 's'));
    assertEquals(222, FontMeasures.getWidth(arial, 'l'));
    assertEquals(278, FontMeasures.getWidth(font(dictionary("TrueType", "ABCDEF+Arial-BoldMT")), 'l'));
    assertEquals(600, FontMeasures.getWidth(font(dictionary("Type1", "LucidaMono")), 'l'));
    assertEquals(278, FontMeasures.getWidth(font(dictionary("TrueType", "TimesNewRoman")), 'l'));
  }

  @Test
  void aLetterThatNoFontKnowsHasAUsualWidth() {
    assertEquals(500, FontMeasures.getWidth(font(dictionary("TrueType", "Arial")), 1));
  }

  @Test
  void widthsOfThePdfStay() {
    COSDictionary dictionary = dictionary("TrueType", "Arial");
    dictionary.setKey(ASAtom.FIRST_CHAR, COSInteger.construct('a'));
    dictionary.setKey(ASAtom.LAST_CHAR, COSInteger.construct('b'));
    dictionary.setKey(ASAtom.WIDTHS, COSArray.construct(2, new COSObject[] {COSInteger.construct(77), COSInteger.construct(0)}));
    PDFont narrow = font(dictionary);
    assertEquals(77, FontMeasures.getWidth(narrow, 'a'));
    assertEquals(0, FontMeasures.getWidth(narrow, 'b'));
    assertEquals(0, FontMeasures.getWidth(narrow, 'c'));
  }

  /** Of a font with this ascent and descent, and a bounding box from -200 to `top`. */
  private static PDFont tall(double ascent, double descent, double top) {
    return new PDTrueTypeFont(dictionary("TrueType", "Any")) {
      @Override
      public Double getAscent() {
        return ascent;
      }

      @Override
      public Double getDescent() {
        return descent;
      }

      @Override
      public double[] getBoundingBox() {
        return new double[] {0, -200, 1_000, top};
      }
    };
  }

  @Test
  void aHeightThatIsTooLowForLettersIsThatOfTheBoundingBox() {
    assertEquals(null, FontMeasures.getAscent(tall(400, -134, 820)));
    assertEquals(null, FontMeasures.getDescent(tall(400, -134, 820)));
    assertEquals(null, FontMeasures.getAscent(tall(0, 0, 820)));
  }

  @Test
  void otherHeightsStay() {
    assertEquals(750, FontMeasures.getAscent(tall(750, -250, 820)));
    assertEquals(-250, FontMeasures.getDescent(tall(750, -250, 820)));
    assertEquals(400, FontMeasures.getAscent(tall(400, -134, 100)));
    assertEquals(400, FontMeasures.getAscent(tall(400, -134, 9_000)));
  }
}
