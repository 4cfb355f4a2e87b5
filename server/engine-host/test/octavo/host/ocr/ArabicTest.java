package octavo.host.ocr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArabicTest {
  private static List<String> restored(String... texts) {
    List<Word> line = Stream.of(texts).map(text -> new Word(0, 0, 10, 10, 8, 10, text, 90)).toList();
    return ArabicCommas.restored(List.of(List.of(line))).get(0).get(0).stream().map(Word::text).toList();
  }

  @Test
  void aClosingQuotationMarkThatClosesNothingIsAComma() {
    assertEquals(
        List.of("\u0643\u062A\u0628\u060C", "\u0643\u062A\u0628"), restored("\u0643\u062A\u0628\u00BB", "\u0643\u062A\u0628"));
  }

  @Test
  void quotationMarksInPairsStay() {
    String[] quoted = {"\u00AB\u0643\u062A\u0628", "\u0643\u062A\u0628\u00BB"};
    assertEquals(List.of(quoted), restored(quoted));
    String[] one = {"\u00AB\u0643\u062A\u0628\u00BB"};
    assertEquals(List.of(one), restored(one));
  }

  @Test
  void otherScriptsAndLoneMarksStay() {
    String[] texts = {"word\u00BB", "\u00BB", "12\u00BB"};
    assertEquals(List.of(texts), restored(texts));
  }

  @Test
  void bracketsOfWordsFromTheRightAreDrawnAsTheyAreSeen() {
    assertEquals("(\u0628\u0643)\u00BB", drawn("\u00AB(\u0643\u0628)"));
    assertEquals("(word)", drawn("(word)"));
  }

  private static String drawn(String text) {
    int[] characters = TextLayer.inDrawingOrder(text);
    return new String(characters, 0, characters.length);
  }
}
