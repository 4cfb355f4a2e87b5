/** Headings of a tagged PDF have one of six levels, and none is skipped. */
package octavo.host.engine.accessibility;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeadingLevelsTest {
  private static List<Integer> repaired(Integer... found) {
    HeadingLevels levels = new HeadingLevels();
    return Stream.of(found).map(levels::below).toList();
  }

  @Test
  void keepsLevelsThatAreInOrder() {
    assertEquals(List.of(1, 2, 3, 2, 1, 2), repaired(1, 2, 3, 2, 1, 2));
  }

  @Test
  void beginsWithTheFirstLevelAndSkipsNone() {
    assertEquals(List.of(1, 2, 2, 3, 1), repaired(2, 4, 4, 5, 1));
  }

  @Test
  void hasNoMoreThanSixLevels() {
    assertEquals(List.of(1, 2, 3, 4, 5, 6, 6, 2), repaired(1, 3, 5, 7, 9, 11, 15, 3));
  }
}
