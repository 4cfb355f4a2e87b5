/** Rectangles on a page. */
package octavo.host.geometry;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class RectTest {
  private static final Rect BOX = new Rect(10, 20, 40, 60);

  @Test
  void twoOppositeCornersGiveTheSameRectangleInAnyOrder() {
    assertEquals(BOX, Rect.ofCorners(new double[] {10, 20, 40, 60}));
    assertEquals(BOX, Rect.ofCorners(new double[] {40, 60, 10, 20}));
    assertEquals(BOX, Rect.ofCorners(new double[] {10, 60, 40, 20}));
  }

  @Test
  void measuresItself() {
    assertEquals(30, BOX.width());
    assertEquals(40, BOX.height());
    assertEquals(1200, BOX.area());
  }

  @Test
  void isEmptyWithoutWidthOrHeightOrNumbers() {
    assertTrue(Rect.EMPTY.isEmpty());
    assertTrue(new Rect(0, 0, 10, 0).isEmpty());
    assertTrue(new Rect(10, 0, 0, 10).isEmpty());
    assertTrue(new Rect(Double.NaN, 0, 10, 10).isEmpty());
    assertFalse(BOX.isEmpty());
  }

  @Test
  void anEmptyRectangleHasNoArea() {
    assertEquals(0, new Rect(10, 10, 0, 0).area());
  }

  @Test
  void rectanglesThatOnlyShareAnEdgeDoNotIntersect() {
    assertFalse(BOX.intersects(new Rect(40, 20, 50, 60)));
    assertTrue(BOX.intersects(new Rect(39, 20, 50, 60)));
  }

  @Test
  void containsItselfAndWhatIsInside() {
    assertTrue(BOX.contains(BOX));
    assertTrue(BOX.contains(new Rect(11, 21, 39, 59)));
    assertFalse(BOX.contains(new Rect(9, 21, 39, 59)));
  }

  @Test
  void theIntersectionIsTheSharedPartOrEmpty() {
    assertEquals(new Rect(30, 20, 40, 50), BOX.intersect(new Rect(30, 0, 100, 50)));
    assertEquals(Rect.EMPTY, BOX.intersect(new Rect(100, 100, 200, 200)));
  }

  @Test
  void theOverlapIsTheAreaOfTheIntersection() {
    Rect other = new Rect(30, 0, 100, 50);
    assertEquals(BOX.intersect(other).area(), BOX.overlapArea(other));
    assertEquals(0, BOX.overlapArea(new Rect(50, 70, 60, 80)));
  }

  @Test
  void theUnionHoldsBoth() {
    assertEquals(new Rect(0, 20, 40, 90), BOX.union(new Rect(0, 50, 20, 90)));
  }

  @Test
  void growsOnAllSidesAndShrinksByAxis() {
    assertEquals(new Rect(8, 18, 42, 62), BOX.grow(2));
    assertEquals(new Rect(15, 20, 35, 60), BOX.inset(5, 0));
  }

  @Test
  void hasFourEdgesWithoutArea() {
    List<Rect> edges = BOX.edges();
    assertEquals(4, edges.size());
    assertTrue(edges.stream().allMatch(edge -> edge.isEmpty() && BOX.contains(edge)));
  }

  @Test
  void theMatrixToAnotherRectangleMapsCornerToCorner() {
    Rect target = new Rect(100, 200, 160, 220);
    double[] matrix = BOX.matrixTo(target);
    assertArrayEquals(new double[] {2, 0, 0, 0.5, 80, 190}, matrix);
    assertEquals(target, Transform.IDENTITY.concat(matrix).boundsOf(BOX));
  }
}
