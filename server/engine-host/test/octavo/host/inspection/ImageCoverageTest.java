/** How much of a page images cover. */
package octavo.host.inspection;

import static org.junit.jupiter.api.Assertions.assertEquals;

import octavo.host.geometry.Rect;
import org.junit.jupiter.api.Test;

class ImageCoverageTest {
  private final ImageCoverage coverage = new ImageCoverage(new double[] {0, 0, 320, 640});

  @Test
  void nothingIsCoveredAtFirst() {
    assertEquals(0, coverage.share());
  }

  @Test
  void aFullPageImageCoversEverything() {
    coverage.add(new Rect(-10, -10, 330, 650));
    assertEquals(1, coverage.share());
  }

  @Test
  void stripsAddUp() {
    for (int strip = 0; strip < 4; strip++) {
      coverage.add(new Rect(0, strip * 80, 320, strip * 80 + 80));
    }
    assertEquals(0.5, coverage.share());
  }

  @Test
  void overlapsCountOnce() {
    coverage.add(new Rect(0, 0, 160, 640));
    coverage.add(new Rect(0, 0, 160, 640));
    assertEquals(0.5, coverage.share());
  }

  @Test
  void cornersOfThePageMayBeGivenInAnyOrder() {
    ImageCoverage flipped = new ImageCoverage(new double[] {320, 640, 0, 0});
    flipped.add(new Rect(0, 0, 160, 640));
    assertEquals(0.5, flipped.share());
  }

  @Test
  void imagesOutsideOrWithoutNumbersCoverNothing() {
    coverage.add(new Rect(400, 0, 500, 640));
    coverage.add(new Rect(Double.NaN, Double.NaN, Double.NaN, Double.NaN));
    assertEquals(0, coverage.share());
  }

  @Test
  void aPageWithoutASizeIsNotCovered() {
    ImageCoverage unknown = new ImageCoverage(null);
    unknown.add(new Rect(0, 0, 100, 100));
    assertEquals(0, unknown.share());
  }
}
