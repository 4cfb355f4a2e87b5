/** The bytes of a token of a PDF, without the locks that `ByteArrayOutputStream` takes for each of them. */
package octavo.host.engine.patches;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;

public final class TokenBytes extends ByteArrayOutputStream {
  @Override
  public void write(int octet) {
    if (count == buf.length) {
      buf = Arrays.copyOf(buf, 2 * count);
    }
    buf[count++] = (byte) octet;
  }

  @Override
  public byte[] toByteArray() {
    return Arrays.copyOf(buf, count);
  }

  @Override
  public void reset() {
    count = 0;
  }

  @Override
  public int size() {
    return count;
  }
}
