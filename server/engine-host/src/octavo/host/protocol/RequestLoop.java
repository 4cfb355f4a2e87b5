/** Reads one request per line, runs one operation at a time, and writes one line per event. */
package octavo.host.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;

public final class RequestLoop {
  /** Exit code after an `Error`: the state of the JVM is no longer trusted with another document. */
  private static final int EXIT_TAINTED = 70;

  private final Map<String, Operation> operations;
  private final MessageWriter writer;
  private final WarningLog log;
  private final TempDirectory temp;
  private final ObjectMapper mapper = new ObjectMapper();

  RequestLoop(Map<String, Operation> operations, MessageWriter writer, WarningLog log, TempDirectory temp) {
    this.operations = operations;
    this.writer = writer;
    this.log = log;
    this.temp = temp;
  }

  /** Answers requests from stdin until it is closed. */
  public static void serve(Map<String, Operation> operations) throws IOException, InterruptedException {
    MessageWriter writer = MessageWriter.takeOverStdout();
    TempDirectory temp = new TempDirectory(Path.of(System.getProperty("java.io.tmpdir")));
    RequestLoop loop = new RequestLoop(operations, writer, WarningLog.install(), temp);
    LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> readLines(lines), "stdin");
    reader.setDaemon(true);
    reader.start();
    temp.startSampler();
    writer.send(loop.mapper.createObjectNode().put("event", "ready").put("java", System.getProperty("java.version")));
    while (true) {
      ObjectNode reply = loop.answer(loop.mapper.readTree(lines.take()));
      writer.send(reply);
      if (reply.path("tainted").asBoolean(false)) {
        Runtime.getRuntime().halt(EXIT_TAINTED);
      }
    }
  }

  ObjectNode answer(JsonNode request) {
    long id = request.path("id").asLong();
    ObjectNode reply = mapper.createObjectNode().put("event", "done").put("id", id);
    log.begin();
    temp.beginWatch();
    Progress progress = (stage, page, of) -> writer.progress(id, stage, page, of);
    // From this message on, the parent blames a crash on the document.
    progress.report("read", 0, request.path("pages_wanted").asInt());
    try {
      operationOf(request).run(request, reply, progress);
      reply.put("ok", true);
    } catch (Throwable failure) {
      reply.put("ok", false);
      reply.set("error", Failure.describe(failure, mapper));
      reply.put("tainted", Failure.isError(failure));
    } finally {
      reply.set("logs", log.end(mapper));
      temp.reportAndWipe(reply);
    }
    return reply;
  }

  private Operation operationOf(JsonNode request) {
    Operation operation = operations.get(request.path("op").asText());
    if (operation == null) {
      throw new IllegalArgumentException("unknown operation");
    }
    return operation;
  }

  /** Runs on its own thread, so that the end of the parent is noticed while a document is being converted. */
  private static void readLines(LinkedBlockingQueue<String> lines) {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line);
      }
    } catch (IOException closed) {
      // Same as the end of the stream: the parent is gone.
    }
    Runtime.getRuntime().halt(0);
  }
}
