/** Reads the lines and words of tesseract's hOCR output. */
package octavo.host.ocr;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

final class Hocr {
  private static final int WORDS_MAX = 50_000;
  private static final double TALL = 2;
  private static final Pattern BOX = Pattern.compile("bbox (\\d+) (\\d+) (\\d+) (\\d+)");
  private static final Pattern BASELINE = Pattern.compile("baseline (-?[\\d.]+) (-?[\\d.]+)");
  private static final Pattern SIZE = Pattern.compile("x_size ([\\d.]+)");
  private static final Pattern ANGLE = Pattern.compile("textangle (90|180|270)");
  private static final Pattern CONFIDENCE = Pattern.compile("x_wconf (\\d+)");

  /** Paragraphs of lines of words, and the clockwise turn that would make most of them upright. */
  record Page(List<List<List<Word>>> paragraphs, int turn) {}

  private final List<List<List<Word>>> paragraphs = new ArrayList<>();
  /** Letters by the angle of their lines. */
  private final SortedMap<Integer, Integer> letters = new TreeMap<>();
  private int angle;
  private int words;
  private double[] line = {0, 0, 0, 0};
  private double slope;
  private double offset;
  private double size;

  private Hocr() {}

  static Page read(byte[] hocr) throws IOException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    Hocr result = new Hocr();
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(hocr), "UTF-8");
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          result.element(reader);
        }
      }
    } catch (XMLStreamException broken) {
      throw new IOException("hOCR cannot be read", broken);
    }
    return new Page(result.paragraphs, result.turn());
  }

  private int turn() {
    int most = letters.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return letters.entrySet().stream().filter(entry -> entry.getValue() == most).mapToInt(Map.Entry::getKey).findFirst().orElse(0);
  }

  private void element(XMLStreamReader reader) throws XMLStreamException {
    String kind = String.valueOf(reader.getAttributeValue(null, "class"));
    String title = String.valueOf(reader.getAttributeValue(null, "title"));
    switch (kind) {
      case "ocr_par" -> paragraphs.add(new ArrayList<>());
      case "ocr_line", "ocr_header", "ocr_textfloat", "ocr_caption" -> beginLine(title);
      case "ocrx_word" -> addWord(reader, title);
      default -> { }
    }
  }

  private void beginLine(String title) {
    line = box(title);
    Matcher turned = ANGLE.matcher(title);
    // Text that runs upwards has an angle, text that runs downwards only a tall box.
    boolean tall = line[3] - line[1] > TALL * (line[2] - line[0]);
    angle = turned.find() ? Integer.parseInt(turned.group(1)) : tall ? 270 : 0;
    Matcher baseline = BASELINE.matcher(title);
    boolean known = baseline.find();
    slope = known ? Double.parseDouble(baseline.group(1)) : 0;
    offset = known ? Double.parseDouble(baseline.group(2)) : 0;
    Matcher height = SIZE.matcher(title);
    size = height.find() ? Double.parseDouble(height.group(1)) : line[3] - line[1];
    if (paragraphs.isEmpty()) {
      paragraphs.add(new ArrayList<>());
    }
    paragraphs.get(paragraphs.size() - 1).add(new ArrayList<>());
  }

  private void addWord(XMLStreamReader reader, String title) throws XMLStreamException {
    String text = textOf(reader).strip();
    Matcher confidence = CONFIDENCE.matcher(title);
    if (text.isEmpty() || !confidence.find() || paragraphs.isEmpty() || ++words > WORDS_MAX) {
      return;
    }
    letters.merge(angle, text.length(), Integer::sum);
    double[] box = box(title);
    List<List<Word>> lines = paragraphs.get(paragraphs.size() - 1);
    double baseline = line[3] + offset + slope * (box[0] - line[0]);
    lines.get(lines.size() - 1)
        .add(new Word(box[0], box[1], box[2], box[3], baseline, size, text, Integer.parseInt(confidence.group(1))));
  }

  /** The text of an element and of those within it, such as `strong`. */
  private static String textOf(XMLStreamReader reader) throws XMLStreamException {
    StringBuilder text = new StringBuilder();
    for (int depth = 1; depth > 0; ) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> depth++;
        case XMLStreamConstants.END_ELEMENT -> depth--;
        case XMLStreamConstants.CHARACTERS -> text.append(reader.getText());
        default -> { }
      }
    }
    return text.toString();
  }

  private static double[] box(String title) {
    Matcher found = BOX.matcher(title);
    if (!found.find()) {
      return new double[4];
    }
    return new double[] {
      Double.parseDouble(found.group(1)), Double.parseDouble(found.group(2)),
      Double.parseDouble(found.group(3)), Double.parseDouble(found.group(4)),
    };
  }
}
