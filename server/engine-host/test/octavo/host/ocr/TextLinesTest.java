package octavo.host.ocr;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextLinesTest {
  private static String line(String title, String... words) {
    return "<span class='ocr_line' title=\"" + title + "\">" + String.join(" ", words) + "</span>";
  }

  private static String word(int left, int right, int confidence, String text) {
    return "<span class='ocrx_word' title='bbox %d 10 %d 30; x_wconf %d'>%s</span>".formatted(left, right, confidence, text);
  }

  private static List<String> texts(String... lines) throws Exception {
    String hocr = "<html><p class='ocr_par'>" + String.join("", lines) + "</p></html>";
    return TextLines.of(Hocr.read(hocr.getBytes(StandardCharsets.UTF_8)).paragraphs()).stream()
        .map(words -> String.join(" ", words.stream().map(Word::text).toList()))
        .toList();
  }

  @Test
  void readsWordsWithTheirMarkupAndDropsNoise() throws Exception {
    String title = "bbox 0 10 300 30; baseline 0 -4; x_size 20";
    assertEquals(
        List.of("a & bold"),
        texts(line(title, word(0, 20, 95, "a"), word(30, 50, 95, "&amp;"), word(60, 120, 90, "<strong>bold</strong>"), word(200, 202, 5, "~"))));
  }

  @Test
  void joinsCharactersOfScriptsWithoutSpaces() throws Exception {
    String title = "bbox 0 10 300 30; baseline 0 -4; x_size 20";
    assertEquals(
        List.of("公司概况 2020 年"),
        texts(line(title, word(0, 20, 95, "公"), word(22, 40, 95, "司"), word(42, 80, 95, "概况"), word(90, 120, 95, "2020"), word(130, 150, 95, "年"))));
  }

  @Test
  void keepsUnsureWordsOfLinesThatAreText() throws Exception {
    String title = "bbox 0 10 300 30; baseline 0 -4; x_size 20";
    assertEquals(
        List.of("A small printing press"),
        texts(line(title, word(0, 10, 6, "A"), word(15, 50, 6, "small"), word(60, 120, 96, "printing"), word(130, 180, 96, "press"), word(190, 200, 6, "_"))));
    assertEquals(List.of(), texts(line(title, word(0, 10, 6, "A"), word(15, 50, 6, "lii"))));
  }

  @Test
  void joinsTheSyllablesOfKoreanWords() throws Exception {
    String title = "bbox 0 10 300 30; baseline 0 -4; x_size 60";
    assertEquals(
        List.of("작업실의 문을"),
        texts(line(title, word(0, 20, 93, "작"), word(22, 40, 93, "업"), word(40, 80, 93, "실의"), word(92, 110, 93, "문"), word(108, 130, 93, "을"))));
  }

  @Test
  void saysHowLyingLinesMustBeTurned() throws Exception {
    String up = "<p class='ocr_par'>" + line("bbox 0 0 20 300; textangle 90; x_size 20", word(0, 20, 90, "upwards")) + "</p>";
    String down = "<p class='ocr_par'>" + line("bbox 0 0 20 300; x_size 20", word(0, 20, 90, "downwards")) + "</p>";
    assertEquals(90, Hocr.read(up.getBytes(StandardCharsets.UTF_8)).turn());
    assertEquals(270, Hocr.read(down.getBytes(StandardCharsets.UTF_8)).turn());
  }

  private static List<Word> readLine(double baseline, double size, String text, int confidence) {
    return List.of(new Word(0, baseline - 16, 100, baseline + 4, baseline, size, text, confidence));
  }

  @Test
  void insertsLinesThatWereFoundLaterAtTheirPlaceAndInTheSizeOfThePage() {
    List<List<Word>> lines = List.of(readLine(20, 20, "one", 90), readLine(80, 20, "three", 90));
    List<List<Word>> all =
        TextLines.insert(lines, List.of(readLine(50, 24, "two", 80), readLine(60, 20, "~|", 90), readLine(65, 20, "noise", 30)));
    assertEquals(List.of("one", "two", "three"), all.stream().map(line -> line.get(0).text()).toList());
    assertEquals(List.of(20.0, 20.0, 20.0), all.stream().map(line -> line.get(0).size()).toList());
  }
}
