/** Writes messages to the parent process. It owns stdout, so that output of a library never ends up between two messages. */
package octavo.host.protocol;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

final class MessageWriter {
  /** Pages pass in milliseconds; a client needs an update a few times a second. */
  private static final long PROGRESS_INTERVAL_NS = 100_000_000L;

  private final ObjectMapper mapper = new ObjectMapper();
  private final OutputStream out;
  private long lastProgressNs;

  MessageWriter(OutputStream out) {
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

  /** The first and the last page of a stage are always reported, those between at most once per interval. */
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
