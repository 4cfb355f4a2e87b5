/** The unpacked content of a page and its forms, up to a bound they share. */
package octavo.host;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import org.verapdf.as.io.ASInputStream;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;

final class ContentReader {
  private static final int PIECE_BYTES = 16_384;

  private final Deadline deadline;
  private final byte[] piece = new byte[PIECE_BYTES];
  private byte[] bytes;
  private int length;
  private int left = BoundedContentStream.PAGE_BYTES_MAX;

  ContentReader(Deadline deadline) {
    this.deadline = deadline;
  }

  /** All bytes of any other stream, if there are no more than so many. */
  static byte[] unpack(COSObject stream, int bytesMax) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream(PIECE_BYTES);
    byte[] piece = new byte[PIECE_BYTES];
    try (ASInputStream data = stream.getData(COSStream.FilterFlags.DECODE)) {
      for (int count = data.read(piece, PIECE_BYTES); count != -1; count = data.read(piece, PIECE_BYTES)) {
        all.write(piece, 0, count);
        if (all.size() > bytesMax) {
          throw new IOException("larger than is looked at");
        }
      }
    }
    return all.toByteArray();
  }

  /** Of a stream, or of several in a row. */
  ContentTokenizer read(COSObject contents) throws IOException {
    bytes = new byte[PIECE_BYTES];
    length = 0;
    if (contents.getType() == COSObjType.COS_ARRAY) {
      // One by one: read as one, a stream that hands out less than it was asked for is taken to be at its end.
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
        deadline.check();
        append(count);
      }
    }
  }

  private void append(int count) {
    left -= Math.max(1, count);
    if (left < 0) {
      throw new Operands.UnsupportedContent();
    }
    if (length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + count));
    }
    System.arraycopy(piece, 0, bytes, length, count);
    length += count;
  }
}
