/** Lines of text as PDFBox finds them: by their place on the page, without columns, tables and headings. */
package octavo.host.engine;

import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import octavo.host.engine.extraction.PageLines;
import octavo.host.geometry.Rect;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.text.PDFTextStripper;
import org.apache.pdfbox.text.TextPosition;

final class StrippedLines implements PageLines {
  /** Of the font size: letters reach about this far below and above the baseline. */
  private static final double DESCENT = 0.2;
  private static final double ASCENT = 0.75;

  private final PDDocument document;

  StrippedLines(PDDocument document) {
    this.document = document;
  }

  @Override
  public List<List<Line>> of(int page) throws IOException {
    Collector collector = new Collector();
    collector.setSortByPosition(true);
    collector.setStartPage(page + 1);
    collector.setEndPage(page + 1);
    collector.writeText(document, Writer.nullWriter());
    return collector.paragraphs;
  }

  private static final class Collector extends PDFTextStripper {
    private final List<List<Line>> paragraphs = new ArrayList<>();
    private final List<TextPosition> glyphs = new ArrayList<>();
    private boolean startsParagraph = true;

    @Override
    protected void writeString(String text, List<TextPosition> positions) {
      glyphs.addAll(positions);
    }

    @Override
    protected void writeLineSeparator() {
      endLine();
    }

    @Override
    protected void writeParagraphStart() {
      endLine();
      startsParagraph = true;
    }

    @Override
    protected void writePageEnd() {
      endLine();
      startsParagraph = true;
    }

    private void endLine() {
      if (glyphs.stream().allMatch(glyph -> glyph.getUnicode() == null || glyph.getUnicode().isBlank())) {
        glyphs.clear();
        return;
      }
      if (startsParagraph) {
        paragraphs.add(new ArrayList<>());
        startsParagraph = false;
      }
      paragraphs.get(paragraphs.size() - 1).add(lineOf(glyphs));
      glyphs.clear();
    }

    private static Line lineOf(List<TextPosition> positions) {
      List<TextPosition> ordered = new ArrayList<>(positions);
      ordered.sort(Comparator.comparingDouble(TextPosition::getX));
      StringBuilder text = new StringBuilder();
      List<Double> ends = new ArrayList<>();
      Rect box = Rect.EMPTY;
      TextPosition before = null;
      for (TextPosition glyph : ordered) {
        String letters = glyph.getUnicode() == null ? "" : glyph.getUnicode();
        if (before != null && lacksSpace(before, glyph, text)) {
          append(text, ends, " ", glyph.getX());
        }
        append(text, ends, letters, glyph.getX() + glyph.getWidth());
        box = before == null ? boxOf(glyph) : box.union(boxOf(glyph));
        before = glyph;
      }
      TextPosition first = ordered.get(0);
      String font = first.getFont() == null || first.getFont().getName() == null ? "" : first.getFont().getName();
      return new Line(text.toString(), ends, box, font, first.getFontSizeInPt(), baselineOf(first));
    }

    private static void append(StringBuilder text, List<Double> ends, String letters, double end) {
      text.append(letters);
      for (int unit = 0; unit < letters.length(); unit++) {
        ends.add(end);
      }
    }

    private static boolean lacksSpace(TextPosition before, TextPosition after, StringBuilder text) {
      boolean isBlank = text.isEmpty() || Character.isWhitespace(text.charAt(text.length() - 1)) || " ".equals(after.getUnicode());
      double gap = after.getX() - before.getX() - before.getWidth();
      return !isBlank && gap > before.getWidthOfSpace() / 2;
    }

    private static double baselineOf(TextPosition glyph) {
      return glyph.getPageHeight() - glyph.getY();
    }

    private static Rect boxOf(TextPosition glyph) {
      double baseline = baselineOf(glyph);
      double size = glyph.getFontSizeInPt();
      return new Rect(
          glyph.getX(), baseline - DESCENT * size, glyph.getX() + glyph.getWidth(), baseline + ASCENT * size);
    }
  }
}
