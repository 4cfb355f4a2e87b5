/** Measures how much of a page its images cover together. Scans often come in strips, so the largest image is not enough. */
package octavo.host.inspection;

import java.util.BitSet;
import octavo.host.geometry.Rect;

final class ImageCoverage {
  private static final int CELLS = 32;

  private final double left;
  private final double bottom;
  private final double width;
  private final double height;
  private final BitSet covered = new BitSet(CELLS * CELLS);

  ImageCoverage(double[] box) {
    boolean usable = box != null && box.length == 4;
    this.left = usable ? Math.min(box[0], box[2]) : 0;
    this.bottom = usable ? Math.min(box[1], box[3]) : 0;
    this.width = usable ? Math.abs(box[2] - box[0]) : 0;
    this.height = usable ? Math.abs(box[3] - box[1]) : 0;
  }

  void add(Rect image) {
    int fromX = cell(image.left(), left, width);
    int toX = cell(image.right(), left, width);
    int fromY = cell(image.bottom(), bottom, height);
    int toY = cell(image.top(), bottom, height);
    for (int y = fromY; y < toY; y++) {
      if (toX > fromX) {
        covered.set(y * CELLS + fromX, y * CELLS + toX);
      }
    }
  }

  private static int cell(double at, double start, double size) {
    double place = size > 0 ? (at - start) / size * CELLS : 0;
    return (int) Math.round(Math.max(0, Math.min(CELLS, Double.isNaN(place) ? 0 : place)));
  }

  double share() {
    return covered.cardinality() / (double) (CELLS * CELLS);
  }
}
