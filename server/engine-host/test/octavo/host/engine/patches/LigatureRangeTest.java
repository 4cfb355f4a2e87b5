package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class LigatureRangeTest {
  private static String text(int first, int code, int... value) {
    byte[] bytes = new byte[value.length];
    for (int at = 0; at < value.length; at++) {
      bytes[at] = (byte) value[at];
    }
    return new LigatureRange(first, first + 5, bytes).toUnicode(code);
  }

  @Test
  void keepsAllLettersOfALigature() {
    assertEquals("ti", text(9, 9, 0, 't', 0, 'i'));
    assertEquals("ffi", text(9, 9, 0, 'f', 0, 'f', 0, 'i'));
  }

  @Test
  void countsUpTheLastLetter() {
    assertEquals("tk", text(9, 11, 0, 't', 0, 'i'));
  }

  @Test
  void readsSingleLettersAsTheEngineDoes() {
    assertEquals("b", text(9, 10, 0, 'a'));
    assertEquals("\u0431", text(9, 10, 0x04, 0x30));
    assertEquals("\ud835\udc00", text(9, 9, 0xd8, 0x35, 0xdc, 0x00));
    assertEquals("\u0644\u0627", text(9, 9, 0x06, 0x44, 0x06, 0x27));
  }
}
