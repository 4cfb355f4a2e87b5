/** Letters that the engine can or cannot map to characters. */
package octavo.host.inspection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import octavo.host.inspection.FontCache.Font;
import org.junit.jupiter.api.Test;

class FontCacheTest {
  @Test
  void ordinaryTextIsMapped() {
    assertEquals(Font.LETTER, Font.classify("a"));
    assertEquals(Font.LETTER, Font.classify("ffi"));
    assertEquals(Font.LETTER, Font.classify("漢"));
  }

  @Test
  void spacesAreNotLetters() {
    assertEquals(Font.SPACE, Font.classify(" "));
    assertEquals(Font.SPACE, Font.classify("\u0000"));
    assertEquals(Font.SPACE, Font.classify(""));
  }

  @Test
  void missingReplacementPrivateAndControlCharactersAreUnmapped() {
    assertEquals(Font.UNMAPPED, Font.classify(null));
    assertEquals(Font.UNMAPPED, Font.classify("\uFFFD"));
    assertEquals(Font.UNMAPPED, Font.classify("\uE000"));
    assertEquals(Font.UNMAPPED, Font.classify("a\uE000"));
    assertEquals(Font.UNMAPPED, Font.classify("\u0003"));
  }

  @Test
  void aMissingFontIsNull() {
    assertNull(new FontCache().of(null));
  }
}
