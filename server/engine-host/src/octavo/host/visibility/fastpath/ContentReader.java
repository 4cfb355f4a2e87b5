/** Decompresses the content of a page and its form XObjects, up to a common limit. */
package octavo.host.visibility.fastpath;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import octavo.host.visibility.WorkBudget;
import org.verapdf.as.io.ASInputStream;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;

final class ContentReader {
  /** Per page, decompressed. */
  private static final int PAGE_BYTES_MAX = 16 << 20;

  private static final int PIECE_BYTES = 16_384;

  /** Decompressed bytes for one unit of work. */
  private static final int BYTES_PER_UNIT = 100;

  private final WorkBudget budget;
  private final byte[] piece = new byte[PIECE_BYTES];
  private byte[] bytes;
  private int length;
  private int left = PAGE_BYTES_MAX;

  ContentReader(WorkBudget budget) {
    this.budget = budget;
  }

  /** The bytes of any other stream; throws if there are more than `bytesMax`. */
  static byte[] decode(COSObject stream, int bytesMax) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream(PIECE_BYTES);
    byte[] piece = new byte[PIECE_BYTES];
    try (ASInputStream data = stream.getData(COSStream.FilterFlags.DECODE)) {
      for (int count = data.read(piece, PIECE_BYTES); count != -1; count = data.read(piece, PIECE_BYTES)) {
        all.write(piece, 0, count);
        if (all.size() > bytesMax) {
          throw new IOException("stream is too large");
        }
      }
    }
    return all.toByteArray();
  }

  /** From one stream, or from an array of streams. */
  ContentTokenizer read(COSObject contents) throws IOException {
    bytes = new byte[PIECE_BYTES];
    length = 0;
    if (contents.getType() == COSObjType.COS_ARRAY) {
      // One by one: the parser's reader of an array takes a short read of one stream for the end of it.
      for (int n = 0; n < contents.size(); n++) {
        append(contents.at(n));
        piece[0] = '\n';
        append(1);
      }
    } else {
      append(contents);
    }
    return new ContentTokenizer(bytes, length);
  }

  private void append(COSObject stream) throws IOException {
    if (stream == null || stream.getType() != COSObjType.COS_STREAM) {
      return;
    }
    try (ASInputStream data = stream.getDirectBase().getData(COSStream.FilterFlags.DECODE)) {
      for (int count = data.read(piece, PIECE_BYTES); count != -1; count = data.read(piece, PIECE_BYTES)) {
        budget.spend(1 + count / BYTES_PER_UNIT);
        append(count);
      }
    }
  }

  private void append(int count) {
    left -= Math.max(1, count);
    if (left < 0) {
      throw new UnsupportedContent();
    }
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
    System.arraycopy(piece, 0, bytes, length, count);
    length += count;
  }
}
