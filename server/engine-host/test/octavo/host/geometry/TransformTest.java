/** Transformations of PDF matrices. */
package octavo.host.geometry;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSArray;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSReal;

class TransformTest {
  private static final double[] MOVE = {1, 0, 0, 1, 5, 7};
  private static final double[] DOUBLE = {2, 0, 0, 2, 0, 0};
  private static final Transform QUARTER_TURN = new Transform(0, 1, -1, 0, 0, 0);

  private static COSObject array(double... numbers) {
    COSObject array = COSArray.construct();
    for (double number : numbers) {
      array.add(COSReal.construct(number));
    }
    return array;
  }

  @Test
  void theInnerMatrixIsAppliedFirst() {
    Transform moveThenDouble = Transform.IDENTITY.concat(DOUBLE).concat(MOVE);
    assertEquals(12, moveThenDouble.x(1, 1));
    assertEquals(16, moveThenDouble.y(1, 1));
    Transform doubleThenMove = Transform.IDENTITY.concat(MOVE).concat(DOUBLE);
    assertEquals(7, doubleThenMove.x(1, 1));
    assertEquals(9, doubleThenMove.y(1, 1));
  }

  @Test
  void readsTheMatrixOfAnObject() {
    assertEquals(Transform.IDENTITY.concat(MOVE), Transform.IDENTITY.concat(array(MOVE)));
  }

  @Test
  void anythingButSixNumbersChangesNothing() {
    Transform before = Transform.IDENTITY.concat(MOVE);
    assertSame(before, before.concat((COSObject) null));
    assertSame(before, before.concat(array(1, 0, 0, 1, 5)));
    assertSame(before, before.concat(COSReal.construct(1)));
    List<COSObject> withName = new ArrayList<>();
    for (int n = 0; n < 5; n++) {
      withName.add(COSReal.construct(1));
    }
    withName.add(COSName.construct(ASAtom.FONT));
    assertSame(before, before.concat(withName));
  }

  @Test
  void aRotatedRectangleIsBoundedByItsCorners() {
    assertEquals(new Rect(-4, 1, -2, 3), QUARTER_TURN.boundsOf(new Rect(1, 2, 3, 4)));
    double half = Math.sqrt(0.5);
    Rect diamond = new Transform(half, half, -half, half, 0, 0).boundsOf(new Rect(0, 0, 1, 1));
    assertEquals(2 * half, diamond.width(), 1e-12);
    assertEquals(2 * half, diamond.height(), 1e-12);
  }

  @Test
  void theUnitSquareIsWhereAnImageIsDrawn() {
    assertEquals(new Rect(10, 20, 110, 70), new Transform(100, 0, 0, 50, 10, 20).unitSquare());
    assertEquals(new Rect(10, -30, 110, 20), new Transform(100, 0, 0, -50, 10, 20).unitSquare());
  }

  @Test
  void quarterTurnsKeepTheAxesAndOtherRotationsDoNot() {
    assertTrue(Transform.IDENTITY.keepsAxes());
    assertTrue(QUARTER_TURN.keepsAxes());
    assertTrue(new Transform(1, 1e-12, 0, 1, 0, 0).keepsAxes());
    assertFalse(new Transform(1, 0.1, -0.1, 1, 0, 0).keepsAxes());
  }

  @Test
  void theScaleIsThatOfTheLongerAxis() {
    assertEquals(5, new Transform(3, 4, 0, 2, 9, 9).scale());
    assertEquals(1, QUARTER_TURN.scale());
  }
}
