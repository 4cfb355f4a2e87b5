/** The deeper check of `POST /preflight`: which pages have text, images, or characters that cannot be mapped, within a time limit. */
package octavo.host.inspection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import octavo.host.engine.OpenDocument;
import octavo.host.protocol.Deadline;
import octavo.host.protocol.Progress;
import org.verapdf.pd.PDPage;

public final class Inspection {
  /** Time for the reader thread to notice the deadline. After that it is abandoned, and the JVM is replaced. */
  private static final int GRACE_MS = 500;

  /** Nested arrays and dictionaries are read by recursion. */
  private static final int STACK_BYTES = 4 << 20;

  private final JsonNode request;
  private final Deadline deadline;
  private final InspectionResult result = new InspectionResult();
  private volatile Throwable failure;

  private Inspection(JsonNode request) {
    this.request = request;
    this.deadline = new Deadline(request.path("time_ms").asLong());
  }

  /**
   * Reads on its own thread: a font or a character map may keep the parser busy for minutes without reaching a check of
   * the deadline, and what was found until then must still be answered in time.
   */
  public static void run(JsonNode request, ObjectNode reply, Progress progress) throws Exception {
    Inspection inspection = new Inspection(request);
    Thread reader = new Thread(null, inspection::read, "inspection", STACK_BYTES);
    reader.setDaemon(true);
    reader.start();
    reader.join(Math.max(1, inspection.deadline.millisLeft() + GRACE_MS));
    Throwable failure = inspection.failure;
    if (failure instanceof Exception) {
      throw (Exception) failure;
    }
    reply.put("tainted", failure != null || reader.isAlive());
    inspection.result.describe(reply);
  }

  private void read() {
    try (OpenDocument open = OpenDocument.open(request)) {
      readPages(open.pages());
    } catch (Deadline.Passed over) {
      // What was found until now is the answer.
    } catch (Throwable thrown) {
      failure = thrown;
    }
  }

  private void readPages(List<PDPage> pages) {
    FontCache fonts = new FontCache();
    for (JsonNode span : request.path("spans")) {
      int last = Math.min(span.path(1).asInt(), pages.size());
      for (int number = span.path(0).asInt(); number <= last; number++) {
        deadline.check();
        PageInspector page = new PageInspector(deadline, fonts);
        page.read(pages.get(number - 1));
        result.add(number, page.facts());
      }
    }
  }
}
