/** Bounds of paths. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.junit.jupiter.api.Test;

class PathBoundsTest {
  private final PathBounds path = new PathBounds();

  private void polygon(double... points) {
    path.moveTo(points[0], points[1]);
    for (int n = 2; n < points.length; n += 2) {
      path.lineTo(points[n], points[n + 1]);
    }
  }

  @Test
  void anEmptyPathBoundsNothing() {
    assertTrue(path.bounds().isEmpty());
    assertFalse(path.isRectangle());
  }

  @Test
  void aRectangleIsOneInAnyOrientationOfItsSides() {
    path.rectangle(Transform.IDENTITY, 10, 20, 30, 40);
    assertTrue(path.isRectangle());
    assertEquals(new Rect(10, 20, 40, 60), path.bounds());
    assertEquals(4, path.strokes().size());
  }

  @Test
  void aRotatedRectangleIsNotOne() {
    path.rectangle(new Transform(0.7, 0.7, -0.7, 0.7, 0, 0), 10, 20, 30, 40);
    assertFalse(path.isRectangle());
  }

  @Test
  void twoRectanglesAreNotOne() {
    path.rectangle(Transform.IDENTITY, 0, 0, 10, 10);
    path.rectangle(Transform.IDENTITY, 20, 20, 10, 10);
    assertFalse(path.isRectangle());
    assertEquals(List.of(new Rect(0, 0, 10, 10), new Rect(20, 20, 30, 30)), path.parts());
    assertEquals(new Rect(0, 0, 30, 30), path.bounds());
  }

  @Test
  void fourLinesAroundAreARectangle() {
    polygon(0, 0, 10, 0, 10, 5, 0, 5);
    path.close();
    assertTrue(path.isRectangle());
    assertEquals(new Rect(0, 0, 10, 5), path.bounds());
  }

  @Test
  void otherPolygonsAreNotARectangle() {
    polygon(0, 0, 10, 0, 5, 5);
    path.close();
    assertFalse(path.isRectangle());
  }

  @Test
  void aTrapezoidIsNotARectangle() {
    polygon(0, 0, 10, 0, 8, 5, 0, 5);
    path.close();
    assertFalse(path.isRectangle());
  }

  @Test
  void anOpenBoxIsNotARectangle() {
    polygon(0, 0, 10, 0, 10, 5, 0, 5);
    assertFalse(path.isRectangle());
  }

  @Test
  void aCurveIsBoundedByItsControlPoints() {
    path.moveTo(0, 0);
    path.curveTo(0, 50, 20, -10, 10, 10);
    assertEquals(new Rect(0, -10, 20, 50), path.bounds());
    assertFalse(path.isRectangle());
  }

  @Test
  void closingReturnsToTheStart() {
    polygon(5, 5, 10, 5, 10, 10);
    path.close();
    assertEquals(5, path.x());
    assertEquals(5, path.y());
    assertEquals(3, path.strokes().size());
  }

  @Test
  void aPathOfTooManyPartsIsNotedAndBounded() {
    for (int n = 0; n <= 20_000; n++) {
      path.lineTo(n, n % 2);
    }
    assertTrue(path.isTooLong());
    assertEquals(20_000, path.strokes().size());
  }
}
