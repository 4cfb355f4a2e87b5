/** Reads short decimal numbers, which nearly all numbers of a PDF are, faster than the library. */
package octavo.host.engine.patches;

public final class DecimalNumbers {
  /** A number of so many digits and a power of ten are exact, so that their quotient is rounded once, as it must be. */
  private static final int DIGITS_MAX = 15;
  private static final double[] POWERS = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};

  private DecimalNumbers() {}

  public static double parseDouble(String text) {
    long digits = 0;
    int length = text.length();
    int point = -1;
    if (length == 0 || length > DIGITS_MAX) {
      return Double.parseDouble(text);
    }
    for (int at = 0; at < length; at++) {
      char letter = text.charAt(at);
      if (letter == '.' && point < 0 && length > 1) {
        point = at;
      } else if (letter >= '0' && letter <= '9') {
        digits = 10 * digits + (letter - '0');
      } else {
        return Double.parseDouble(text);
      }
    }
    return point < 0 ? digits : digits / POWERS[length - 1 - point];
  }
}
