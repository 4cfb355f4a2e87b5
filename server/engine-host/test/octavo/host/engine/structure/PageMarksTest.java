/** The marks of a page as runs of operators, which are kept while its document is open. */
package octavo.host.engine.structure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import octavo.host.TestPdf;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.documentinterchange.logicalstructure.PDStructureTreeRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verapdf.as.io.ASMemoryInStream;
import org.verapdf.parser.PDFStreamParser;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;
import org.verapdf.tools.StaticResources;

class PageMarksTest {
  private static final String CONTENT =
      "0 g /P <</MCID 3>> BDC (a) Tj /Span BMC (b) Tj EMC /Fm Do EMC (c) Tj /Fm Do "
          + "/Artifact BMC /P <</MCID 4>> BDC (d) Tj EMC (e) Tj EMC /P <</MCID 3>> BDC (f) Tj EMC EMC (g) Tj";

  @TempDir Path directory;

  private static List<Object> tokens(String content) throws IOException {
    try (PDFStreamParser parser =
        new PDFStreamParser(new ASMemoryInStream(new ByteArrayInputStream(content.getBytes(StandardCharsets.US_ASCII))))) {
      parser.parseTokens();
      return parser.getTokens();
    }
  }

  /** Of many runs, so that their arrays grow. */
  @Test
  void saysForEachOperatorWhatFollowingTheMarksSays() throws IOException {
    List<Object> tokens = tokens((CONTENT + " ").repeat(40));
    Map<Integer, Long> expected = new HashMap<>();
    MarkedContent.follow(tokens, (mark, position, form) -> expected.put(position, mark));
    PageMarks marks = PageMarks.of(tokens);
    assertNull(marks.ofOperator(-1));
    assertEquals(400, expected.size());
    expected.forEach((position, mark) ->
        assertEquals(mark == MarkedContent.UNMARKED ? null : mark, marks.ofOperator(position), "operator " + position));
  }

  @Test
  void aFormHasTheMarkOfItsFirstUse() throws IOException {
    assertEquals(3, PageMarks.of(tokens(CONTENT)).ofForm("Fm"));
    assertNull(PageMarks.of(tokens("/Fm Do")).ofForm("Fm"));
    assertNull(PageMarks.of(tokens(CONTENT)).ofForm("Other"));
  }

  private PDDocument open(boolean isTagged) throws IOException {
    Path file = directory.resolve("document.pdf");
    TestPdf.write(file, CONTENT);
    if (isTagged) {
      Path tagged = directory.resolve("tagged.pdf");
      try (org.apache.pdfbox.pdmodel.PDDocument document = Loader.loadPDF(file.toFile())) {
        document.getDocumentCatalog().setStructureTreeRoot(new PDStructureTreeRoot());
        document.save(tagged.toFile());
      }
      file = tagged;
    }
    PDDocument document = new PDDocument(file.toString());
    StaticResources.setDocument(document);
    return document;
  }

  @AfterEach
  void close() {
    PageMarks.clear();
    StaticResources.clear();
  }

  @Test
  void areKeptWhileTheDocumentIsOpen() throws IOException {
    PDDocument document = open(true);
    PDPage page = document.getPage(0);
    PageMarks.keep(page.getObject().getKey(), tokens(CONTENT));
    PageMarks kept = PageMarks.of(page);
    assertSame(kept, PageMarks.of(page));
    PageMarks.clear();
    assertNotSame(kept, PageMarks.of(page));
    document.close();
  }

  @Test
  void areReadAgainForAnotherDocument() throws IOException {
    PDDocument first = open(true);
    PageMarks.keep(first.getPage(0).getObject().getKey(), tokens("/Fm Do"));
    first.close();
    PDDocument second = open(true);
    assertEquals(3, PageMarks.of(second.getPage(0)).ofForm("Fm"));
    second.close();
  }

  @Test
  void ofADocumentWithoutTagsAreNotKept() throws IOException {
    PDDocument document = open(false);
    PDPage page = document.getPage(0);
    PageMarks.keep(page.getObject().getKey(), tokens(CONTENT));
    assertNotSame(PageMarks.of(page), PageMarks.of(page));
    document.close();
  }
}
