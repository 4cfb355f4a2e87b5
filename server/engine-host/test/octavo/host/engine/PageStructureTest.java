/** What the structure tree says about a page is written beside its elements, whatever state the tree is in. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import octavo.host.TestPdf;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSFloat;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureElement;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureNode;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureTreeRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageStructureTest {
  private final ObjectMapper mapper = new ObjectMapper();
  private final PDStructureTreeRoot root = new PDStructureTreeRoot();
  private final List<PDStructureElement> byMark = new ArrayList<>();
  private final StringBuilder content = new StringBuilder();
  /** The root of the parent tree, from the node with the entries. */
  private UnaryOperator<COSDictionary> aboveParents = UnaryOperator.identity();

  @TempDir
  Path directory;

  private static PDStructureElement element(PDStructureNode parent, String type) {
    PDStructureElement element = new PDStructureElement(type, parent);
    parent.appendKid(element);
    return element;
  }

  /** Content with the next identifier, as the only content of the element. */
  private void mark(PDStructureElement element, String operators) {
    content.append("/").append(element.getStructureType()).append(" <</MCID ").append(byMark.size()).append(">> BDC ")
        .append(operators).append(" EMC ");
    byMark.add(element);
  }

  private static void attribute(PDStructureElement element, String name, int value) {
    COSDictionary attributes = new COSDictionary();
    attributes.setName(COSName.O, "Table");
    attributes.setInt(COSName.getPDFName(name), value);
    // A revision number follows each dictionary of an array.
    COSArray all = new COSArray();
    all.add(new COSDictionary());
    all.add(attributes);
    all.add(COSInteger.ZERO);
    element.getCOSObject().setItem(COSName.A, all);
  }

  private JsonNode structureOf(String options) throws IOException {
    Path file = directory.resolve("plain.pdf");
    TestPdf.write(file, content.toString());
    Path tagged = directory.resolve("tagged.pdf");
    try (PDDocument document = Loader.loadPDF(file.toFile())) {
      COSArray parents = new COSArray();
      byMark.forEach(element -> parents.add(element == null ? null : element.getCOSObject()));
      COSArray nums = new COSArray();
      nums.add(COSInteger.ZERO);
      nums.add(parents);
      COSDictionary tree = new COSDictionary();
      tree.setItem(COSName.NUMS, nums);
      root.getCOSObject().setItem(COSName.PARENT_TREE, aboveParents.apply(tree));
      document.getDocumentCatalog().setStructureTreeRoot(root);
      document.getPage(0).setStructParents(0);
      document.save(tagged.toFile());
    }
    String request = """
        {"op": "convert", "input": "%s", "out": "%s", "extraction": true, "hidden_text_ms": 9000, "options": {
          "format": [], "reading_order": "xycut", "table_method": "default", "image_output": "off",
          "image_format": "png", "replace_invalid_chars": " "%s}}""".formatted(tagged, directory, options);
    ObjectNode reply = mapper.createObjectNode();
    Conversion.run(mapper.readTree(request), reply, (stage, page, of) -> {});
    assertEquals("[{\"format\":\"extraction\",\"ok\":true}]", reply.path("outputs").toString());
    return mapper.readTree(Files.readAllLines(directory.resolve("extraction.ndjson")).get(1)).path("structure");
  }

  @Test
  void headingsHaveTheLevelOfTheirStandardType() throws IOException {
    root.setRoleMap(Map.of("Heading", "Section", "Section", "H2"));
    mark(element(root, "Heading"), TestPdf.text("", 20, 150, "first") + TestPdf.text("", 60, 150, "line") + TestPdf.text("", 20, 130, "second"));
    mark(element(element(root, "TOCI"), "H1"), TestPdf.text("", 20, 100, "entry"));
    mark(element(root, "P"), TestPdf.text("", 20, 80, "text"));
    JsonNode headings = structureOf("").path("headings");
    assertEquals(1, headings.size(), headings.toString());
    assertEquals(2, headings.path(0).path("level").asInt());
    JsonNode boxes = headings.path(0).path("boxes");
    assertEquals(2, boxes.size(), boxes.toString());
    assertTrue(boxes.path(0).path(0).asDouble() < 21 && boxes.path(0).path(2).asDouble() > 75, boxes.toString());
  }

  @Test
  void coverageCountsDecorationAndMissesWhatIsNotMarked() throws IOException {
    mark(element(root, "P"), TestPdf.text("", 20, 150, "tagged"));
    content.append("/Artifact <</Type /Pagination>> BDC ").append(TestPdf.text("", 20, 10, "footer")).append(" EMC ");
    content.append("/Artifact BMC ").append(TestPdf.text("", 20, 190, "header")).append(" EMC ");
    assertEquals(1, structureOf("").path("coverage").asDouble());
    content.append(TestPdf.text("", 20, 100, "untold"));
    assertEquals(0.75, structureOf("").path("coverage").asDouble());
  }

  @Test
  void figuresHaveTheTextAndTheBoxOfTheirAuthor() throws IOException {
    PDStructureElement figure = element(root, "Figure");
    figure.setAlternateDescription("A  chart\u0000");
    COSDictionary layout = new COSDictionary();
    COSArray box = new COSArray();
    for (float value : new float[] {110, 20, 10, 120.5f}) {
      box.add(new COSFloat(value));
    }
    layout.setItem(COSName.BBOX, box);
    figure.getCOSObject().setItem(COSName.A, layout);
    mark(figure, "20 20 60 30 re f");
    PDStructureElement bare = element(root, "Figure");
    bare.setAlternateDescription("  ");
    mark(bare, "20 160 60 30 re f");
    assertEquals("[{\"alt\":\"A chart\",\"box\":[10,20,110,120.5]}]", structureOf("").path("figures").toString());
  }

  @Test
  void cellsArePlacedAsInHtml() throws IOException {
    PDStructureElement table = element(root, "Table");
    PDStructureElement head = element(element(table, "THead"), "TR");
    PDStructureElement tall = element(head, "TH");
    attribute(tall, "RowSpan", 2);
    mark(tall, TestPdf.text("", 20, 150, "tall"));
    PDStructureElement wide = element(head, "TH");
    attribute(wide, "ColSpan", 2);
    mark(wide, TestPdf.text("", 80, 150, "wide"));
    PDStructureElement body = element(table, "TBody");
    PDStructureElement second = element(body, "TR");
    mark(element(second, "TD"), TestPdf.text("", 80, 130, "b"));
    mark(element(element(second, "TD"), "P"), TestPdf.text("", 120, 130, "c"));
    PDStructureElement third = element(body, "TR");
    mark(element(third, "TH"), TestPdf.text("", 20, 110, "row"));
    assertEquals(List.of("1:1 2x1 column", "1:2 1x2 column", "2:2 1x1 -", "2:3 1x1 -", "3:1 1x1 row"), cellsOfTheTable());
  }

  private List<String> cellsOfTheTable() throws IOException {
    List<String> cells = new ArrayList<>();
    for (JsonNode cell : structureOf("").path("tables").path(0).path("cells")) {
      cells.add(cell.path("row").asText() + ":" + cell.path("column").asText() + " " + cell.path("row_span").asText() + "x"
          + cell.path("column_span").asText() + " " + cell.path("header").asText("-"));
    }
    return cells;
  }

  @Test
  void rowsOnOtherPagesDoNotCount() throws IOException {
    PDStructureElement table = element(root, "Table");
    PDStructureElement head = element(table, "TR");
    mark(element(head, "TH"), TestPdf.text("", 20, 150, "repeated"));
    for (int row = 0; row < 20; row++) {
      element(element(table, "TR"), "TD");
    }
    PDStructureElement first = element(table, "TR");
    PDStructureElement tall = element(first, "TD");
    attribute(tall, "RowSpan", 3);
    mark(tall, TestPdf.text("", 20, 130, "tall"));
    element(table, "TR");
    mark(element(element(table, "TR"), "TD"), TestPdf.text("", 80, 110, "beside"));
    assertEquals(List.of("1:1 1x1 column", "2:1 2x1 -", "3:2 1x1 -"), cellsOfTheTable());
  }

  @Test
  void cellsBeyondTheLastColumnDoNotEndTheTable() throws IOException {
    PDStructureElement table = element(root, "Table");
    PDStructureElement first = element(table, "TR");
    PDStructureElement wide = element(first, "TD");
    attribute(wide, "ColSpan", 1_000);
    mark(wide, TestPdf.text("", 20, 150, "wide"));
    mark(element(first, "TD"), TestPdf.text("", 120, 150, "over"));
    mark(element(element(table, "TR"), "TD"), TestPdf.text("", 20, 130, "below"));
    assertEquals(List.of("1:1 1x200 -", "2:1 1x1 -"), cellsOfTheTable());
  }

  @Test
  void tablesWhoseRowsRepeatWithoutEndAreLeftOut() throws IOException {
    PDStructureElement table = element(root, "Table");
    PDStructureElement body = element(table, "TBody");
    PDStructureElement row = element(body, "TR");
    PDStructureElement cell = element(row, "TD");
    for (int count = 0; count < 5_000; count++) {
      table.appendKid(body);
      body.appendKid(row);
      row.appendKid(cell);
    }
    mark(cell, TestPdf.text("", 20, 150, "cell"));
    mark(element(root, "H1"), TestPdf.text("", 20, 100, "title"));
    JsonNode structure = assertTimeout(Duration.ofSeconds(20), () -> structureOf(""));
    assertEquals("[]", structure.path("tables").toString());
    assertEquals(1, structure.path("headings").size());
  }

  @Test
  void nodesOfTheParentTreeThatShareKidsAreReadOnce() throws IOException {
    mark(element(root, "H1"), TestPdf.text("", 20, 150, "title"));
    aboveParents = leaf -> {
      COSDictionary node = leaf;
      for (int depth = 0; depth < 60; depth++) {
        COSArray kids = new COSArray();
        kids.add(node);
        kids.add(node);
        node = new COSDictionary();
        node.setItem(COSName.KIDS, kids);
      }
      return node;
    };
    JsonNode structure = assertTimeout(Duration.ofSeconds(20), () -> structureOf(""));
    assertEquals(1, structure.path("headings").size());
  }

  @Test
  void largeTextBehindATitleHasABoxOfItsOwn() throws IOException {
    mark(element(root, "H1"), TestPdf.text("", 20, 150, "title") + TestPdf.text("10 0 0 10 0 0 cm", 6, 8, "7"));
    assertEquals(2, structureOf("").path("headings").path(0).path("boxes").size());
  }

  @Test
  void brokenTreesAreReadAsFarAsTheyGo() throws IOException {
    PDStructureElement loop = element(root, "H1");
    loop.getCOSObject().setItem(COSName.P, loop.getCOSObject());
    mark(loop, TestPdf.text("", 20, 150, "loop"));
    PDStructureElement table = element(root, "Table");
    PDStructureElement stray = element(table, "TD");
    mark(stray, TestPdf.text("", 20, 130, "cell"));
    byMark.add(null);
    content.append("/P <</MCID 99>> BDC ").append(TestPdf.text("", 20, 110, "none")).append(" EMC ");
    JsonNode structure = structureOf("");
    assertEquals(1, structure.path("headings").size());
    assertEquals("[]", structure.path("tables").toString());
  }

  @Test
  void isAbsentWhereTheEngineGoesByTheTags() throws IOException {
    mark(element(root, "P"), TestPdf.text("", 20, 150, "tagged"));
    assertTrue(structureOf(", \"use_struct_tree\": true").isMissingNode());
    assertTrue(structureOf("").isObject());
  }
}
