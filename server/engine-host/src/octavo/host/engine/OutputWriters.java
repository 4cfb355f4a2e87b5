/** The writers of the engine's outputs, each callable separately on one extraction. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import octavo.host.engine.accessibility.TaggedPdf;
import octavo.host.engine.extraction.ExtractionFile;
import octavo.host.protocol.Deadline;
import octavo.host.protocol.Progress;
import octavo.host.selection.PageSelection;
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.containers.StaticLayoutContainers;
import org.opendataloader.pdf.pdf.PDFLayer;
import org.opendataloader.pdf.pdf.PDFWriter;
import org.opendataloader.pdf.processors.ExtractionResult;
import org.opendataloader.pdf.utils.ImagesUtils;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;

final class OutputWriters {
  private static final Map<String, String> FILES = Map.of(
      "tagged-pdf", "document_tagged.pdf",
      "annotated-pdf", "document_annotated.pdf",
      "images", "images",
      "extraction", ExtractionFile.NAME);

  private final File input;
  private final Config config;
  private final ExtractionResult extraction;
  private final Set<String> formats;
  private final boolean countsAttachments;
  private final Path out;
  private final String language;
  private final Deadline checks;
  private final Progress progress;
  private int imagesMissing;
  private Set<Integer> annotatedPages = Set.of();
  private TaggedPdf.Outcome tagging = new TaggedPdf.Outcome(false, false);

  /** `checks` is null if nothing is to be checked. */
  OutputWriters(
      JsonNode request, Config config, ExtractionResult extraction, Set<String> formats, Progress progress, Deadline checks) {
    this.progress = progress;
    this.input = new File(request.path("input").asText());
    this.language = request.path("options").path("language").asText(null);
    this.checks = checks;
    this.config = config;
    this.extraction = extraction;
    this.formats = formats;
    this.countsAttachments = request.path("counts_attachments").asBoolean(true);
    this.out = Path.of(config.getOutputFolder());
  }

  static String fileName(String format) {
    return FILES.get(format);
  }

  /** Image links and embedded images need the image files, even if the client did not ask for them. */
  boolean imagesNeeded() {
    return formats.contains("images") || (formats.contains("extraction") && !config.isImageOutputOff());
  }

  void write(String format) throws IOException {
    switch (format) {
      case "images" -> writeImages();
      case "extraction" -> annotatedPages = ExtractionFile.write(out, config, extraction.getContents(), countsAttachments);
      case "annotated-pdf" -> {
        orderedWriter().updatePDF(input, config.getPassword(), out.toString(), extraction.getContents());
        StableFileId.apply(out.resolve(FILES.get(format)), input.toPath());
        cutPages(format);
      }
      case "tagged-pdf" -> {
        TaggedPdf.Request request = new TaggedPdf.Request(
            input, out.resolve(FILES.get(format)), language, config.getPageNumbers(), checks);
        tagging = TaggedPdf.write(request, extraction.getContents(), new TaggingSurroundings());
      }
      default -> throw new IllegalArgumentException("unknown format");
    }
  }

  /** The engine writes all pages of the document. */
  private void cutPages(String format) throws IOException {
    Path file = out.resolve(FILES.get(format));
    if (!config.getPageNumbers().isEmpty() && Files.exists(file)) {
      PageSelection.apply(file, new HashSet<>(config.getPageNumbers()));
      StableFileId.apply(file, input.toPath());
    }
  }

  /** How the tagged PDF was written, if it was requested. */
  TaggedPdf.Outcome tagging() {
    return tagging;
  }

  private final class TaggingSurroundings implements TaggedPdf.Surroundings {
    @Override
    public void cutPages() throws IOException {
      OutputWriters.this.cutPages("tagged-pdf");
    }

    @Override
    public void checkBegins() {
      progress.report("check", 0, formats.size());
    }

    @Override
    public void checkEnded() {
      progress.report("write", formats.size() - 1, formats.size());
    }

    @Override
    public void clearThread() {
      EngineState.clear();
    }
  }

  /** Pages, from 1, on which annotations show text or filled fields show values that were written. */
  Set<Integer> annotatedPages() {
    return annotatedPages;
  }

  /** The number of images that the engine could not decode. It does not report them itself. */
  int imagesMissing() {
    return imagesMissing;
  }

  private static int filesIn(Path directory) {
    String[] names = directory.toFile().list();
    return names == null ? 0 : names.length;
  }

  /** The writer keeps its layers in a hash map whose order differs between JVMs; a tree map makes the output reproducible. */
  private static PDFWriter orderedWriter() throws IOException {
    try {
      PDFWriter writer = new PDFWriter();
      Field layers = PDFWriter.class.getDeclaredField("optionalContents");
      layers.setAccessible(true);
      layers.set(writer, new TreeMap<PDFLayer, Object>());
      return writer;
    } catch (ReflectiveOperationException changed) {
      throw new IOException("the engine is not the version this host was written for", changed);
    }
  }

  /** Writes images once. Embedded ones stay in memory for the writers, and are also written to files if requested. */
  private void writeImages() throws IOException {
    Path directory = out.resolve(FILES.get("images"));
    StaticLayoutContainers.setImagesDirectory(directory.toString());
    StaticLayoutContainers.setImageFormat(config.getImageFormat());
    new ImagesUtils(config.getImageResolution()).write(extraction.getContents());
    // Frees the second copy of the document: the writers that follow need the memory.
    StaticContainers.closeImagesUtils();
    int found = StaticLayoutContainers.incrementImageIndex() - 1;
    StaticLayoutContainers.resetImageIndex();
    imagesMissing = found - (config.isEmbedImages() ? StaticLayoutContainers.getEmbeddedImageBytesMap().size() : filesIn(directory));
    if (config.isEmbedImages() && (formats.contains("images") || formats.contains("extraction"))) {
      Files.createDirectories(directory);
      for (Map.Entry<String, byte[]> image : StaticLayoutContainers.getEmbeddedImageBytesMap().entrySet()) {
        Files.write(Path.of(image.getKey()), image.getValue());
      }
    }
  }
}
