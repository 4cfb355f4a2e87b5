package octavo.host.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ToUnicodeMapTest {
  private static final String LAM_ALEF = "\u0644\u0627";
  private static final String LAM_ALEF_MADDA = "\u0644\u0622";

  @Test
  void findsGlyphsThatStandForRightToLeftLetters() {
    String map = "2 beginbfchar <0041> <06440627> <0042> <0644> <0043> <0066 0069> endbfchar";
    assertEquals(Map.of(0x41, LAM_ALEF, 0x42, "\u0644"), ToUnicodeMap.rightToLeft(map));
  }

  @Test
  void readsRangesWithOneTargetOrAListOfTargets() {
    String map = "1 beginbfrange <0050> <0050> <06440627> <0060> <0062> [<0644> <06440622> <0627>] endbfrange";
    assertEquals(
        Map.of(0x50, LAM_ALEF, 0x60, "\u0644", 0x61, LAM_ALEF_MADDA, 0x62, "\u0627"), ToUnicodeMap.rightToLeft(map));
  }

  @Test
  void countsUpInRanges() {
    assertEquals(
        Map.of(0x10, "\u0628", 0x11, "\u0629", 0x12, "\u062A"),
        ToUnicodeMap.rightToLeft("beginbfrange <0010> <0012> <0628> endbfrange"));
    assertEquals(256, ToUnicodeMap.rightToLeft("beginbfrange <0000> <ffff> <fc00> endbfrange").size());
  }

  @Test
  void leavesOutWhatCannotBeRead() {
    assertEquals(Map.of(), ToUnicodeMap.rightToLeft("beginbfchar <> <06440627> <zz> <0041> [ endbfchar beginbfrange <1> ["));
    assertEquals(Map.of(), ToUnicodeMap.rightToLeft("no map at all"));
  }
}
