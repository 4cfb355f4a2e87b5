/** Text that annotations show is part of the extraction if a reader can see it. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import octavo.host.TestPdf;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationFreeText;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationWidget;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceDictionary;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAppearanceStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnnotationTextTest {
  private final ObjectMapper mapper = new ObjectMapper();

  @TempDir
  Path directory;

  /** On a page with nothing else, in the rectangle from (50, 100) to (150, 140). */
  private JsonNode[] extract(PDAnnotation annotation, String appearance, String options) throws IOException {
    Path plain = directory.resolve("plain.pdf");
    Path file = directory.resolve("document.pdf");
    TestPdf.write(plain, "");
    try (PDDocument document = Loader.loadPDF(plain.toFile())) {
      annotation.setRectangle(new PDRectangle(50, 100, 100, 40));
      if (appearance != null) {
        PDAppearanceStream stream = new PDAppearanceStream(document);
        stream.setBBox(new PDRectangle(0, 0, 100, 40));
        stream.setResources(document.getPage(0).getResources());
        try (OutputStream out = stream.getCOSObject().createOutputStream()) {
          out.write(appearance.getBytes(StandardCharsets.US_ASCII));
        }
        PDAppearanceDictionary states = new PDAppearanceDictionary();
        states.setNormalAppearance(stream);
        annotation.setAppearance(states);
      }
      document.getPage(0).setAnnotations(List.of(annotation));
      document.save(file.toFile());
    }
    String request = """
        {"op": "convert", "input": "%s", "out": "%s", "extraction": true, "hidden_text_ms": 9000, "options": {
          "format": [], "reading_order": "xycut", "table_method": "default", "image_output": "off",
          "image_format": "png", "replace_invalid_chars": " "%s}}"""
        .formatted(file, directory, options);
    ObjectNode reply = mapper.createObjectNode();
    Conversion.run(mapper.readTree(request), reply, (stage, page, of) -> {});
    JsonNode page = mapper.readTree(Files.readAllLines(directory.resolve("extraction.ndjson")).get(1));
    return new JsonNode[] {page, reply};
  }

  private JsonNode extract(PDAnnotation annotation, String appearance) throws IOException {
    return extract(annotation, appearance, "")[0];
  }

  private static String textOf(JsonNode page) {
    return String.join("|", page.path("texts").findValuesAsText("text"));
  }

  private static PDAnnotation freeText() {
    PDAnnotationFreeText annotation = new PDAnnotationFreeText();
    annotation.setContents("contents");
    return annotation;
  }

  private static String twoLines(String setup) {
    return TestPdf.text(setup, 5, 25, "first") + TestPdf.text(setup, 5, 8, "second");
  }

  @Test
  void freeTextIsWrittenAsItIsDrawn() throws IOException {
    JsonNode[] found = extract(freeText(), twoLines(""), "");
    assertEquals("first|second", textOf(found[0]));
    assertEquals("{}", found[0].path("not_carried").toString());
    assertEquals("[]", found[1].path("empty_pages").toString());
    JsonNode box = found[0].path("texts").path(0).path("box");
    assertTrue(box.path(0).asDouble() >= 54 && box.path(2).asDouble() <= 150, box.toString());
    assertTrue(box.path(1).asDouble() >= 100 && box.path(3).asDouble() <= 140, box.toString());
  }

  private static PDAnnotation field(String value) {
    PDAnnotation field = new PDAnnotationWidget();
    field.getCOSObject().setName(COSName.FT, "Tx");
    field.getCOSObject().setString(COSName.T, "name");
    field.getCOSObject().setString(COSName.V, value);
    return field;
  }

  @Test
  void aPageIsNotEmptyIfAFieldIsFilledIn() throws IOException {
    assertEquals("[]", extract(field("Ann"), null, "")[1].path("empty_pages").toString());
    assertEquals("[1]", extract(field(""), null, "")[1].path("empty_pages").toString());
  }

  @Test
  void textThatCannotBeSeenIsOnlyCounted() throws IOException {
    PDAnnotation clear = freeText();
    clear.getCOSObject().setFloat(COSName.CA, 0);
    assertOnlyCounted(extract(clear, twoLines("")));
    assertOnlyCounted(extract(freeText(), twoLines("1 g")));
    assertOnlyCounted(extract(freeText(), twoLines("3 Tr")));
    assertOnlyCounted(extract(freeText(), twoLines("/Clear gs")));
    assertOnlyCounted(extract(freeText(), TestPdf.text("", 5, 80, "outside")));
    assertOnlyCounted(extract(freeText(), null));
  }

  private static void assertOnlyCounted(JsonNode page) {
    assertTrue(page.path("texts").isMissingNode(), page.toString());
    assertEquals("{\"annotations\":1}", page.path("not_carried").toString());
  }

  @Test
  void aHiddenAnnotationStaysOut() throws IOException {
    PDAnnotation hidden = freeText();
    hidden.setHidden(true);
    JsonNode page = extract(hidden, twoLines(""));
    assertTrue(page.path("texts").isMissingNode());
    assertEquals("{}", page.path("not_carried").toString());
  }

  @Test
  void whatASignatureShowsIsText() throws IOException {
    PDAnnotationWidget signature = new PDAnnotationWidget();
    signature.getCOSObject().setName(COSName.FT, "Sig");
    signature.getCOSObject().setString(COSName.T, "signature");
    JsonNode page = extract(signature, TestPdf.text("", 5, 25, "Signed by Ann"));
    assertEquals("Signed by Ann", textOf(page));
    assertEquals("signature", page.path("fields").path(0).path("field_type").asText());
  }

  @Test
  void sanitizeMasksIt() throws IOException {
    JsonNode page = extract(freeText(), TestPdf.text("", 1, 25, "ann@example.com"), ", \"sanitize\": true")[0];
    assertTrue(!textOf(page).isEmpty() && !page.toString().contains("ann@example.com"), page.toString());
  }
}
