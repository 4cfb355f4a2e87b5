package octavo.host.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ToUnicodeMapTest {
  private static final String LAM_ALEF = "\u0644\u0627";
  private static final String LAM_ALEF_MADDA = "\u0644\u0622";

  @Test
  void findsGlyphsThatStandForSeveralRightToLeftLetters() {
    String map = "2 beginbfchar <0041> <06440627> <0042> <0644> <0043> <0066 0069> endbfchar";
    assertEquals(Map.of(0x41, LAM_ALEF), ToUnicodeMap.ligatures(map));
  }

  @Test
  void readsRangesWithOneTargetOrAListOfTargets() {
    String map = "1 beginbfrange <0050> <0050> <06440627> <0060> <0062> [<0644> <06440622> <0627>] endbfrange";
    assertEquals(Map.of(0x50, LAM_ALEF, 0x61, LAM_ALEF_MADDA), ToUnicodeMap.ligatures(map));
  }

  @Test
  void leavesOutWhatCannotBeRead() {
    assertEquals(Map.of(), ToUnicodeMap.ligatures("beginbfchar <> <06440627> <zz> <0041> [ endbfchar beginbfrange <1> ["));
    assertEquals(Map.of(), ToUnicodeMap.ligatures("no map at all"));
  }
}
