/** Writes small PDF files for tests: one page of 200 by 200 points with the given content. */
package octavo.host;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts.FontName;
import org.apache.pdfbox.pdmodel.graphics.state.PDExtendedGraphicsState;

public final class TestPdf {
  public static final int SIZE = 200;

  private TestPdf() {}

  /** The operators for one word in Helvetica of 12 points, after `setup`. */
  public static String text(String setup, double x, double y, String word) {
    return "q " + setup + " BT /F 12 Tf " + x + " " + y + " Td (" + word + ") Tj ET Q ";
  }

  /** `/F` is Helvetica; `/Half` and `/Clear` are states of alpha 0.5 and 0. */
  public static void write(Path file, String... contents) throws IOException {
    try (PDDocument document = new PDDocument()) {
      for (String content : contents) {
        PDPage page = new PDPage(new PDRectangle(SIZE, SIZE));
        page.setResources(resources());
        PDStream stream = new PDStream(document);
        try (OutputStream out = stream.createOutputStream()) {
          out.write(content.getBytes(StandardCharsets.US_ASCII));
        }
        page.setContents(stream);
        document.addPage(page);
      }
      document.save(file.toFile());
    }
  }

  private static PDResources resources() {
    PDResources resources = new PDResources();
    resources.put(COSName.getPDFName("F"), new PDType1Font(FontName.HELVETICA));
    resources.put(COSName.getPDFName("Half"), alpha(0.5f));
    resources.put(COSName.getPDFName("Clear"), alpha(0));
    return resources;
  }

  private static PDExtendedGraphicsState alpha(float alpha) {
    PDExtendedGraphicsState state = new PDExtendedGraphicsState();
    state.setNonStrokingAlphaConstant(alpha);
    state.setStrokingAlphaConstant(alpha);
    return state;
  }
}
