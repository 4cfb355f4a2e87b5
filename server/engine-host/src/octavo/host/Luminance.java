/** How light a colour is, and how far two lights are apart, by the measure of WCAG. */
package octavo.host;

final class Luminance {
  /** Two lights closer than this look the same; the engine draws the line here as well. */
  static final double CONTRAST_MIN = 1.2;

  static final double WHITE = 1;

  /** Of a colour that is not known. */
  static final double UNKNOWN = Double.NaN;

  private static final double[] LINEAR = new double[256];

  static {
    for (int level = 0; level < LINEAR.length; level++) {
      double share = level / 255.0;
      LINEAR[level] = share < 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
  }

  private Luminance() {}

  static double of(int rgb) {
    return 0.2126 * LINEAR[rgb >> 16 & 255] + 0.7152 * LINEAR[rgb >> 8 & 255] + 0.0722 * LINEAR[rgb & 255];
  }

  /** Of shares from 0 to 1. */
  static double of(double red, double green, double blue) {
    return 0.2126 * LINEAR[level(red)] + 0.7152 * LINEAR[level(green)] + 0.0722 * LINEAR[level(blue)];
  }

  private static int level(double share) {
    return (int) Math.round(255 * Math.max(0, Math.min(1, share)));
  }

  /** 1 for two that are the same; not a number if either is unknown. */
  static double contrast(double one, double other) {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }
}
