/** Words of the engine matched with operators. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.visibility.EnginePages.ShownText;
import org.junit.jupiter.api.Test;

class WordCursorTest {
  private static ShownText text(int operatorIndex, String form, String text) {
    return new ShownText(operatorIndex, form, new Rect(0, 0, 10, 10), 10, text);
  }

  @Test
  void matchesByOperatorAndForm() {
    WordCursor words = new WordCursor(List.of(text(3, null, "page"), text(3, "Fm0", "form"), text(9, null, "end")));
    assertNull(words.textOf(2, null));
    assertEquals("page", words.textOf(3, null).text());
    assertNull(words.textOf(3, null));
    assertEquals("form", words.textOf(3, "Fm0").text());
    assertFalse(words.isAtEnd());
    assertEquals("end", words.textOf(9, null).text());
    assertTrue(words.isAtEnd());
    assertNull(words.textOf(9, null));
  }

  @Test
  void givesUpIfTheEngineDoesNotKnowTheOperator() {
    assertThrows(UnsupportedContent.class, () -> new WordCursor(List.of(text(-1, null, "word"))));
  }

  @Test
  void acceptsBoxesOfOrdinaryWords() {
    assertTrue(WordCursor.isInProportion(new Rect(0, 0, 22, 12), 12, "Word"));
    assertTrue(WordCursor.isInProportion(new Rect(0, 0, 12, 60), 12, "Rotated"));
    assertTrue(WordCursor.isInProportion(new Rect(0, 0, 6, 12), 12, "i"));
  }

  @Test
  void refusesLettersThatAreSqueezedOrFlat() {
    assertFalse(WordCursor.isInProportion(new Rect(0, 0, 5, 12), 12, "Squeezed"));
    assertFalse(WordCursor.isInProportion(new Rect(0, 0, 60, 2), 12, "Flat text"));
  }
}
