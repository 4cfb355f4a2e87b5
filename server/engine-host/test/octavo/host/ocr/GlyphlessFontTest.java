package octavo.host.ocr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.fontbox.ttf.TTFParser;
import org.apache.fontbox.ttf.TrueTypeFont;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.io.RandomAccessReadBuffer;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.junit.jupiter.api.Test;

class GlyphlessFontTest {
  @Test
  void namesTheSameWidthsInTheDictionaryAndInTheFontProgram() throws Exception {
    try (PDDocument document = new PDDocument()) {
      GlyphlessFont font = new GlyphlessFont(document);
      assertEquals("000100020003", font.encode("a한字".codePoints().toArray()));
      font.finish();
      COSDictionary descendant = (COSDictionary) font.dictionary().getCOSArray(COSName.DESCENDANT_FONTS).getObject(0);
      COSArray widths = (COSArray) descendant.getCOSArray(COSName.W).getObject(1);
      byte[] program = descendant.getCOSDictionary(COSName.FONT_DESC).getCOSStream(COSName.FONT_FILE2).createInputStream().readAllBytes();
      try (TrueTypeFont parsed = new TTFParser(true).parse(new RandomAccessReadBuffer(program))) {
        assertEquals(4, parsed.getNumberOfGlyphs());
        for (int glyph = 0; glyph < 4; glyph++) {
          assertEquals(widths.getInt(glyph), parsed.getAdvanceWidth(glyph));
        }
      }
      assertEquals(2_500, GlyphlessFont.width("a한字".codePoints().toArray()));
    }
  }
}
