/** Clipping never leaves half a character. */
package octavo.host.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ClipTest {
  @Test
  void surrogatePairsStayWhole() {
    assertEquals("ab", Clip.text("ab\uD83D\uDE00", 3));
    assertEquals("ab\uD83D\uDE00", Clip.text("ab\uD83D\uDE00", 4));
    assertEquals("ab", Clip.text("abc", 2));
  }
}
