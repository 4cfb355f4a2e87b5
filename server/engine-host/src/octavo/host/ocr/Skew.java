/** Finds by how much a scanned page is turned: straight lines of text make the sums of ink per row differ most. */
package octavo.host.ocr;

import java.util.Arrays;

final class Skew {
  /** The picture is reduced to about this height, which keeps lines of text apart and the search fast. */
  private static final int HEIGHT = 800;
  private static final int PIXELS_MAX = 2_000_000;
  private static final double DEGREES_MAX = 6;
  private static final double COARSE_STEP = 0.5;
  private static final double FINE_STEP = 0.1;
  private static final int POINTS_MIN = 200;

  private final int height;
  private final double[] xs;
  private final double[] ys;

  private Skew(Bitmap page) {
    double tooMany = Math.sqrt((double) page.width() * page.height() / PIXELS_MAX);
    Bitmap small = page.reduced(Math.max(Math.max(1, page.height() / HEIGHT), (int) Math.ceil(tooMany)));
    int threshold = small.threshold();
    height = small.height();
    double[] foundX = new double[small.width() * height];
    double[] foundY = new double[foundX.length];
    int count = 0;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < small.width(); x++) {
        if (small.at(x, y) <= threshold) {
          foundX[count] = x - small.width() / 2.0;
          foundY[count++] = y;
        }
      }
    }
    xs = Arrays.copyOf(foundX, count);
    ys = Arrays.copyOf(foundY, count);
  }

  /** Degrees by which the page must be turned clockwise to be straight; 0 where nothing is clear. */
  static double correction(Bitmap page) {
    Skew skew = new Skew(page);
    if (skew.xs.length < POINTS_MIN) {
      return 0;
    }
    double coarse = skew.best(-DEGREES_MAX, DEGREES_MAX, COARSE_STEP);
    double fine = skew.best(coarse - COARSE_STEP, coarse + COARSE_STEP, FINE_STEP);
    // The end of the range is not a maximum but where the search stopped.
    return Math.abs(fine) > DEGREES_MAX ? 0 : Math.round(fine * 10) / 10.0;
  }

  private double best(double from, double to, double step) {
    double best = 0;
    double bestScore = score(0) * 1.001;
    for (int i = 0; from + i * step <= to + step / 2; i++) {
      double degrees = from + i * step;
      double score = score(degrees);
      if (score > bestScore) {
        bestScore = score;
        best = degrees;
      }
    }
    return best;
  }

  private double score(double degrees) {
    double slope = Math.tan(Math.toRadians(degrees));
    int margin = (int) Math.ceil(height / 4.0) + 1;
    long[] rows = new long[height + 2 * margin];
    for (int i = 0; i < xs.length; i++) {
      int row = (int) Math.round(ys[i] + xs[i] * slope) + margin;
      if (row >= 0 && row < rows.length) {
        rows[row]++;
      }
    }
    double sum = 0;
    for (int row = 1; row < rows.length; row++) {
      double difference = rows[row] - rows[row - 1];
      sum += difference * difference;
    }
    return sum;
  }
}
