/** Compared with the engine's own filter, read by read. */
package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.verapdf.as.ASAtom;
import org.verapdf.as.io.ASInputStream;
import org.verapdf.as.io.ASMemoryInStream;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.COSInteger;
import org.verapdf.cos.filters.COSFilterFlateDecode;
import org.verapdf.cos.filters.COSPredictorDecode;

class PlainFilterTest {
  private static final byte[] DECODED = new byte[20_000];

  static {
    Random random = new Random(7);
    for (int at = 0; at < DECODED.length; at++) {
      DECODED[at] = (byte) (random.nextInt(4) == 0 ? random.nextInt(5) : 'a');
    }
  }

  private static byte[] deflated() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
      deflater.write(DECODED);
    }
    return out.toByteArray();
  }

  private static COSDictionary parameters(int predictor) {
    COSDictionary parameters = (COSDictionary) COSDictionary.construct().getDirectBase();
    if (predictor > 0) {
      parameters.setKey(ASAtom.PREDICTOR, COSInteger.construct(predictor));
      parameters.setKey(ASAtom.COLUMNS, COSInteger.construct(7));
    }
    return parameters;
  }

  private static ASInputStream filter(byte[] encoded, int predictor, boolean patched) throws IOException {
    ASInputStream flate = new COSFilterFlateDecode(new ASMemoryInStream(encoded));
    return patched ? new PlainFilter(flate, parameters(predictor)) : new COSPredictorDecode(flate, parameters(predictor));
  }

  /** All that reads of changing lengths give, and how each of them ended. */
  private static String read(ASInputStream in, ByteArrayOutputStream bytes) {
    StringBuilder ends = new StringBuilder();
    Random random = new Random(11);
    byte[] target = new byte[5_000];
    for (int ended = 0; ended < 3;) {
      int offset = random.nextInt(10);
      int length = random.nextInt(10) == 0 ? random.nextInt(3) : random.nextInt(4_000);
      try {
        int count = random.nextInt(8) == 0 ? in.read(target, length) : in.read(target, offset, length);
        ends.append(count).append(' ');
        bytes.write(target, offset, Math.max(0, count));
        ended += count < 0 ? 1 : 0;
      } catch (IOException failure) {
        ends.append(failure.getMessage()).append(' ');
        ended++;
      }
    }
    return ends.toString();
  }

  private static void assertSame(byte[] encoded, int predictor) throws IOException {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    assertEquals(read(filter(encoded, predictor, false), expected), read(filter(encoded, predictor, true), bytes));
    assertArrayEquals(expected.toByteArray(), bytes.toByteArray());
  }

  @Test
  void givesTheDecodedBytes() throws IOException {
    assertArrayEquals(DECODED, filter(deflated(), 0, true).readAllBytes());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 10, 12, 15})
  void readsAsTheEngineDoes(int predictor) throws IOException {
    assertSame(deflated(), predictor);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 12})
  void readsDamagedDataAsTheEngineDoes(int predictor) throws IOException {
    byte[] whole = deflated();
    Random random = new Random(13);
    for (int round = 0; round < 200; round++) {
      byte[] damaged = whole.clone();
      for (int flips = random.nextInt(3); flips >= 0; flips--) {
        damaged[random.nextInt(damaged.length)] ^= 1 << random.nextInt(8);
      }
      assertSame(round % 4 == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged, predictor);
    }
  }
}
