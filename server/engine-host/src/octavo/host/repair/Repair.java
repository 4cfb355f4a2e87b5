/** Rewrites a file that the engine's parser cannot open: qpdf rebuilds its cross-reference table and page tree. */
package octavo.host.repair;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import octavo.host.programs.Program;
import octavo.host.protocol.Progress;

public final class Repair {
  /** Exit code of qpdf for a file that was written although the input had faults. */
  private static final int WRITTEN_WITH_WARNINGS = 3;
  private static final int OUTPUT_BYTES_MAX = 65_536;

  /**
   * Streams are copied as they are, so that the result is about as long as the input. The id is fixed: the same file
   * is repaired to the same bytes.
   */
  private static final List<String> QPDF = List.of(
      "/usr/bin/qpdf", "--no-warn", "--static-id", "--stream-data=preserve", "--object-streams=preserve");

  private Repair() {}

  public static void run(JsonNode request, ObjectNode reply, Progress progress) throws IOException, InterruptedException {
    Path output = Path.of(request.path("out").asText(), "repaired.pdf");
    String password = request.path("password").asText("");
    List<String> command = new ArrayList<>(QPDF);
    // Through stdin: command lines can be read by other processes.
    command.add("--password-file=-");
    command.add(request.path("input").asText());
    command.add(output.toString());
    long timeMs = request.path("time_ms").asLong();
    Program.Limits limits = new Program.Limits(
        timeMs, timeMs, request.path("memory_bytes").asLong(), OUTPUT_BYTES_MAX);
    Program.Result result = Program.run(command, (password + "\n").getBytes(StandardCharsets.UTF_8), Map.of(), limits);
    boolean written = result.isOk() || result.exitCode() == WRITTEN_WITH_WARNINGS;
    reply.put("repaired", written && Files.isRegularFile(output));
  }
}
