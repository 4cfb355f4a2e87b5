package octavo.host.ocr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LostLinesTest {
  private static final int SIDE = 600;
  private static final int HEIGHT = 20;

  private final byte[] pixels = new byte[SIDE * SIDE];

  @BeforeEach
  void beginWithPaper() {
    Arrays.fill(pixels, (byte) 255);
  }

  /** Upright strokes, as letters have them. */
  private void write(int left, int right, int top) {
    for (int y = top; y < top + HEIGHT; y++) {
      for (int x = left; x < right; x += 8) {
        Arrays.fill(pixels, y * SIDE + x, y * SIDE + Math.min(x + 4, right), (byte) 0);
      }
    }
  }

  private static List<Word> read(int left, int right, int top) {
    return List.of(new Word(left, top, right, top + HEIGHT, top + HEIGHT, HEIGHT, "word", 90));
  }

  private List<LostLines.Region> find(List<List<Word>> lines) {
    return LostLines.find(new Bitmap(SIDE, SIDE, pixels), lines, List.of());
  }

  @Test
  void findsALineWithoutWordsAndTheRestOfOne() {
    write(40, 560, 100);
    write(40, 560, 150);
    write(40, 560, 200);
    List<LostLines.Region> lost = find(List.of(read(40, 560, 100), read(40, 300, 200)));
    assertEquals(2, lost.size());
    assertTrue(lost.get(0).top() <= 150 && lost.get(0).top() + lost.get(0).picture().height() >= 150 + HEIGHT);
    assertTrue(lost.get(1).left() > 260 && lost.get(1).left() < 320);
  }

  @Test
  void leavesOutWhatWasRead() {
    write(40, 560, 100);
    write(40, 560, 126);
    Bitmap picture = find(List.of(read(40, 560, 100))).get(0).picture();
    int dark = 0;
    for (byte pixel : picture.pixels()) {
      dark += pixel == 0 ? 1 : 0;
    }
    assertTrue(dark <= 520 / 2 * HEIGHT);
  }

  @Test
  void ignoresSpecksAreasAndPagesThatWereReadWhole() {
    write(40, 560, 100);
    for (int x = 40; x < 560; x += 60) {
      Arrays.fill(pixels, 200 * SIDE + x, 200 * SIDE + x + 3, (byte) 0);
    }
    for (int y = 300; y < 560; y++) {
      Arrays.fill(pixels, y * SIDE + 40, y * SIDE + 560, (byte) 0);
    }
    assertEquals(List.of(), find(List.of(read(40, 560, 100))));
    assertEquals(List.of(), find(List.of()));
  }
}
