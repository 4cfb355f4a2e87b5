/** Recognizes the text of some pages and writes the whole document with it. A page that cannot be read keeps its content. */
package octavo.host.ocr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import octavo.host.protocol.Progress;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;

public final class Recognition {
  /** PDFBox derives the file identifier from this instead of the time. */
  private static final long DOCUMENT_ID = 1;

  private final JsonNode request;
  private final Path out;
  private final PDDocument document;
  private final GlyphlessFont font;
  private final TextLayer layer;
  private final PageReader reader;

  private Recognition(JsonNode request, PDDocument document) throws IOException {
    this.request = request;
    this.document = document;
    out = Path.of(request.path("out").asText());
    font = new GlyphlessFont(document);
    layer = new TextLayer(document, font);
    reader = new PageReader(
        readableInput(), Path.of(System.getProperty("java.io.tmpdir")), request.path("languages").asText(),
        request.path("cpu_ms").asLong(), request.path("page_ms").asLong(), request.path("memory_bytes").asLong());
  }

  public static void run(JsonNode request, ObjectNode reply, Progress progress) throws IOException, InterruptedException {
    try (PDDocument document = Loader.loadPDF(new File(request.path("input").asText()), request.path("password").asText(""))) {
      document.setAllSecurityToBeRemoved(true);
      new Recognition(request, document).run(reply, progress);
    }
  }

  /** Passwords do not go on command lines, so the program that draws pages gets a copy without encryption. */
  private Path readableInput() throws IOException {
    Path input = Path.of(request.path("input").asText());
    if (!document.isEncrypted()) {
      return input;
    }
    Path copy = out.resolve("plain.pdf");
    document.save(copy.toFile());
    return copy;
  }

  private void run(ObjectNode reply, Progress progress) throws IOException, InterruptedException {
    ArrayNode recognized = reply.putArray("recognized");
    ArrayNode failed = reply.putArray("unrecognized_pages");
    JsonNode pages = request.path("pages");
    try (WordRecords words = new WordRecords(out.resolve("recognized.ndjson"))) {
      for (int i = 0; i < pages.size(); i++) {
        progress.report("recognize", i, pages.size());
        int number = pages.get(i).path("page").asInt();
        try {
          recognized.add(recognize(number, pages.get(i), words));
        } catch (IOException | RuntimeException unreadable) {
          failed.add(number);
        }
      }
      progress.report("recognize", pages.size(), pages.size());
      words.end();
    }
    reply.put("not_reproducible", !reader.isReproducible());
    font.finish();
    document.setDocumentId(DOCUMENT_ID);
    document.save(out.resolve("recognized.pdf").toFile());
    Files.deleteIfExists(out.resolve("plain.pdf"));
  }

  private ObjectNode recognize(int number, JsonNode asked, WordRecords words) throws IOException, InterruptedException {
    RecognizedPage found = reader.read(number, document.getPage(number - 1).getCropBox());
    boolean used = found.letters() >= asked.path("letters_min").asInt();
    if (used) {
      write(number, found, asked.path("replace").asBoolean());
      words.write(number, found);
    }
    return JsonNodeFactory.instance.objectNode()
        .put("page", number).put("words", used ? found.words() : 0).put("confidence", found.confidence());
  }

  private void write(int number, RecognizedPage found, boolean replace) throws IOException, InterruptedException {
    PDPage page = document.getPage(number - 1);
    if (replace && found.words() > 0) {
      replaceContent(page, reader.photograph(number, page.getCropBox()));
    }
    layer.write(page, found);
  }

  /** The page becomes a picture of itself, so that its own text is not read a second time. */
  private void replaceContent(PDPage page, byte[] photograph) throws IOException {
    boolean sideways = page.getRotation() % 180 != 0;
    PDRectangle box = page.getCropBox();
    float width = sideways ? box.getHeight() : box.getWidth();
    float height = sideways ? box.getWidth() : box.getHeight();
    PDRectangle displayed = new PDRectangle(width, height);
    page.setRotation(0);
    page.setMediaBox(displayed);
    page.setCropBox(displayed);
    page.setResources(new PDResources());
    page.getCOSObject().removeItem(COSName.STRUCT_PARENTS);
    try (PDPageContentStream content = new PDPageContentStream(document, page, PDPageContentStream.AppendMode.OVERWRITE, true)) {
      content.drawImage(JPEGFactory.createFromByteArray(document, photograph), 0, 0, width, height);
    }
  }
}
