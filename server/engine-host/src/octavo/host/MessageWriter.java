/** The outgoing half of the protocol. It owns stdout, so that nothing a library prints can end up between two lines. */
package octavo.host;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

final class MessageWriter {
  private static final long PROGRESS_INTERVAL_NS = 100_000_000L;

  private final ObjectMapper mapper = new ObjectMapper();
  private final OutputStream out;
  private long lastProgressNs;

  private MessageWriter(OutputStream out) {
    this.out = out;
  }

  static MessageWriter takeOverStdout() {
    OutputStream stdout = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
    System.setOut(System.err);
    return new MessageWriter(stdout);
  }

  synchronized void send(ObjectNode message) {
    try {
      out.write(mapper.writeValueAsBytes(message));
      out.write('\n');
      out.flush();
    } catch (IOException closed) {
      Runtime.getRuntime().halt(0);
    }
  }

  /** Pages pass in milliseconds; a reader wants to hear of them a few times a second. */
  synchronized void progress(long id, String stage, int page, int of) {
    long now = System.nanoTime();
    if (page > 0 && page < of && now - lastProgressNs < PROGRESS_INTERVAL_NS) {
      return;
    }
    lastProgressNs = now;
    ObjectNode message = mapper.createObjectNode().put("event", "progress").put("id", id);
    send(message.put("stage", stage).put("page", page).put("of", of));
  }
}
