package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TokenBytesTest {
  @Test
  void areThoseOfTheLibrary() {
    Random random = new Random(7);
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    TokenBytes bytes = new TokenBytes();
    for (int step = 0; step < 5_000; step++) {
      byte[] some = new byte[random.nextInt(40)];
      random.nextBytes(some);
      if (random.nextInt(50) == 0) {
        expected.reset();
        bytes.reset();
      }
      expected.write(step);
      bytes.write(step);
      expected.write(some, 0, some.length);
      bytes.write(some, 0, some.length);
      assertEquals(expected.size(), bytes.size());
      assertArrayEquals(expected.toByteArray(), bytes.toByteArray());
    }
  }
}
