/** Converts pages on which the engine fails: only their lines of text, read by another library. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import octavo.host.engine.extraction.ExtractionFile;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.opendataloader.pdf.api.Config;

final class SimpleConversion {
  private SimpleConversion() {}

  static void run(JsonNode request, ObjectNode reply) throws IOException {
    Config config = EngineConfig.read(request, page -> {}, read -> {});
    File input = new File(request.path("input").asText());
    long start = System.nanoTime();
    try (OpenDocument open = OpenDocument.open(request);
        PDDocument document = Loader.loadPDF(input, request.path("password").asText(""))) {
      reply.put("pages", open.document().getNumberOfPages());
      Path directory = Path.of(request.path("out").asText());
      boolean countsAttachments = request.path("counts_attachments").asBoolean(true);
      ExtractionFile.writeLines(directory, config, new StrippedLines(document), countsAttachments);
    }
    reply.putArray("outputs").addObject().put("format", "extraction").put("ok", true);
    reply.put("images_missing", 0);
    reply.put("extract_ms", (System.nanoTime() - start) / 1_000_000).put("write_ms", 0);
  }
}
