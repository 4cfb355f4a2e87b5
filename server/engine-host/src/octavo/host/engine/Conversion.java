/** Converts one document: extracts it once, then writes each output separately, so that a failing format does not affect the others. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import octavo.host.engine.accessibility.TaggedPdf;
import octavo.host.engine.patches.ChosenPage;
import octavo.host.protocol.Deadline;
import octavo.host.protocol.Failure;
import octavo.host.protocol.Progress;
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.processors.DocumentProcessor;
import org.opendataloader.pdf.processors.ExtractionResult;
import org.verapdf.pd.PDDocument;
import org.verapdf.tools.StaticResources;

public final class Conversion {
  /** Tagging changes the open document, so it comes last. */
  private static final List<String> ORDER =
      List.of("images", "extraction", "annotated-pdf", "tagged-pdf");

  private final JsonNode request;
  private final ObjectNode reply;
  private final Progress progress;
  private final ObjectMapper mapper = new ObjectMapper();
  private final Set<String> formats = new LinkedHashSet<>();
  private final int pagesWanted;

  private Conversion(JsonNode request, ObjectNode reply, Progress progress) {
    this.request = request;
    this.reply = reply;
    this.progress = progress;
    this.pagesWanted = request.path("pages_wanted").asInt();
    request.path("options").path("format").forEach(name -> formats.add(name.asText()));
    if (request.path("extraction").asBoolean()) {
      formats.add("extraction");
    }
  }

  public static void run(JsonNode request, ObjectNode reply, Progress progress) throws IOException {
    if (request.path("simple").asBoolean()) {
      SimpleConversion.run(request, reply);
    } else {
      new Conversion(request, reply, progress).run();
    }
  }

  private void run() throws IOException {
    File input = new File(request.path("input").asText());
    ContentFilters filters = new ContentFilters(input, request, page -> progress.report("draw", 0, pagesWanted));
    Config config = EngineConfig.read(request, page -> progress.report("layout", page, pagesWanted), filters::begin);
    ArrayNode outputs = reply.putArray("outputs");
    long checkMs = request.path("accessibility_ms").asLong();
    Deadline checks = checkMs > 0 ? new Deadline(checkMs) : null;
    ChosenPage.choose(config.isUseStructTree() ? List.of() : config.getPageNumbers());
    try (GarbledPages garbled = GarbledPages.listen()) {
      long start = System.nanoTime();
      ExtractionResult extraction = DocumentProcessor.extractContents(input.getPath(), config);
      filters.end();
      reply.put("pages", StaticResources.getDocument().getNumberOfPages());
      PageSignals.measure(extraction.getContents(), config, garbled.numbers(), reply);
      long extracted = System.nanoTime();
      OutputWriters writers = new OutputWriters(request, config, extraction, formats, progress, checks);
      int written = 0;
      for (String format : ORDER) {
        if (formats.contains(format) || (format.equals("images") && writers.imagesNeeded())) {
          progress.report("write", written++, formats.size());
          outputs.add(write(writers, format));
        }
      }
      PageSignals.fill(writers.annotatedPages(), reply);
      reply.put("images_missing", writers.imagesMissing());
      filters.report(config, reply);
      report(writers.tagging());
      reply.put("extract_ms", (extracted - start) / 1_000_000).put("write_ms", (System.nanoTime() - extracted) / 1_000_000);
    } finally {
      EngineState.clear();
    }
    countPagesOfPdfs(outputs);
  }

  private void report(TaggedPdf.Outcome tagging) {
    if (tagging.stoppedByClock()) {
      reply.put("not_reproducible", true);
    }
    if (tagging.tainted()) {
      reply.put("tainted", true);
    }
  }

  private ObjectNode write(OutputWriters writers, String format) {
    ObjectNode node = mapper.createObjectNode().put("format", format);
    try {
      writers.write(format);
      // Several writers catch their own errors and return, so a missing file is the only sign. Without images there is no directory.
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

  /** Opens each PDF that was written again: a truncated file or a lost page is noticed nowhere else. */
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
