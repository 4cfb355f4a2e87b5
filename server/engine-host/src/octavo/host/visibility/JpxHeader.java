/** The header of a JPEG 2000 file: size, number of bands, and how many times its resolution can be halved. */
package octavo.host.visibility;

record JpxHeader(long width, long height, int bands, int levels) {
  private static final int START_AND_SIZE = 0xFF4FFF51;
  private static final int CODING_STYLE = 0xFF52;
  private static final int START_OF_TILE = 0xFF90;

  /** Null if no such header is found. */
  static JpxHeader read(byte[] bytes) {
    int at = 0;
    while (at + 48 < bytes.length && quad(bytes, at) != START_AND_SIZE) {
      at++;
    }
    int size = at + 2;
    if (size + 46 >= bytes.length) {
      return null;
    }
    long width = wide(bytes, size + 6) - wide(bytes, size + 14);
    long height = wide(bytes, size + 10) - wide(bytes, size + 18);
    int bands = pair(bytes, size + 38);
    for (int marker = size; marker + 10 < bytes.length && pair(bytes, marker) != START_OF_TILE; ) {
      if (pair(bytes, marker) == CODING_STYLE) {
        return width > 0 && height > 0 ? new JpxHeader(width, height, bands, bytes[marker + 9] & 0xFF) : null;
      }
      marker += 2 + Math.max(2, pair(bytes, marker + 2));
    }
    return null;
  }

  /** How many times, so that the longer side still has at least so many pixels. */
  int halvingsUntil(double pixelsLong) {
    int halvings = 0;
    while (halvings < levels && (Math.max(width, height) >> (halvings + 1)) >= pixelsLong) {
      halvings++;
    }
    return halvings;
  }

  long pixelsAfter(int halvings) {
    return (width >> halvings) * (height >> halvings);
  }

  private static int pair(byte[] bytes, int at) {
    return (bytes[at] & 0xFF) << 8 | (bytes[at + 1] & 0xFF);
  }

  private static int quad(byte[] bytes, int at) {
    return pair(bytes, at) << 16 | pair(bytes, at + 2);
  }

  private static long wide(byte[] bytes, int at) {
    return quad(bytes, at) & 0xFFFFFFFFL;
  }
}
