/** Headers of JPEG 2000 files. */
package octavo.host.visibility;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class JpxHeaderTest {
  /** SOC, SIZ and COD as the standard lays them out, after some bytes of a container. */
  static byte[] file(int width, int height, int left, int top, int bands, int levels) {
    ByteBuffer bytes = ByteBuffer.allocate(120);
    bytes.put(new byte[] {0, 0, 0, 12, 'j', 'P', ' ', ' '});
    bytes.putShort((short) 0xFF4F);
    bytes.putShort((short) 0xFF51).putShort((short) (38 + 3 * bands)).putShort((short) 0);
    bytes.putInt(width).putInt(height).putInt(left).putInt(top);
    bytes.putInt(width).putInt(height).putInt(0).putInt(0).putShort((short) bands);
    for (int band = 0; band < bands; band++) {
      bytes.put(new byte[] {7, 1, 1});
    }
    bytes.putShort((short) 0xFF52).putShort((short) 12).put(new byte[] {0, 0, 0, 1, 0}).put((byte) levels);
    return bytes.array();
  }

  @Test
  void readsSizeBandsAndLevels() {
    assertEquals(new JpxHeader(1000, 700, 3, 5), JpxHeader.read(file(1000, 700, 0, 0, 3, 5)));
  }

  @Test
  void theOffsetIsNotPartOfTheSize() {
    assertEquals(new JpxHeader(900, 680, 1, 2), JpxHeader.read(file(1000, 700, 100, 20, 1, 2)));
  }

  @Test
  void refusesWhatIsNotAHeader() {
    assertNull(JpxHeader.read(new byte[0]));
    assertNull(JpxHeader.read(new byte[500]));
    assertNull(JpxHeader.read(file(0, 700, 0, 0, 3, 5)));
    byte[] cut = java.util.Arrays.copyOf(file(1000, 700, 0, 0, 3, 5), 58);
    assertNull(JpxHeader.read(cut));
  }

  @Test
  void isHalvedWhileEnoughPixelsRemain() {
    JpxHeader header = new JpxHeader(1000, 400, 3, 5);
    assertEquals(0, header.halvingsUntil(501));
    assertEquals(1, header.halvingsUntil(500));
    assertEquals(2, header.halvingsUntil(200));
    assertEquals(5, header.halvingsUntil(1));
    assertEquals(250 * 100, header.pixelsAfter(2));
  }
}
