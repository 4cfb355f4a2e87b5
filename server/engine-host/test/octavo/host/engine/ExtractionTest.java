/** A conversion writes what is on the pages and what the PDF says besides. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import octavo.host.TestPdf;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.interactive.action.PDActionURI;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExtractionTest {
  private final ObjectMapper mapper = new ObjectMapper();

  /** Two areas with a text between them, then a line. */
  private static final String AREAS =
      "20 20 60 30 re f " + TestPdf.text("", 30, 30, "on") + "80 20 40 30 re f " + TestPdf.text("", 90, 30, "it")
          + "20 60 100 1 re f ";

  @TempDir
  Path directory;

  /** Two pages: the first cropped and turned, with a link on its word and a form field, the second plain. */
  private Path document() throws IOException {
    Path file = directory.resolve("document.pdf");
    TestPdf.write(file, TestPdf.text("", 60, 80, "mail"), TestPdf.text("", 20, 100, "second") + AREAS);
    Path changed = directory.resolve("changed.pdf");
    try (PDDocument document = Loader.loadPDF(file.toFile())) {
      document.getDocumentInformation().setTitle("Write to ann@example.com");
      PDPage page = document.getPage(0);
      page.setCropBox(new PDRectangle(50, 50, 100, 60));
      page.setRotation(90);
      PDAnnotationLink link = new PDAnnotationLink();
      link.setRectangle(new PDRectangle(60, 77, 22, 14));
      PDActionURI action = new PDActionURI();
      action.setURI("mailto:ann@example.com");
      link.setAction(action);
      PDAnnotationWidget field = new PDAnnotationWidget();
      field.setRectangle(new PDRectangle(60, 60, 30, 10));
      field.getCOSObject().setName(COSName.FT, "Tx");
      field.getCOSObject().setString(COSName.T, "contact");
      field.getCOSObject().setString(COSName.V, "ann@example.com");
      page.setAnnotations(List.of(link, field));
      document.save(changed.toFile());
    }
    Files.move(changed, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    return file;
  }

  private List<JsonNode> extract(String options) throws IOException {
    String request = """
        {"op": "convert", "input": "%s", "out": "%s", "extraction": true, "hidden_text_ms": 9000, "options": {
          "format": [], "reading_order": "xycut", "table_method": "default", "image_output": "off",
          "image_format": "png", "replace_invalid_chars": " "%s}}"""
        .formatted(document(), directory, options);
    ObjectNode reply = mapper.createObjectNode();
    Conversion.run(mapper.readTree(request), reply, (stage, page, of) -> {});
    assertEquals("[{\"format\":\"extraction\",\"ok\":true}]", reply.path("outputs").toString());
    List<JsonNode> records = new ArrayList<>();
    for (String line : Files.readAllLines(directory.resolve("extraction.ndjson"))) {
      records.add(mapper.readTree(line));
    }
    return records;
  }

  private static String textOf(JsonNode page) {
    return String.join("", page.findValuesAsText("text"));
  }

  @Test
  void theDocumentThenItsPagesThenTheEnd() throws IOException {
    List<JsonNode> records = extract("");
    assertEquals(List.of("document", "page", "page", "end"), records.stream().map(one -> one.path("record").asText()).toList());
    assertEquals(2, records.get(0).path("page_count").asInt());
    assertEquals("mail", textOf(records.get(1)));
    assertTrue(textOf(records.get(2)).contains("second"));
    assertEquals(2, records.get(3).path("pages").asInt());
  }

  @Test
  void onlyTheChosenPagesAreWritten() throws IOException {
    List<JsonNode> records = extract(", \"pages\": \"2\"");
    assertEquals(3, records.size());
    assertEquals(2, records.get(0).path("page_count").asInt());
    assertEquals(2, records.get(1).path("page").asInt());
    assertEquals(1, records.get(2).path("pages").asInt());
  }

  @Test
  void everythingIsOnTheDisplayedPage() throws IOException {
    JsonNode page = extract("").get(1);
    assertEquals(60, page.path("width").asInt());
    assertEquals(100, page.path("height").asInt());
    assertEquals(90, page.path("rotation").asInt());
    assertEquals("[[27,68,41,90]]", page.path("links").path(0).path("boxes").toString());
    assertEquals("[10,60,20,90]", page.path("fields").path(0).path("box").toString());
    JsonNode word = page.path("elements").path(0).path("box");
    assertTrue(word.path(0).asDouble() >= 26 && word.path(2).asDouble() <= 42, word.toString());
    assertTrue(word.path(1).asDouble() >= 66 && word.path(3).asDouble() <= 91, word.toString());
  }

  @Test
  void areasHaveBoxesAndThinOnesAreRules() throws IOException {
    JsonNode page = extract("").get(2);
    assertEquals("[[20,20,80,50],[80,20,120,50]]", boxes(page.path("fills")));
    assertEquals("[[20,60,120,61]]", boxes(page.path("rules")));
    assertEquals("[]", boxes(extract("").get(1).path("fills")));
    assertTrue(page.path("structure").isMissingNode(), "the document is not tagged");
  }

  private static String boxes(JsonNode drawn) {
    // The engine may have a line twice.
    return drawn.findValues("box").stream().distinct().toList().toString().replace(" ", "");
  }

  @Test
  void fieldsAndLinksHaveTheirValues() throws IOException {
    JsonNode page = extract("").get(1);
    assertEquals("mailto:ann@example.com", page.path("links").path(0).path("url").asText());
    JsonNode field = page.path("fields").path(0);
    assertEquals("contact text ann@example.com",
        field.path("name").asText() + " " + field.path("field_type").asText() + " " + field.path("value").asText());
  }

  @Test
  void sanitizeMasksWhatIsNotPageTextAsWell() throws IOException {
    List<JsonNode> records = extract(", \"sanitize\": true");
    assertEquals("[]", records.get(1).path("links").toString());
    assertEquals(1, records.get(1).path("fields").size());
    assertFalse(records.toString().contains("ann@example.com"), records.toString());
    assertTrue(records.get(0).path("title").asText().startsWith("Write to "));
  }
}
