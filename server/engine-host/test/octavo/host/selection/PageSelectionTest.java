/** A cut PDF has the chosen pages, and nothing in it leads to the others. */
package octavo.host.selection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotation;
import org.apache.pdfbox.pdmodel.interactive.annotation.PDAnnotationLink;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.destination.PDPageFitDestination;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDDocumentOutline;
import org.apache.pdfbox.pdmodel.interactive.documentnavigation.outline.PDOutlineItem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageSelectionTest {
  @TempDir
  Path directory;

  private Path file;

  private interface Change {
    void apply(PDDocument document) throws IOException;
  }

  @BeforeEach
  void writeThreePages() throws IOException {
    file = directory.resolve("document.pdf");
    TestPdf.write(file, TestPdf.text("", 20, 100, "one"), TestPdf.text("", 20, 100, "two"), TestPdf.text("", 20, 100, "three"));
  }

  private void change(Change change) throws IOException {
    Path changed = directory.resolve("changed.pdf");
    try (PDDocument document = Loader.loadPDF(file.toFile())) {
      change.apply(document);
      document.save(changed.toFile());
    }
    file = changed;
  }

  private PDDocument cut(Integer... numbers) throws IOException {
    PageSelection.apply(file, Set.of(numbers));
    return Loader.loadPDF(file.toFile());
  }

  private static COSArray destination(PDPage page) {
    return array(page.getCOSObject(), COSName.getPDFName("Fit"));
  }

  private static COSArray array(COSBase... items) {
    COSArray array = new COSArray();
    List.of(items).forEach(array::add);
    return array;
  }

  private static COSDictionary dictionary(Object... keysAndValues) {
    COSDictionary dictionary = new COSDictionary();
    for (int at = 0; at < keysAndValues.length; at += 2) {
      dictionary.setItem(COSName.getPDFName((String) keysAndValues[at]), (COSBase) keysAndValues[at + 1]);
    }
    return dictionary;
  }

  @Test
  void theChosenPagesAreLeftAndNoOtherPageIsInTheFile() throws IOException {
    try (PDDocument document = cut(1, 3)) {
      assertEquals(2, document.getNumberOfPages());
      assertEquals("three", text(document, 1));
    }
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertEquals(2, bytes.split("/Type /Page\\s", -1).length - 1);
  }

  private static String text(PDDocument document, int index) throws IOException {
    String content = new String(document.getPage(index).getContents().readAllBytes(), StandardCharsets.US_ASCII);
    return content.replaceAll(".*\\((\\w+)\\).*", "$1").strip();
  }

  @Test
  void whatAPageInheritedStays() throws IOException {
    change(document -> {
      COSDictionary root = document.getPages().getCOSObject();
      root.setItem(COSName.ROTATE, COSInteger.get(90));
      document.getPage(1).getCOSObject().removeItem(COSName.ROTATE);
    });
    try (PDDocument document = cut(2)) {
      assertEquals(90, document.getPage(0).getRotation());
    }
  }

  @Test
  void linksToRemovedPagesAreRemoved() throws IOException {
    change(document -> {
      PDPage first = document.getPage(0);
      document.getDocumentCatalog().getCOSObject().setItem(
          COSName.DESTS, dictionary("gone", destination(document.getPage(1)), "here", destination(document.getPage(2))));
      first.setAnnotations(List.of(
          link(destination(document.getPage(1))), link(destination(document.getPage(2))),
          link(COSName.getPDFName("gone")), link(COSName.getPDFName("here"))));
    });
    try (PDDocument document = cut(1, 3)) {
      List<PDAnnotation> left = document.getPage(0).getAnnotations();
      assertEquals(2, left.size());
      assertEquals(1, document.getDocumentCatalog().getDests().getCOSObject().size());
    }
  }

  private static PDAnnotation link(COSBase destination) {
    PDAnnotationLink link = new PDAnnotationLink();
    link.setRectangle(new PDRectangle(10, 10, 20, 20));
    link.getCOSObject().setItem(COSName.DEST, destination);
    return link;
  }

  @Test
  void outlineEntriesStayIfTheyOrOnesBelowLeadToAPage() throws IOException {
    change(document -> {
      PDDocumentOutline outline = new PDDocumentOutline();
      PDOutlineItem gone = item("gone", document.getPage(1));
      PDOutlineItem parent = item("parent", document.getPage(1));
      parent.addLast(item("below", document.getPage(2)));
      parent.addLast(item("also gone", document.getPage(1)));
      outline.addLast(gone);
      outline.addLast(parent);
      document.getDocumentCatalog().setDocumentOutline(outline);
    });
    try (PDDocument document = cut(3)) {
      PDOutlineItem first = document.getDocumentCatalog().getDocumentOutline().getFirstChild();
      assertEquals("parent", first.getTitle());
      assertNull(first.getDestination());
      assertNull(first.getNextSibling());
      assertEquals("below", first.getFirstChild().getTitle());
      assertEquals("below", first.getLastChild().getTitle());
    }
    assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains("gone"));
  }

  private static PDOutlineItem item(String title, PDPage page) {
    PDOutlineItem item = new PDOutlineItem();
    item.setTitle(title);
    PDPageFitDestination destination = new PDPageFitDestination();
    destination.setPage(page);
    item.setDestination(destination);
    return item;
  }

  @Test
  void structureOfRemovedPagesIsRemoved() throws IOException {
    change(document -> {
      COSDictionary here = element(document.getPage(0), "here");
      COSDictionary gone = element(document.getPage(1), "gone");
      COSDictionary both = dictionary("S", COSName.getPDFName("Sect"), "K", array(here, gone));
      COSDictionary parents = dictionary("Nums", array(COSInteger.get(0), array(here), COSInteger.get(1), array(gone)));
      document.getDocumentCatalog().getCOSObject().setItem(
          COSName.STRUCT_TREE_ROOT, dictionary("K", both, "ParentTree", parents));
    });
    try (PDDocument document = cut(1)) {
      COSDictionary root = document.getDocumentCatalog().getStructureTreeRoot().getCOSObject();
      COSDictionary both = root.getCOSDictionary(COSName.K);
      assertEquals(1, both.getCOSArray(COSName.K).size());
      assertEquals(2, root.getCOSDictionary(COSName.PARENT_TREE).getCOSArray(COSName.NUMS).size());
    }
    assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains("gone"));
  }

  private static COSDictionary element(PDPage page, String title) {
    COSDictionary element = dictionary("S", COSName.P, "Pg", page.getCOSObject(), "K", COSInteger.get(0));
    element.setString(COSName.T, title);
    return element;
  }

  @Test
  void fieldsOfRemovedPagesAreRemoved() throws IOException {
    change(document -> {
      COSArray fields = new COSArray();
      for (int index = 0; index < 3; index++) {
        COSDictionary widget = dictionary("Subtype", COSName.getPDFName("Widget"), "FT", COSName.getPDFName("Tx"));
        widget.setItem(COSName.P, document.getPage(index));
        widget.setString(COSName.V, "value of " + index);
        document.getPage(index).getCOSObject().setItem(COSName.ANNOTS, array(widget));
        fields.add(widget);
      }
      document.getDocumentCatalog().getCOSObject().setItem(COSName.ACRO_FORM, dictionary("Fields", fields));
    });
    try (PDDocument document = cut(2)) {
      assertEquals(1, document.getDocumentCatalog().getCOSObject().getCOSDictionary(COSName.ACRO_FORM).getCOSArray(COSName.FIELDS).size());
    }
    String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
    assertFalse(bytes.contains("value of 0") || bytes.contains("value of 2"));
  }

  @Test
  void pagesKeepTheirLabels() throws IOException {
    change(document -> document.getDocumentCatalog().getCOSObject().setItem(COSName.PAGE_LABELS, dictionary("Nums", array(
        COSInteger.get(0), dictionary("S", COSName.getPDFName("r")), COSInteger.get(2), dictionary("S", COSName.getPDFName("D"))))));
    try (PDDocument document = cut(2, 3)) {
      assertEquals(List.of("ii", "1"), List.of(document.getDocumentCatalog().getPageLabels().getLabelsByPageIndices()));
    }
  }

  @Test
  void anyOtherReferenceIsRemovedToo() throws IOException {
    change(document -> document.getDocumentCatalog().getCOSObject().setItem(
        COSName.getPDFName("Private"), dictionary("Page", document.getPage(1).getCOSObject())));
    cut(1).close();
    assertFalse(Files.readString(file, StandardCharsets.ISO_8859_1).contains("(two)"));
    assertEquals(1, Files.readString(file, StandardCharsets.ISO_8859_1).split("/Type /Page\\s", -1).length - 1);
  }

  @Test
  void theSameCutHasTheSameBytes() throws IOException {
    Path copy = Files.copy(file, directory.resolve("copy.pdf"));
    PageSelection.apply(file, Set.of(2));
    PageSelection.apply(copy, Set.of(2));
    assertEquals(-1, Files.mismatch(file, copy));
  }

  @Test
  void allPagesOrNone() throws IOException {
    byte[] before = Files.readAllBytes(file);
    PageSelection.apply(file, Set.of(1, 2, 3));
    assertEquals(before.length, Files.size(file));
    assertThrows(IOException.class, () -> PageSelection.apply(file, Set.of(9)));
  }
}
