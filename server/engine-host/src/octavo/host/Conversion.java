/** One document: a single extraction, then each output written on its own, so that one failing format spares the others. */
package octavo.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.processors.DocumentProcessor;
import org.opendataloader.pdf.processors.ExtractionResult;
import org.verapdf.pd.PDDocument;
import org.verapdf.tools.StaticResources;

final class Conversion {
  /** Tagging rewrites the open document, so it comes after everything that still reads it. */
  private static final List<String> ORDER =
      List.of("images", "json", "markdown", "html", "text", "annotated-pdf", "tagged-pdf");

  private final JsonNode request;
  private final ObjectNode reply;
  private final MessageWriter wire;
  private final ObjectMapper mapper = new ObjectMapper();
  private final long id;
  private final Set<String> formats = new LinkedHashSet<>();
  private final int pagesWanted;

  Conversion(JsonNode request, ObjectNode reply, MessageWriter wire) {
    this.request = request;
    this.reply = reply;
    this.wire = wire;
    this.id = request.path("id").asLong();
    this.pagesWanted = request.path("pages_wanted").asInt();
    request.path("options").path("format").forEach(name -> formats.add(name.asText()));
  }

  void run() throws IOException {
    File input = new File(request.path("input").asText());
    ContentFilters filters = new ContentFilters(input, request, page -> wire.progress(id, "draw", 0, pagesWanted));
    Config config = EngineConfig.read(request, page -> wire.progress(id, "layout", page, pagesWanted), filters::begin);
    ArrayNode outputs = reply.putArray("outputs");
    try {
      long start = System.nanoTime();
      ExtractionResult extraction = DocumentProcessor.extractContents(input.getPath(), config);
      filters.end();
      reply.put("pages", StaticResources.getDocument().getNumberOfPages());
      PageSignals.measure(extraction.getContents(), config.isIncludeHeaderFooter(), reply);
      long extracted = System.nanoTime();
      OutputWriters writers = new OutputWriters(input, config, extraction, formats);
      int written = 0;
      for (String format : ORDER) {
        if (formats.contains(format) || (format.equals("images") && writers.imagesNeeded())) {
          wire.progress(id, "write", written++, formats.size());
          outputs.add(write(writers, format));
        }
      }
      reply.put("images_missing", writers.imagesMissing());
      filters.report(config, reply);
      reply.put("extract_ms", (extracted - start) / 1_000_000).put("write_ms", (System.nanoTime() - extracted) / 1_000_000);
    } finally {
      EngineState.clear();
    }
    countPagesOfPdfs(outputs);
  }

  private ObjectNode write(OutputWriters writers, String format) {
    ObjectNode node = mapper.createObjectNode().put("format", format);
    try {
      writers.write(format);
      // Several writers swallow what went wrong and return; only the missing file tells. No image, no directory.
      node.put("ok", format.equals("images") || outputFile(format).exists());
    } catch (Throwable failure) {
      node.put("ok", false).set("error", Failure.describe(failure, mapper));
      if (Failure.isError(failure)) {
        reply.put("tainted", true);
      }
    }
    return node;
  }

  private File outputFile(String format) {
    return new File(request.path("out").asText(), OutputWriters.fileName(format));
  }

  /** A PDF that was written is opened again: a cut file or a lost page shows here and nowhere else. */
  private void countPagesOfPdfs(ArrayNode outputs) {
    for (JsonNode node : outputs) {
      String format = node.path("format").asText();
      if (!format.endsWith("-pdf") || !node.path("ok").asBoolean()) {
        continue;
      }
      try {
        PDDocument written = new PDDocument(outputFile(format).getPath());
        try {
          ((ObjectNode) node).put("pages", PageTreeCounter.count(written));
        } finally {
          written.close();
        }
      } catch (Throwable failure) {
        ((ObjectNode) node).put("ok", false).set("error", Failure.describe(failure, mapper));
      } finally {
        EngineState.clear();
      }
    }
  }
}
