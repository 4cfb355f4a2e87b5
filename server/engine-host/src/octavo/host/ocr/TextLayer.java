/** Writes recognized text into a page: invisible words over its content, and ruling lines under it. */
package octavo.host.ocr;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;

final class TextLayer {
  private static final COSName FONT_NAME = COSName.getPDFName("OctavoRecognized");
  /** Each next to the one that it looks like in text of the other direction. */
  private static final String BRACKETS = "()[]{}<>\u00AB\u00BB\u2039\u203A";

  private final PDDocument document;
  private final GlyphlessFont font;

  TextLayer(PDDocument document, GlyphlessFont font) {
    this.document = document;
    this.font = font;
  }

  void write(PDPage page, RecognizedPage found) throws IOException {
    if (found.turn() != 0) {
      makeUpright(page, Math.floorMod(page.getRotation() + found.turn(), 360));
    }
    String frame = displayedFrame(page);
    double points = 1 / found.pixelsPerPoint();
    double height = found.picture().height() * points;
    StringBuilder before = new StringBuilder("q ").append(frame).append(" 0 G 0.5 w\n");
    for (Rules.Rule rule : found.rules()) {
      before.append(text("%.2f %.2f m %.2f %.2f l S%n",
          rule.x1() * points, height - rule.y1() * points, rule.x2() * points, height - rule.y2() * points));
    }
    before.append("Q\nq ").append(straightened(page, found.skew())).append('\n');
    StringBuilder after = new StringBuilder("\nQ\nq ").append(frame).append(" BT 3 Tr\n");
    for (List<Word> read : found.lines()) {
      List<Word> line = read.stream().sorted(Comparator.comparingDouble(Word::left)).toList();
      for (int i = 0; i < line.size(); i++) {
        after.append(wordText(line.get(i), points, height));
        double gap = i + 1 < line.size() ? line.get(i + 1).left() - line.get(i).right() : 0;
        after.append(spaceText(line.get(i), gap, points));
      }
    }
    after.append("ET Q\n");
    surround(page, before.toString(), after.toString());
    addFont(page);
  }

  /**
   * Turns the content instead of the page, because boxes in annotated PDFs do not follow the rotation of a page. Links
   * and notes would stay where they were, so they are dropped.
   */
  private void makeUpright(PDPage page, int rotation) throws IOException {
    PDRectangle box = page.getCropBox();
    String toDisplayed = switch (rotation) {
      case 90 -> text("0 -1 1 0 %.3f %.3f cm", -box.getLowerLeftY(), box.getUpperRightX());
      case 180 -> text("-1 0 0 -1 %.3f %.3f cm", box.getUpperRightX(), box.getUpperRightY());
      case 270 -> text("0 1 -1 0 %.3f %.3f cm", box.getUpperRightY(), -box.getLowerLeftX());
      default -> text("1 0 0 1 %.3f %.3f cm", -box.getLowerLeftX(), -box.getLowerLeftY());
    };
    surround(page, "q " + toDisplayed + "\n", "\nQ\n");
    boolean sideways = rotation % 180 != 0;
    PDRectangle displayed = new PDRectangle(sideways ? box.getHeight() : box.getWidth(), sideways ? box.getWidth() : box.getHeight());
    page.setRotation(0);
    page.setMediaBox(displayed);
    page.setCropBox(displayed);
    page.getCOSObject().removeItem(COSName.ANNOTS);
  }

  private String wordText(Word word, double points, double height) {
    int[] characters = inDrawingOrder(word.text());
    double size = Math.max(1, word.size() * points);
    double natural = size * GlyphlessFont.width(characters) / 1_000;
    double stretch = 100 * Math.max(word.width() * points, 0.5) / natural;
    return text("/%s %.2f Tf %.2f Tz 1 0 0 1 %.2f %.2f Tm <%s> Tj%n",
        FONT_NAME.getName(), size, stretch, word.left() * points, height - word.baseline() * points, font.encode(characters));
  }

