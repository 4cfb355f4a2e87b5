/** The fast path against the drawing: what it calls certainly visible is never blank when the page is drawn. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import octavo.host.TestPdf;
import octavo.host.geometry.Rect;
import octavo.host.visibility.ContentCheck;
import octavo.host.visibility.EnginePages.ShownText;
import octavo.host.visibility.HiddenWordFinder;
import octavo.host.visibility.WorkBudget;
import octavo.host.visibility.fastpath.FastPath;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.processors.DocumentProcessor;

class FastPathAgreementTest {
  private static final int PAGES = 150;
  private static final long SEED = 20;

  @TempDir Path directory;
  private Path file;
  private OpenPages pages;

  private void open(String... contents) throws IOException {
    file = directory.resolve("document.pdf");
    TestPdf.write(file, contents);
    DocumentProcessor.preprocessing(file.toString(), new Config());
    pages = new OpenPages();
  }

  @AfterEach
  void close() {
    EngineState.clear();
  }

  private ContentCheck.Verdict verdict(int page) {
    return FastPath.of(pages).check(page, WorkBudget.unlimited());
  }

  private boolean isCertain(String content) throws IOException {
    open(content);
    ContentCheck.Verdict verdict = verdict(0);
    assertNotNull(verdict, "the page is not understood");
    return verdict.isCertainlyVisible(pages.texts(0).get(0).box());
  }

  @Test
  void theEngineGivesEachTextItsBoxAndOperator() throws IOException {
    open("q BT /F 12 Tf 20 100 Td (First) Tj ET Q BT /F 10 Tf 20 50 Td (Second) Tj ET");
    List<ShownText> texts = pages.texts(0);
    assertEquals(List.of("First", "Second"), texts.stream().map(ShownText::text).toList());
    assertEquals(List.of(9, 20), texts.stream().map(ShownText::operatorIndex).toList());
    assertEquals(12, texts.get(0).fontSize());
    Rect box = texts.get(0).box();
    assertEquals(20, box.left(), 1);
    assertTrue(box.bottom() < 100 && box.top() > 108, box.toString());
    assertEquals(new Rect(0, 0, TestPdf.SIZE, TestPdf.SIZE), pages.frame(0));
  }

  @Test
  void plainTextIsCertain() throws IOException {
    assertTrue(isCertain(TestPdf.text("0 g", 20, 100, "Word")));
    assertTrue(isCertain("0 g 10 90 100 30 re f " + TestPdf.text("1 g", 20, 100, "Word")));
    assertTrue(isCertain("0 0 190 190 re W n " + TestPdf.text("0 g", 20, 100, "Word")));
  }

  @Test
  void hiddenTextIsNot() throws IOException {
    assertFalse(isCertain(TestPdf.text("1 g", 20, 100, "Word")));
    assertFalse(isCertain(TestPdf.text("3 Tr", 20, 100, "Word")));
    assertFalse(isCertain(TestPdf.text("/Clear gs", 20, 100, "Word")));
    assertFalse(isCertain("0 0 10 10 re W n " + TestPdf.text("0 g", 20, 100, "Word")));
    assertFalse(isCertain(TestPdf.text("0 g", 20, 100, "Word") + "1 g 10 90 100 30 re f"));
  }

  @Test
  void contentThatIsNotUnderstoodIsLeftToTheDrawing() throws IOException {
    open(TestPdf.text("0 g", 20, 100, "Word") + " nonsense");
    assertEquals(null, verdict(0));
  }

  @Test
  void nothingCertainIsBlankOnRandomPages() throws IOException {
    Random random = new Random(SEED);
    List<String> contents = new ArrayList<>();
    for (int page = 0; page < PAGES; page++) {
      contents.add(randomPage(random));
    }
    open(contents.toArray(String[]::new));
    int certain = 0;
    int hidden = 0;
    HiddenWordFinder.Source source = new HiddenWordFinder.Source(file.toFile(), null, false);
    try (HiddenWordFinder drawing = new HiddenWordFinder(source, (index, budget) -> null, WorkBudget.unlimited(), index -> { })) {
      for (int page = 0; page < PAGES; page++) {
        ContentCheck.Verdict verdict = verdict(page);
        assertNotNull(verdict, contents.get(page));
        drawing.beginPage(page);
        for (ShownText text : pages.texts(page)) {
          boolean isCertain = verdict.isCertainlyVisible(text.box());
          boolean isHidden = drawing.isHidden(text.box());
          assertFalse(isCertain && isHidden, text + " on " + contents.get(page));
          certain += isCertain ? 1 : 0;
          hidden += isHidden ? 1 : 0;
        }
      }
    }
    // Without enough of both kinds the agreement would say little.
    assertTrue(certain > PAGES / 2, certain + " certain");
    assertTrue(hidden > PAGES / 2, hidden + " hidden");
  }

  /** Words and rectangles in random order, grey levels, transparency and clips, close enough to cover each other. */
  private static String randomPage(Random random) {
    StringBuilder content = new StringBuilder();
    for (int item = 0; item < 12; item++) {
      String grey = String.format(Locale.ROOT, "%.2f g ", random.nextInt(5) / 4.0);
      String alpha = random.nextInt(8) == 0 ? "/Half gs " : random.nextInt(12) == 0 ? "/Clear gs " : "";
      double x = 10 + random.nextInt(120);
      double y = 10 + random.nextInt(8) * 22;
      if (random.nextInt(3) == 0) {
        content.append("q ").append(alpha).append(grey)
            .append(x - random.nextInt(20)).append(' ').append(y - random.nextInt(10)).append(' ')
            .append(5 + random.nextInt(80)).append(' ').append(1 + random.nextInt(25)).append(" re f Q ");
      } else {
        String clip = random.nextInt(6) == 0 ? (x + random.nextInt(20)) + " " + y + " 40 40 re W n " : "";
        String mode = random.nextInt(8) == 0 ? "3 Tr " : "";
        content.append(TestPdf.text(clip + alpha + grey + mode, x, y, "Word" + (char) ('a' + item)));
      }
    }
    return content.toString();
  }
}
