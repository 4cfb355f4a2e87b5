package octavo.host.facts;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RightToLeftGlyphsTest {
  private static final String LAM_ALEF = "\u0644\u0627";

  @Test
  void knowsAGlyphAlsoWithoutTheSpaceAtItsEnd() {
    Map<String, Set<Double>> found = new HashMap<>();
    RightToLeftGlyphs.add(found, LAM_ALEF + "  ", OptionalDouble.of(0.5));
    RightToLeftGlyphs.add(found, LAM_ALEF, OptionalDouble.of(0.75));
    assertEquals(Map.of(LAM_ALEF + "  ", Set.of(0.5), LAM_ALEF, Set.of(0.25, 0.75)), found);
  }

  @Test
  void knowsAGlyphWithoutAnAdvance() {
    Map<String, Set<Double>> found = new HashMap<>();
    RightToLeftGlyphs.add(found, LAM_ALEF, OptionalDouble.empty());
    assertEquals(Map.of(LAM_ALEF, Set.of()), found);
  }
}
