/** The runs of a line are in printed order, and joining them gives its words. */
package octavo.host.engine.extraction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import octavo.host.facts.RightToLeftGlyphs;
import org.junit.jupiter.api.Test;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

class LineRunsTest {
  private static final RightToLeftGlyphs.OfPage GLYPHS =
      new RightToLeftGlyphs.OfPage(
          Map.of("\u0644\u0627", Set.of()), Map.of("Amiri", Map.of("\u0645", Set.of(0.4, 0.95), "\u062A", Set.of(0.5))));

  private static TextChunk chunk(String text, double left, double right) {
    return chunk(text, "Helvetica", 400, new double[] {left, 0, right, 10}, 0);
  }

  private static TextChunk chunk(String text, String font, double weight, double[] box, double slant) {
    BoundingBox place = new BoundingBox(0, box[0], box[1], box[2], box[3]);
    return new TextChunk(place, text, font, 10, weight, 0, 2, new double[] {0}, null, slant);
  }

  private static List<Run> runs(TextChunk... chunks) {
    StaticContainers.updateContainers(null);
    return new LineRuns(new GlyphEdges(() -> GLYPHS)).of(List.of(chunks));
  }

  private static String joined(List<Run> runs) {
    return runs.stream().map(Run::text).collect(Collectors.joining());
  }

  @Test
  void chunksAreOrderedByPosition() {
    List<Run> runs = runs(chunk("cd", 20, 40), chunk("ab", 0, 20));
    assertEquals("abcd", joined(runs));
    assertEquals(List.of(10.0, 20.0, 30.0, 40.0), runs.get(0).ends());
  }

  @Test
  void aGapBecomesASpaceAndANarrowOneDoesNot() {
    assertEquals("ab cd", joined(runs(chunk("ab", 0, 20), chunk("cd", 23, 40))));
    assertEquals("abcd", joined(runs(chunk("ab", 0, 20), chunk("cd", 21, 40))));
    assertEquals("ab cd", joined(runs(chunk("ab", 0, 20), chunk(" ", 20, 23), chunk("cd", 23, 40))));
  }

  @Test
  void aChangeOfStyleBeginsARun() {
    TextChunk bold = chunk("bold", "Helvetica-Bold", 700, new double[] {30, 0, 50, 10}, 0);
    List<Run> runs = runs(chunk("plain", 0, 27), bold);
    assertEquals(List.of("plain ", "bold"), runs.stream().map(Run::text).toList());
    assertEquals(true, runs.get(1).style().bold());
  }

  @Test
  void lettersOfOneRightToLeftGlyphShareTheirEnd() {
    List<Run> runs = runs(chunk("\u0645\u0644\u0627", 0, 30));
    assertEquals(List.of(10.0, 30.0, 30.0), runs.get(0).ends());
  }

  @Test
  void lettersThatAreNotOneGlyphKeepTheirOwn() {
    TextChunk article = chunk("\u0644\u0627", 0, 30);
    article.setSymbolEnds(List.of(0.0, 12.0, 30.0));
    assertEquals(List.of(12.0, 30.0), runs(article).get(0).ends());
  }

  @Test
  void aRightToLeftGlyphBeginsWhereTheAdvanceOfItsFontSays() {
    TextChunk word = chunk("\u062A\u0645", "Amiri", 400, new double[] {0, 0, 13, 10}, 0);
    word.setSymbolEnds(List.of(0.0, 5.0, 13.0));
    // The wider of two glyphs with these letters has no room.
    assertEquals(List.of(0.0, 9.0), runs(word).get(0).starts());
    assertNull(runs(chunk("\u062A\u0645", 0, 13)).get(0).starts());
  }

  @Test
  void aGlyphThatIsPrintedAfterASpaceAtItsLeftBeginsInTheRightPlace() {
    TextChunk word = chunk("\u0645 \u062A", "Amiri", 400, new double[] {0, 0, 10, 10}, 0);
    word.setSymbolEnds(List.of(1.0, 5.0, 0.9, 10.0));
    assertEquals(List.of(1.0, 5.0, 5.0), runs(word).get(0).starts());
  }

  @Test
  void halvesOfACharacterShareTheirEnd() {
    assertEquals(List.of(20.0, 20.0), runs(chunk("\uD83D\uDE00", 0, 20)).get(0).ends());
  }

  @Test
  void textThatRunsUpwardsIsReadUpwards() {
    TextChunk lower = chunk("ab", "Helvetica", 400, new double[] {0, 0, 10, 20}, 90);
    TextChunk upper = chunk("cd", "Helvetica", 400, new double[] {0, 25, 10, 45}, 90);
    List<Run> runs = runs(upper, lower);
    assertEquals("ab cd", joined(runs));
    assertNull(runs.get(0).ends());
  }

  @Test
  void textThatIsUpsideDownIsReadFromTheRight() {
    TextChunk first = chunk("ab", "Helvetica", 400, new double[] {25, 0, 45, 10}, 180);
    TextChunk second = chunk("cd", "Helvetica", 400, new double[] {0, 0, 20, 10}, 180);
    assertEquals("ab cd", joined(runs(second, first)));
  }

  @Test
  void aLineThatGoesOnBelowIsTwoLines() {
    TextChunk below = chunk("below", "Helvetica", 400, new double[] {0, -20, 20, -10}, 0);
    assertEquals(2, PrintedLines.of(List.of(chunk("above", 0, 20), below)).size());
    TextChunk raised = chunk("2", "Helvetica", 400, new double[] {20, 5, 25, 14}, 0);
    assertEquals(1, PrintedLines.of(List.of(chunk("x", 0, 20), raised)).size());
  }
}
