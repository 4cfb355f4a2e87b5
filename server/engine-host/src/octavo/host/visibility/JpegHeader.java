/** Whether a JPEG file has the size its PDF declares, and is sequential: progressive files can be made to take hours. */
package octavo.host.visibility;

public final class JpegHeader {
  private static final int START_OF_SCAN = 0xDA;
  private static final int BASELINE = 0xC0;
  private static final int EXTENDED = 0xC1;
  private static final int HUFFMAN_TABLES = 0xC4;
  private static final int ARITHMETIC_TABLES = 0xCC;

  private JpegHeader() {}

  public static boolean isPlain(byte[] bytes, int width, int height, int bands) {
    int at = 2;
    while (at + 9 < bytes.length && octet(bytes, at) == 0xFF) {
      int kind = octet(bytes, at + 1);
      if (kind == BASELINE || kind == EXTENDED) {
        return octet(bytes, at + 4) == 8 && pair(bytes, at + 5) == height && pair(bytes, at + 7) == width
            && octet(bytes, at + 9) == bands;
      }
      boolean otherFrame = kind > EXTENDED && kind <= 0xCF && kind != HUFFMAN_TABLES && kind != ARITHMETIC_TABLES;
      if (otherFrame || kind == START_OF_SCAN) {
        return false;
      }
      at += 2 + pair(bytes, at + 2);
    }
    return false;
  }

  private static int octet(byte[] bytes, int at) {
    return bytes[at] & 0xFF;
  }

  private static int pair(byte[] bytes, int at) {
    return octet(bytes, at) << 8 | octet(bytes, at + 1);
  }
}
