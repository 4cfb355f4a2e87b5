/** The deeper look into a document: which of the wanted pages show text, pictures or letters nobody can map, within a time limit. */
package octavo.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;
import org.verapdf.tools.StaticResources;

final class Inspection {
  /** Time for the reader to notice by itself that it is over; after that it is left behind, and its JVM with it. */
  private static final int GRACE_MS = 500;

  /** Nested arrays and dictionaries are read by recursion. */
  private static final int STACK_BYTES = 4 << 20;

  private final JsonNode request;
  private final Deadline deadline;
  private final InspectionResult findings = new InspectionResult();
  private volatile Throwable failure;

  private Inspection(JsonNode request) {
    this.request = request;
    this.deadline = new Deadline(request.path("time_ms").asLong());
  }

  /**
   * Reads on a thread of its own: a font or a table of characters may keep the parser busy for minutes where no check of
   * ours is reached, and what was found until then must still be answered in time.
   */
  static void run(JsonNode request, ObjectNode reply) throws Exception {
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
    inspection.findings.describe(reply);
  }

  private void read() {
    EngineState.clear();
    StaticResources.setPassword(request.path("password").isTextual() ? request.path("password").asText() : null);
    try {
      PDDocument document = new PDDocument(request.path("input").asText());
      StaticResources.setDocument(document);
      readPages(document.getPages());
    } catch (Deadline.Passed over) {
      // What was found until now is the answer.
    } catch (Throwable thrown) {
      failure = thrown;
    } finally {
      EngineState.clear();
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
        findings.add(number, page);
      }
    }
  }
}
