/**
 * The filter behind Flate and LZW. Asked for many bytes at an offset, the engine reads one at a time; these are copied from
 * the decoded ones. The last one of a portion is read as before, because a damaged next portion takes it along.
 */
package octavo.host.engine.patches;

import java.io.IOException;
import org.verapdf.as.ASAtom;
import org.verapdf.as.io.ASInputStream;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.filters.COSPredictorDecode;

public final class PlainFilter extends COSPredictorDecode {
  private final boolean predicts;

  public PlainFilter(ASInputStream encoded, COSDictionary parameters) throws IOException {
    super(encoded, parameters);
    this.predicts = Boolean.TRUE.equals(parameters.knownKey(ASAtom.PREDICTOR)) && parameters.getIntegerKey(ASAtom.PREDICTOR).byteValue() != 1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    return predicts || length == 0 ? super.read(target, offset, length) : readPlain(target, offset, length);
  }

  private int readPlain(byte[] target, int offset, int length) throws IOException {
    int count = 0;
    try {
      while (count < length) {
        int ready = Math.min(bufferSize() - 1, length - count);
        if (ready > 0) {
          System.arraycopy(buffer, getBufferBegin(), target, offset + count, ready);
          count += processBuffer(ready);
        } else {
          int single = read();
          if (single < 0) {
            return count == 0 ? -1 : count;
          }
          target[offset + count++] = (byte) single;
        }
      }
    } catch (IOException damaged) {
      if (count == 0) {
        throw damaged;
      }
    }
    return count;
  }
}
