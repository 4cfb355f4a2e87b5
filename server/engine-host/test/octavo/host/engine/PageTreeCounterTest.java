/** Pages as strict readers count them. */
package octavo.host.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import octavo.host.TestPdf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.verapdf.pd.PDDocument;

class PageTreeCounterTest {
  @TempDir Path directory;

  private static int count(Path file) throws IOException {
    PDDocument document = new PDDocument(file.toString());
    try {
      return PageTreeCounter.count(document);
    } finally {
      document.close();
      EngineState.clear();
    }
  }

  /** A file of these objects; the first is the catalog. Its cross-reference table is left to repair. */
  private Path file(String... objects) throws IOException {
    StringBuilder text = new StringBuilder("%PDF-1.7\n");
    int[] offsets = new int[objects.length];
    for (int n = 0; n < objects.length; n++) {
      offsets[n] = text.length();
      text.append(n + 1).append(" 0 obj\n").append(objects[n]).append("\nendobj\n");
    }
    int table = text.length();
    text.append("xref\n0 ").append(objects.length + 1).append("\n0000000000 65535 f \n");
    for (int offset : offsets) {
      text.append(String.format("%010d 00000 n \n", offset));
    }
    text.append("trailer\n<< /Root 1 0 R /Size ").append(objects.length + 1).append(" >>\n");
    text.append("startxref\n").append(table).append("\n%%EOF\n");
    return Files.write(directory.resolve("tree.pdf"), text.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private static final String CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
  private static final String PAGE = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>";

  @Test
  void countsTheLeaves() throws IOException {
    Path file = directory.resolve("three.pdf");
    TestPdf.write(file, "", "", "");
    assertEquals(3, count(file));
  }

  @Test
  void countsNestedNodes() throws IOException {
    assertEquals(2, count(file(
        CATALOG, "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>", PAGE,
        "<< /Type /Pages /Parent 2 0 R /Kids [5 0 R] /Count 1 >>", PAGE)));
  }

  @Test
  void aTreeThatIsAStreamHasNoPages() throws IOException {
    assertEquals(0, count(file(
        CATALOG, "<< /Type /Pages /Kids [3 0 R] /Count 1 /Length 0 >>\nstream\n\nendstream", PAGE)));
  }
}
