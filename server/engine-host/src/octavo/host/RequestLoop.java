/** The engine host: reads one request per line, works on one document at a time, answers one line per event. */
package octavo.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.LinkedBlockingQueue;

public final class RequestLoop {
  /** Exit code after an `Error`: the state of the JVM is no longer trusted with another document. */
  private static final int EXIT_TAINTED = 70;

  private RequestLoop() {}

  public static void main(String[] args) throws Exception {
    MessageWriter wire = MessageWriter.takeOverStdout();
    WarningLog logs = WarningLog.install();
    ObjectMapper mapper = new ObjectMapper();
    LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> readLines(lines), "stdin");
    reader.setDaemon(true);
    reader.start();
    TempDirectory.startSampler();
    wire.send(mapper.createObjectNode().put("event", "ready").put("java", System.getProperty("java.version")));
    while (true) {
      JsonNode request = mapper.readTree(lines.take());
      ObjectNode reply = answer(request, mapper, wire, logs);
      boolean tainted = reply.path("tainted").asBoolean(false);
      wire.send(reply);
      if (tainted) {
        Runtime.getRuntime().halt(EXIT_TAINTED);
      }
    }
  }

  private static ObjectNode answer(JsonNode request, ObjectMapper mapper, MessageWriter wire, WarningLog logs) {
    ObjectNode reply = mapper.createObjectNode();
    reply.put("event", "done").put("id", request.path("id").asLong());
    logs.begin();
    TempDirectory.beginWatch();
    // Tells the parent that the document has been taken up: from here on its fate is the document's.
    wire.progress(request.path("id").asLong(), "read", 0, request.path("pages_wanted").asInt());
    try {
      switch (request.path("op").asText()) {
        case "preflight" -> Preflight.run(request, reply);
        case "inspect" -> Inspection.run(request, reply);
        default -> new Conversion(request, reply, wire).run();
      }
      reply.put("ok", true);
    } catch (Throwable failure) {
      reply.put("ok", false);
      reply.set("error", Failure.describe(failure, mapper));
      reply.put("tainted", Failure.isError(failure));
    } finally {
      reply.set("logs", logs.end(mapper));
      TempDirectory.reportAndWipe(reply);
    }
    return reply;
  }

  /** A separate thread, so that the death of the parent is noticed in the middle of a document as well. */
  private static void readLines(LinkedBlockingQueue<String> lines) {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException closed) {
      // The same as the end of the stream: nobody is left to answer to.
    }
    Runtime.getRuntime().halt(0);
  }
}
