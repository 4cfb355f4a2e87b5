/** A content stream that ends after a maximum number of bytes, or at the deadline. */
package octavo.host.inspection;

import java.io.IOException;
import octavo.host.protocol.Deadline;
import org.verapdf.as.io.ASInputStream;

final class BoundedContentStream extends ASInputStream {
  /** Per page, decompressed. The parser keeps inline images in memory, at several bytes for each of theirs. */
  private static final int PAGE_BYTES_MAX = 16 << 20;

  /** The bytes one page may still read, shared by its own content and that of every form XObject it shows. */
  static final class Allowance {
    private long bytesLeft = PAGE_BYTES_MAX;
    private boolean exceeded;

    boolean isExceeded() {
      return exceeded;
    }
  }

  private final ASInputStream source;
  private final Deadline deadline;
  private final Allowance allowance;

  BoundedContentStream(ASInputStream source, Deadline deadline, Allowance allowance) {
    this.source = source;
    this.deadline = deadline;
    this.allowance = allowance;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 1) == 1 ? one[0] & 0xFF : -1;
  }

  @Override
  public int read(byte[] target, int size) throws IOException {
    deadline.check();
    if (allowance.bytesLeft <= 0) {
      allowance.exceeded = true;
      return -1;
    }
    int count = source.read(target, (int) Math.min(size, allowance.bytesLeft));
    allowance.bytesLeft -= Math.max(0, count);
    return count;
  }

  @Override
  public int skip(int size) throws IOException {
    return source.skip(size);
  }

  @Override
  public void reset() throws IOException {
    source.reset();
  }

  @Override
  public void close() throws IOException {
    source.close();
  }

  @Override
  public void closeResource() throws IOException {
    source.closeResource();
  }

  @Override
  public void incrementResourceUsers() {
    source.incrementResourceUsers();
  }

  @Override
  public void decrementResourceUsers() {
    source.decrementResourceUsers();
  }
}
