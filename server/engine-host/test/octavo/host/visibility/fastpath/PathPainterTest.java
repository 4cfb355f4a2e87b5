/** Painted paths on the display list. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import octavo.host.visibility.fastpath.DisplayList.PaintedArea;
import org.junit.jupiter.api.Test;

class PathPainterTest {
  private static final Rect PAGE = new Rect(0, 0, 100, 100);

  private final DisplayList list = new DisplayList(PAGE);
  private final PathPainter painter = new PathPainter(list);
  private final GraphicsState state = new GraphicsState(Transform.IDENTITY, PAGE);

  private List<PaintedArea> paint(String content) {
    byte[] bytes = content.getBytes(StandardCharsets.US_ASCII);
    ContentTokenizer tokenizer = new ContentTokenizer(bytes, bytes.length);
    for (String operator = tokenizer.next(); operator != null; operator = tokenizer.next()) {
      assertTrue(painter.apply(operator, tokenizer.operands(), state), operator);
    }
    return list.paintsAt(PAGE);
  }

  @Test
  void aFilledRectangleIsExact() {
    List<PaintedArea> painted = paint("10 20 30 40 re f");
    assertEquals(1, painted.size());
    assertEquals(new Rect(10, 20, 40, 60), painted.get(0).area());
    assertEquals(0, painted.get(0).luminance());
    assertTrue(painted.get(0).exact());
  }

  @Test
  void aFilledTriangleCoversItsBoundsInexactly() {
    List<PaintedArea> painted = paint("10 10 m 50 10 l 30 40 l f");
    assertEquals(new Rect(10, 10, 50, 40), painted.get(0).area());
    assertFalse(painted.get(0).exact());
  }

  @Test
  void aStrokedLineIsAsWideAsItsPen() {
    List<PaintedArea> painted = paint("10 50 m 90 50 l S");
    assertEquals(1, painted.size());
    assertEquals(new Rect(9.5, 49.5, 90.5, 50.5), painted.get(0).area());
    assertFalse(painted.get(0).exact());
  }

  @Test
  void strokingARectanglePaintsItsSidesOnly() {
    List<PaintedArea> painted = paint("10 10 80 80 re S");
    assertEquals(4, painted.size());
    Rect middle = new Rect(40, 40, 60, 60);
    assertTrue(painted.stream().noneMatch(paint -> paint.area().intersects(middle)));
  }

  @Test
  void fillAndStrokePaintBoth() {
    assertEquals(5, paint("10 10 80 80 re B").size());
  }

  @Test
  void curvesAreBounded() {
    assertEquals(new Rect(0, 0, 40, 30), paint("0 0 m 10 30 20 30 40 0 c f").get(0).area());
    assertEquals(1, paint("0 0 m 20 30 40 0 v n").size());
    assertEquals(2, paint("0 0 m 20 30 40 0 y f").size());
  }

  @Test
  void aPathWithoutPaintingLeavesNothing() {
    assertEquals(0, paint("10 10 80 80 re n").size());
  }

  @Test
  void aRectangularClipLimitsWhatFollows() {
    List<PaintedArea> painted = paint("0 0 50 50 re W n 10 10 80 80 re f");
    assertEquals(new Rect(10, 10, 50, 50), painted.get(0).area());
    assertTrue(painted.get(0).exact());
    assertEquals(new Rect(0, 0, 50, 50), state.clip());
  }

  @Test
  void anyOtherClipMakesWhatFollowsUncertain() {
    List<PaintedArea> painted = paint("0 0 m 50 0 l 25 50 l W n 10 10 80 80 re f");
    assertFalse(state.isDirect());
    assertFalse(painted.get(0).exact());
    assertTrue(Double.isNaN(painted.get(0).luminance()));
  }

  @Test
  void otherOperatorsAreLeftAlone() {
    assertFalse(painter.apply("Tj", new Operands(), state));
  }
}
