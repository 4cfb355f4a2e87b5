/** A tagged PDF gets what is known, loses placeholders, and comes with a report. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import octavo.host.TestPdf;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureElement;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureTreeRoot;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationSquareCircle;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationSquare;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaggedPdfTest {
  private static final String WORD = TestPdf.text("", 20, 170, "word");
  private static final String PICTURE = "q 100 0 0 80 20 40 cm "
      + "BI /W 2 /H 2 /CS /G /BPC 8 /F /AHx ID 00FFFF00> EI Q ";

  private final ObjectMapper mapper = new ObjectMapper();
  private JsonNode report;

  @TempDir
  Path directory;

  private interface Change {
    void to(PDDocument document) throws IOException;
  }

  private Path write(Change change, String... contents) throws IOException {
    Path plain = directory.resolve("plain.pdf");
    Path file = directory.resolve("document.pdf");
    TestPdf.write(plain, contents);
    try (PDDocument document = Loader.loadPDF(plain.toFile())) {
      change.to(document);
      document.setDocumentId(1L);
      document.save(file.toFile());
    }
    return file;
  }

  private PDDocument tag(Path file, String options, long checkMs) throws IOException {
    String request = """
        {"op": "convert", "input": "%s", "out": "%s", "hidden_text_ms": 0, "accessibility_ms": %d, "pages_wanted": 1,
          "options": {"format": ["tagged-pdf"], "reading_order": "xycut", "table_method": "default",
          "image_output": "off", "image_format": "png", "replace_invalid_chars": " "%s}}"""
        .formatted(file, directory, checkMs, options);
    ObjectNode reply = mapper.createObjectNode();
    Conversion.run(mapper.readTree(request), reply, (stage, page, of) -> {});
    assertTrue(reply.path("outputs").path(0).path("ok").asBoolean(), reply.toString());
    report = mapper.readTree(directory.resolve("accessibility.json").toFile());
    return Loader.loadPDF(directory.resolve("document_tagged.pdf").toFile());
  }

  private PDDocument tag(Path file, String options) throws IOException {
    return tag(file, options, 60_000);
  }

  private List<String> entries(String list, String... names) {
    return StreamSupport.stream(report.path(list).spliterator(), false).map(entry -> {
      List<String> values = new ArrayList<>();
      for (String name : names) {
        values.add(entry.path(name).asText());
      }
      return String.join(" ", values);
    }).toList();
  }

  private JsonNode task(String what) {
    return StreamSupport.stream(report.path("to_do").spliterator(), false)
        .filter(entry -> entry.path("what").asText().equals(what)).findFirst().orElseThrow();
  }

  private static List<COSDictionary> elements(PDDocument document, String type) {
    return document.getDocument().getObjectsByType(COSName.getPDFName("StructElem")).stream()
        .map(object -> (COSDictionary) object.getObject())
        .filter(element -> type.equals(element.getNameAsString(COSName.S))).toList();
  }

  private static String metadataOf(PDDocument document) throws IOException {
    return new String(document.getDocumentCatalog().getMetadata().toByteArray(), StandardCharsets.UTF_8);
  }

  @Test
  void writesWhatTheDocumentAndTheOptionSay() throws IOException {
    Path file = write(document -> document.getDocumentInformation().setTitle("Annual <report> & more"), WORD);
    try (PDDocument tagged = tag(file, ", \"language\": \"de-CH\"")) {
      assertEquals("de-CH", tagged.getDocumentCatalog().getLanguage());
      assertTrue(tagged.getDocumentCatalog().getMarkInfo().isMarked());
      assertTrue(tagged.getDocumentCatalog().getViewerPreferences().displayDocTitle());
      assertTrue(metadataOf(tagged).contains("Annual &lt;report&gt; &amp; more"), metadataOf(tagged));
      // A standard font is not embedded, so the document does not pass, and must not claim that it does.
      assertFalse(metadataOf(tagged).contains("pdfuaid"), metadataOf(tagged));
    }
    assertEquals(List.of("marked true structure", "language de-CH option", "title Annual <report> & more document",
        "display_title true document"), entries("written", "what", "value", "from"));
    assertFalse(report.path("after").path("passes").asBoolean());
    assertEquals(List.of("fonts", "reading_order"), entries("to_do", "what"));
    assertTrue(report.path("checked_by").asText().matches("veraPDF \\d+\\.\\d+\\.\\d+"), report.path("checked_by").asText());
  }

  @Test
  void findsContentThatIsNeitherTaggedNorAnArtifact() throws IOException {
    Path file = write(document -> {}, "120 20 30 40 re f /Artifact BMC 5 5 10 10 re f EMC 20 20 50 60 re f");
    tag(file, "").close();
    JsonNode failure = StreamSupport.stream(report.path("before").path("failures").spliterator(), false)
        .filter(entry -> entry.path("clause").asText().equals("7.1-3")).findFirst().orElseThrow();
    assertEquals("[[120.0,20.0,150.0,60.0], [20.0,20.0,70.0,80.0]]", failure.path("places").findValues("box").toString());
  }

  /** A drawing and no text, so that nothing is left that a program cannot know. */
  private Path passing() throws IOException {
    Path file = write(document -> document.getDocumentInformation().setTitle("A square"), "20 20 50 50 re f");
    tag(file, ", \"language\": \"en\"").close();
    return directory.resolve("document_tagged.pdf");
  }

  @Test
  void claimsToConformWhenAllRulesPass() throws IOException {
    try (PDDocument tagged = Loader.loadPDF(passing().toFile())) {
      assertTrue(metadataOf(tagged).contains("<pdfuaid:part>1</pdfuaid:part>"), metadataOf(tagged));
    }
    assertFalse(report.path("before").path("passes").asBoolean());
    assertTrue(report.path("after").path("passes").asBoolean(), report.path("after").toString());
    assertTrue(entries("written", "what", "from").contains("pdfua_identifier checks"));
  }

  @Test
  void keepsTheTagsOfASourceThatPasses() throws IOException {
    byte[] source = Files.readAllBytes(passing());
    Path file = directory.resolve("document.pdf");
    Files.write(file, source);
    tag(file, ", \"language\": \"en\"").close();
    assertArrayEquals(source, Files.readAllBytes(directory.resolve("document_tagged.pdf")));
    assertTrue(report.path("before").path("passes").asBoolean() && report.path("after").path("passes").asBoolean());
    assertEquals("[]", report.path("written").toString());
  }

  @Test
  void inventsNoLanguageAndNoTitle() throws IOException {
    try (PDDocument tagged = tag(write(document -> {}, PICTURE), "")) {
      assertNull(tagged.getDocumentCatalog().getLanguage());
      assertNull(tagged.getDocumentCatalog().getMetadata());
    }
    assertEquals(List.of("title", "alternative_text", "reading_order"), entries("to_do", "what"));
  }

  @Test
  void saysThatATitleIsInferredFromTheFirstHeading() throws IOException {
    try (PDDocument tagged = tag(write(document -> {}, WORD), "")) {
      assertNull(tagged.getDocumentCatalog().getLanguage());
    }
    assertTrue(entries("written", "what", "value", "from").contains("title word first_heading"), report.path("written").toString());
    assertEquals(List.of("language", "fonts", "reading_order"), entries("to_do", "what"));
    JsonNode place = report.path("to_do").path(0).path("places").path(0);
    assertEquals(1, place.path("page").asInt());
    assertEquals(20, place.path("box").path(0).asDouble(), 1);
  }

  @Test
  void removesPlaceholdersAndSaysWhereTextsAreMissing() throws IOException {
    Path file = write(document -> {
      PDAnnotationSquareCircle square = new PDAnnotationSquare();
      square.setRectangle(new PDRectangle(150, 20, 30, 30));
      document.getPage(0).setAnnotations(List.of(square));
    }, WORD + PICTURE);
    try (PDDocument tagged = tag(file, "")) {
      assertEquals(1, elements(tagged, "Figure").size());
      assertFalse(elements(tagged, "Figure").get(0).containsKey(COSName.ALT));
      assertFalse(elements(tagged, "Annot").get(0).containsKey(COSName.ALT));
      assertNull(tagged.getPage(0).getAnnotations().get(0).getContents());
      assertEquals("S", tagged.getPage(0).getCOSObject().getNameAsString("Tabs"));
    }
    assertTrue(entries("written", "what", "count").contains("alternative_text_removed 2"), report.path("written").toString());
    JsonNode task = task("alternative_text");
    assertEquals("{\"page\":1,\"box\":[20.0,40.0,120.0,120.0]}", task.path("places").path(0).toString());
  }

  /** One figure around the picture, whose text an author wrote. */
  private static void tagPicture(PDDocument document) {
    PDPage page = document.getPage(0);
    PDStructureTreeRoot root = new PDStructureTreeRoot();
    PDStructureElement figure = new PDStructureElement("Figure", root);
    figure.setPage(page);
    figure.setAlternateDescription("A chessboard of four fields");
    figure.getCOSObject().setItem(COSName.K, COSInteger.get(7));
    root.appendKid(figure);
    document.getDocumentCatalog().setStructureTreeRoot(root);
  }

  @Test
  void keepsTheAlternativeTextsOfTheSource() throws IOException {
    Path file = write(TaggedPdfTest::tagPicture, WORD + "/Figure <</MCID 7>> BDC " + PICTURE + "EMC ");
    try (PDDocument tagged = tag(file, "")) {
      COSDictionary root = tagged.getDocumentCatalog().getStructureTreeRoot().getCOSObject();
      assertEquals(List.of("A chessboard of four fields"), altsBelow(root));
    }
    assertFalse(entries("to_do", "what").contains("alternative_text"));
  }

  private static List<String> altsBelow(COSDictionary element) {
    List<String> found = new ArrayList<>();
    if (element.containsKey(COSName.ALT)) {
      found.add(element.getString(COSName.ALT));
    }
    COSBase kids = element.getDictionaryObject(COSName.K);
    for (int at = 0; kids instanceof COSArray array && at < array.size(); at++) {
      if (array.getObject(at) instanceof COSDictionary kid) {
        found.addAll(altsBelow(kid));
      }
    }
    return found;
  }

  @Test
  void namesPagesAsTheSourceDoes() throws IOException {
    Path file = write(document -> {}, WORD, WORD + PICTURE, WORD);
    try (PDDocument tagged = tag(file, ", \"pages\": \"2\"")) {
      assertEquals(1, tagged.getNumberOfPages());
    }
    assertEquals(2, task("alternative_text").path("places").path(0).path("page").asInt());
  }

  @Test
  void dropsAClaimThatIsNotTrue() throws IOException {
    String claim = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" xmlns:dc="http://purl.org/dc/elements/1.1/">
        <pdfuaid:part>1</pdfuaid:part><dc:language><rdf:Bag><rdf:li>fr</rdf:li></rdf:Bag></dc:language>
        </rdf:Description></rdf:RDF></x:xmpmeta>""";
    Path file = write(document -> {
      PDStream stream = new PDStream(document);
      try (OutputStream out = stream.createOutputStream()) {
        out.write(claim.getBytes(StandardCharsets.UTF_8));
      }
      document.getDocumentCatalog().getCOSObject().setItem(COSName.METADATA, stream);
    }, WORD);
    try (PDDocument tagged = tag(file, "")) {
      assertFalse(metadataOf(tagged).contains("pdfuaid:part"), metadataOf(tagged));
      assertEquals("fr", tagged.getDocumentCatalog().getLanguage());
    }
    assertTrue(entries("written", "what", "value", "from").contains("language fr document"));
  }

  @Test
  void withoutTimeForChecksThePdfIsStillWritten() throws IOException {
    try (PDDocument tagged = tag(write(document -> {}, WORD + PICTURE), "", 0)) {
      assertFalse(elements(tagged, "Figure").get(0).containsKey(COSName.ALT));
    }
    assertTrue(report.path("before").isNull() && report.path("after").isNull());
    assertFalse(report.path("after_error").asText().isEmpty());
    assertTrue(entries("to_do", "what", "count").contains("alternative_text 1"));
  }

  @Test
  void theSameInputGivesTheSameBytes() throws IOException {
    Path file = write(document -> document.getDocumentInformation().setTitle("Same"), WORD + PICTURE);
    tag(file, "").close();
    byte[] first = Files.readAllBytes(directory.resolve("document_tagged.pdf"));
    byte[] firstReport = Files.readAllBytes(directory.resolve("accessibility.json"));
    tag(file, "").close();
    assertArrayEquals(first, Files.readAllBytes(directory.resolve("document_tagged.pdf")));
    assertArrayEquals(firstReport, Files.readAllBytes(directory.resolve("accessibility.json")));
  }
}
