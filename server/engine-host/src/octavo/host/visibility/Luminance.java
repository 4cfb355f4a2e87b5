/** Relative luminance and contrast ratio as WCAG defines them. */
package octavo.host.visibility;

public final class Luminance {
  /** Below this contrast two colours look the same. The engine uses the same threshold. */
  public static final double CONTRAST_MIN = 1.2;

  public static final double WHITE = 1;

  /** The luminance of a colour that is not known. */
  public static final double UNKNOWN = Double.NaN;

  private static final double[] LINEAR = new double[256];

  static {
    for (int level = 0; level < LINEAR.length; level++) {
      double share = level / 255.0;
      LINEAR[level] = share < 0.03928 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4);
    }
  }

  private Luminance() {}

  public static double of(int rgb) {
    return 0.2126 * LINEAR[rgb >> 16 & 255] + 0.7152 * LINEAR[rgb >> 8 & 255] + 0.0722 * LINEAR[rgb & 255];
  }

  /** From components between 0 and 1. */
  public static double of(double red, double green, double blue) {
    return 0.2126 * LINEAR[level(red)] + 0.7152 * LINEAR[level(green)] + 0.0722 * LINEAR[level(blue)];
  }

  private static int level(double component) {
    return (int) Math.round(255 * Math.max(0, Math.min(1, component)));
  }

  /** From 1 to 21; not a number if either is unknown. */
  public static double contrast(double one, double other) {
    return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  }
}