  /** After words with a narrow gap, as behind an overhanging f, the space would not be seen. */
  private String spaceText(Word word, double gap, double points) {
    if (gap <= 0) {
      return "";
    }
    double size = Math.max(1, word.size() * points);
    return text("%.2f Tz <%s> Tj%n", 100_000 * gap * points / (size * GlyphlessFont.WIDTH), font.encode(new int[] {' '}));
  }

  /** Words of right-to-left scripts are drawn from the left, with brackets as they are seen, as other programs draw them. */
  static int[] inDrawingOrder(String text) {
    int[] characters = text.codePoints().toArray();
    boolean rightToLeft = false;
    for (int character : characters) {
      byte direction = Character.getDirectionality(character);
      rightToLeft |= direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
          || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
    }
    for (int i = 0, j = characters.length - 1; rightToLeft && i < j; i++, j--) {
      int swapped = characters[i];
      characters[i] = characters[j];
      characters[j] = swapped;
    }
    return rightToLeft ? Arrays.stream(characters).map(TextLayer::asSeen).toArray() : characters;
  }

  private static int asSeen(int character) {
    int at = BRACKETS.indexOf(character);
    return at < 0 ? character : BRACKETS.charAt(at ^ 1);
  }

  /** From points of the displayed page, with the origin at its bottom left, to the user space of the page. */
  private static String displayedFrame(PDPage page) {
    PDRectangle box = page.getCropBox();
    return switch (Math.floorMod(page.getRotation(), 360)) {
      case 90 -> text("0 1 -1 0 %.3f %.3f cm", box.getUpperRightX(), box.getLowerLeftY());
      case 180 -> text("-1 0 0 -1 %.3f %.3f cm", box.getUpperRightX(), box.getUpperRightY());
      case 270 -> text("0 -1 1 0 %.3f %.3f cm", box.getLowerLeftX(), box.getUpperRightY());
      default -> text("1 0 0 1 %.3f %.3f cm", box.getLowerLeftX(), box.getLowerLeftY());
    };
  }

  /** Turns the content clockwise about the centre of the page, so that it lies under the layer. */
  private static String straightened(PDPage page, double degrees) {
    if (degrees == 0) {
      return "";
    }
    PDRectangle box = page.getCropBox();
    double cx = (box.getLowerLeftX() + box.getUpperRightX()) / 2;
    double cy = (box.getLowerLeftY() + box.getUpperRightY()) / 2;
    double cos = Math.cos(Math.toRadians(-degrees));
    double sin = Math.sin(Math.toRadians(-degrees));
    return text("%.8f %.8f %.8f %.8f %.4f %.4f cm", cos, sin, -sin, cos, cx - cos * cx + sin * cy, cy - sin * cx - cos * cy);
  }

  private void surround(PDPage page, String before, String after) throws IOException {
    COSDictionary dictionary = page.getCOSObject();
    COSArray contents = new COSArray();
    contents.add(stream(before));
    COSBase old = dictionary.getDictionaryObject(COSName.CONTENTS);
    if (old instanceof COSArray parts) {
      parts.forEach(contents::add);
    } else if (old != null) {
      contents.add(dictionary.getItem(COSName.CONTENTS));
    }
    contents.add(stream(after));
    dictionary.setItem(COSName.CONTENTS, contents);
  }

  /** Resources may be shared with other pages, so the page gets its own. */
  private void addFont(PDPage page) {
    PDResources resources = page.getResources();
    COSDictionary own = resources == null ? new COSDictionary() : new COSDictionary(resources.getCOSObject());
    COSDictionary fonts = own.getCOSDictionary(COSName.FONT);
    COSDictionary ownFonts = fonts == null ? new COSDictionary() : new COSDictionary(fonts);
    ownFonts.setItem(FONT_NAME, font.dictionary());
    own.setItem(COSName.FONT, ownFonts);
    page.setResources(new PDResources(own));
  }

  private COSStream stream(String content) throws IOException {
    COSStream stream = document.getDocument().createCOSStream();
    try (OutputStream out = stream.createOutputStream(COSName.FLATE_DECODE)) {
      out.write(content.getBytes(StandardCharsets.US_ASCII));
    }
    return stream;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
