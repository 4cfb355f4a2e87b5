/** Hidden words in documents that are really drawn. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import octavo.host.TestPdf;
import octavo.host.geometry.Rect;
import octavo.host.visibility.ContentCheck.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HiddenWordFinderTest {
  private static final Rect WORD = new Rect(20, 97, 60, 112);
  private static final Rect OTHER = new Rect(20, 37, 60, 52);
  private static final ContentCheck UNDECIDED = (index, budget) -> null;

  @TempDir Path directory;
  private final List<Integer> drawn = new ArrayList<>();

  private HiddenWordFinder open(String content, ContentCheck check, long netMs) throws IOException {
    Path file = directory.resolve("document.pdf");
    TestPdf.write(file, content);
    HiddenWordFinder.Source source = new HiddenWordFinder.Source(file.toFile(), null, false);
    return new HiddenWordFinder(source, check, WorkBudget.of(1, netMs), drawn::add);
  }

  private boolean isHidden(String content) throws IOException {
    try (HiddenWordFinder words = open(content, UNDECIDED, 60_000)) {
      words.beginPage(0);
      return words.isHidden(WORD);
    }
  }

  private static Verdict verdict(boolean visible, Rect... uncertain) {
    return new Verdict() {
      @Override
      public boolean isCertainlyVisible(Rect word) {
        return visible;
      }

      @Override
      public List<Rect> uncertainPlaces() {
        return List.of(uncertain);
      }
    };
  }

  @Test
  void blackOnWhiteIsSeen() throws IOException {
    assertFalse(isHidden(TestPdf.text("0 g", 20, 100, "Word")));
  }

  @Test
  void whiteOnWhiteIsHidden() throws IOException {
    assertTrue(isHidden(TestPdf.text("1 g", 20, 100, "Word")));
  }

  @Test
  void whiteOnABlackBarIsSeen() throws IOException {
    assertFalse(isHidden("0 g 10 90 100 30 re f " + TestPdf.text("1 g", 20, 100, "Word")));
  }

  @Test
  void textUnderALaterRectangleIsHidden() throws IOException {
    assertTrue(isHidden(TestPdf.text("0 g", 20, 100, "Word") + "1 g 10 90 100 30 re f"));
  }

  @Test
  void textOutsideItsClipIsHidden() throws IOException {
    assertTrue(isHidden("0 0 10 10 re W n " + TestPdf.text("0 g", 20, 100, "Word")));
  }

  @Test
  void textThatIsNotPaintedIsHidden() throws IOException {
    assertTrue(isHidden(TestPdf.text("3 Tr", 20, 100, "Word")));
  }

  @Test
  void aWordThatIsCertainlyVisibleNeedsNoDrawing() throws IOException {
    try (HiddenWordFinder words = open(TestPdf.text("1 g", 20, 100, "Word"), (i, d) -> verdict(true), 60_000)) {
      words.beginPage(0);
      assertFalse(words.isHidden(WORD));
      assertEquals(List.of(), drawn);
    }
  }

  @Test
  void aPageIsDrawnOnceForAllItsUncertainPlaces() throws IOException {
    String content = TestPdf.text("1 g", 20, 100, "Word") + TestPdf.text("0 g", 20, 40, "Other");
    try (HiddenWordFinder words = open(content, (i, d) -> verdict(false, WORD, OTHER), 60_000)) {
      words.beginPage(0);
      assertTrue(words.isHidden(WORD));
      assertFalse(words.isHidden(OTHER));
      assertEquals(List.of(0), drawn);
    }
  }

  @Test
  void aWordOutsideTheUncertainPlacesIsDrawnOnItsOwn() throws IOException {
    String content = TestPdf.text("1 g", 20, 100, "Word") + TestPdf.text("1 g", 20, 40, "Other");
    try (HiddenWordFinder words = open(content, (i, d) -> verdict(false, WORD), 60_000)) {
      words.beginPage(0);
      assertTrue(words.isHidden(WORD));
      assertTrue(words.isHidden(OTHER));
      assertTrue(words.isHidden(WORD));
      assertEquals(List.of(0, 0), drawn);
    }
  }

  /** Only a drawing of the whole page knows about a word that is not on it. */
  @Test
  void aWordBesideThePageDoesNotLeaveThePageUnchecked() throws IOException {
    Rect beside = new Rect(-90, 97, -50, 112);
    try (HiddenWordFinder words = open(TestPdf.text("1 g", 20, 100, "Word"), (i, d) -> verdict(false, WORD), 60_000)) {
      words.beginPage(0);
      assertTrue(words.isHidden(WORD));
      assertFalse(words.isHidden(beside));
      assertEquals(Set.of(), words.uncheckedPages());
    }
  }

  @Test
  void manyWordsOutsideTheUncertainPlacesDrawTheWholePageOnce() throws IOException {
    StringBuilder content = new StringBuilder(TestPdf.text("1 g", 20, 100, "Word"));
    for (int line = 0; line < 8; line++) {
      content.append(TestPdf.text(line % 2 == 0 ? "1 g" : "0 g", 100, 20 + 20 * line, "Word"));
    }
    try (HiddenWordFinder words = open(content.toString(), (i, d) -> verdict(false, WORD), 60_000)) {
      words.beginPage(0);
      assertTrue(words.isHidden(WORD));
      for (int line = 0; line < 8; line++) {
        assertEquals(line % 2 == 0, words.isHidden(new Rect(100, 17 + 20 * line, 140, 32 + 20 * line)));
      }
      assertEquals(List.of(0, 0, 0, 0, 0), drawn);
    }
  }

  @Test
  void withoutTimeNothingIsHiddenAndThePageIsReported() throws IOException {
    try (HiddenWordFinder words = open(TestPdf.text("1 g", 20, 100, "Word"), UNDECIDED, 0)) {
      words.beginPage(0);
      assertFalse(words.isHidden(WORD));
      assertEquals(Set.of(1), words.uncheckedPages());
      assertFalse(words.isTainted());
    }
  }

  @Test
  void aFileThatPdfBoxCannotReadIsReported() throws IOException {
    Path file = directory.resolve("broken.pdf");
    Files.write(file, "not a pdf".getBytes(StandardCharsets.US_ASCII));
    HiddenWordFinder.Source source = new HiddenWordFinder.Source(file.toFile(), null, false);
    try (HiddenWordFinder words = new HiddenWordFinder(source, UNDECIDED, WorkBudget.of(1, 60_000), drawn::add)) {
      words.beginPage(0);
      assertFalse(words.isHidden(WORD));
      assertEquals(Set.of(1), words.uncheckedPages());
    }
  }
}
