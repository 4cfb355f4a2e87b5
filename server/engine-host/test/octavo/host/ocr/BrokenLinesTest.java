package octavo.host.ocr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BrokenLinesTest {
  private static List<Word> line(int left, int right, int top, int height, int confidence, String text) {
    double bottom = top + height;
    return List.of(new Word(left, top, right, bottom, bottom - 4, height, text, confidence));
  }

  private static List<Word> text(int left, int right, int top, String text) {
    return line(left, right, top, 20, 95, text);
  }

  private static List<String> repaired(List<Rules.Rule> rules, List<List<Word>> lines) {
    return BrokenLines.repaired(lines, rules).stream()
        .map(words -> String.join(" ", words.stream().map(Word::text).toList()))
        .toList();
  }

  @Test
  void joinsPartsOfALineThatAreAsFarApartAsWords() {
    assertEquals(
        List.of("one two", "three four", "end"),
        repaired(List.of(), List.of(
            text(0, 100, 10, "one"), text(0, 90, 50, "three"), text(0, 40, 90, "end"),
            text(112, 200, 10, "two"), text(105, 200, 50, "four"))));
  }

  @Test
  void keepsColumnsAndCellsApart() {
    assertEquals(
        List.of("left", "right"),
        repaired(List.of(), List.of(text(0, 100, 10, "left"), text(118, 200, 10, "right"))));
    Rules.Rule between = new Rules.Rule(106, 0, 106, 60);
    assertEquals(
        List.of("left", "right"),
        repaired(List.of(between), List.of(text(0, 100, 10, "left"), text(112, 200, 10, "right"))));
  }

  @Test
  void dropsMarksAboveLettersThatWereReadAsALine() {
    List<Word> heading = line(0, 200, 10, 60, 92, "heading");
    List<Word> marks = line(50, 150, 12, 14, 26, "marks");
    assertEquals(List.of("heading"), repaired(List.of(), List.of(marks, heading)));
    List<Word> apart = line(50, 150, 90, 14, 26, "marks");
    assertEquals(List.of("heading", "marks"), repaired(List.of(), List.of(heading, apart)));
  }

  @Test
  void takesTheSizeOfTheFirstPart() {
    List<Word> first = text(0, 100, 10, "one");
    List<Word> second = text(110, 200, 10, "two").stream().map(word -> word.withSize(31)).toList();
    List<Double> sizes = BrokenLines.repaired(List.of(first, second), List.of()).stream()
        .flatMap(words -> Stream.of(words.get(0).size(), words.get(1).size()))
        .toList();
    assertEquals(List.of(20.0, 20.0), sizes);
  }
}
