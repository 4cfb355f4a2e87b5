/** A font whose glyphs are empty: it carries the characters of recognized text and draws nothing. */
package octavo.host.ocr;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSInteger;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDDocument;

final class GlyphlessFont {
  /** Widths of glyphs, in thousandths of the font size. Readers take text that is stretched to twice its width for single words. */
  static final int WIDTH = 500;
  private static final int WIDE = 1_000;
  static final int ASCENT = 750;
  static final int DESCENT = -250;
  private static final String NAME = "OctavoRecognized";
  private static final int GLYPHS_MAX = 65_000;
  private static final int BLOCK = 100;

  private final PDDocument document;
  private final COSDictionary dictionary = new COSDictionary();
  /** Glyph numbers by character, in the order of their first use. */
  private final Map<Integer, Integer> glyphs = new LinkedHashMap<>();

  GlyphlessFont(PDDocument document) {
    this.document = document;
  }

  static int width(int[] characters) {
    int sum = 0;
    for (int character : characters) {
      sum += width(character);
    }
    return sum;
  }

  private static int width(int character) {
    return isWide(character) ? WIDE : WIDTH;
  }

  /** Characters that fill a square. */
  static boolean isWide(int character) {
    return switch (Character.UnicodeScript.of(character)) {
      case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO -> true;
      default -> (character >= 0x3000 && character <= 0x303F) || (character >= 0xFF01 && character <= 0xFF60);
    };
  }

  COSDictionary dictionary() {
    return dictionary;
  }

  /** The codes of a text, as a hexadecimal string of a content stream. */
  String encode(int[] characters) {
    StringBuilder hex = new StringBuilder();
    for (int character : characters) {
      Integer known = glyphs.get(character);
      if (known == null && glyphs.size() < GLYPHS_MAX) {
        known = glyphs.size() + 1;
        glyphs.put(character, known);
      }
      hex.append(String.format("%04X", known == null ? 0 : known));
    }
    return hex.toString();
  }

  /** Fills in the dictionary when all text is known. */
  void finish() throws IOException {
    int[] widths = widths();
    byte[] program = program(widths);
    COSStream file = stream(program);
    file.setInt(COSName.LENGTH1, program.length);
    COSDictionary descriptor = new COSDictionary();
    descriptor.setName(COSName.TYPE, "FontDescriptor");
    descriptor.setName(COSName.FONT_NAME, NAME);
    descriptor.setInt(COSName.FLAGS, 4);
    descriptor.setItem(COSName.FONT_BBOX, numbers(0, DESCENT, WIDE, ASCENT));
    descriptor.setInt(COSName.ITALIC_ANGLE, 0);
    descriptor.setInt(COSName.ASCENT, ASCENT);
    descriptor.setInt(COSName.DESCENT, DESCENT);
    descriptor.setInt(COSName.CAP_HEIGHT, ASCENT);
    descriptor.setInt(COSName.STEM_V, 80);
    descriptor.setItem(COSName.FONT_FILE2, file);
    COSDictionary system = new COSDictionary();
    system.setString(COSName.REGISTRY, "Adobe");
    system.setString(COSName.ORDERING, "Identity");
    system.setInt(COSName.SUPPLEMENT, 0);
    COSDictionary descendant = new COSDictionary();
    descendant.setName(COSName.TYPE, "Font");
    descendant.setName(COSName.SUBTYPE, "CIDFontType2");
    descendant.setName(COSName.BASE_FONT, NAME);
    descendant.setItem(COSName.CIDSYSTEMINFO, system);
    descendant.setItem(COSName.FONT_DESC, descriptor);
    descendant.setInt(COSName.DW, WIDTH);
    COSArray byGlyph = new COSArray();
    byGlyph.add(COSInteger.get(0));
    byGlyph.add(numbers(widths));
    descendant.setItem(COSName.W, byGlyph);
    descendant.setName(COSName.CID_TO_GID_MAP, "Identity");
    COSArray descendants = new COSArray();
    descendants.add(descendant);
    dictionary.setName(COSName.TYPE, "Font");
    dictionary.setName(COSName.SUBTYPE, "Type0");
    dictionary.setName(COSName.BASE_FONT, NAME);
    dictionary.setName(COSName.ENCODING, "Identity-H");
    dictionary.setItem(COSName.DESCENDANT_FONTS, descendants);
    dictionary.setItem(COSName.TO_UNICODE, stream(toUnicode().getBytes(StandardCharsets.US_ASCII)));
  }

  /** By glyph; the first one is for characters beyond the limit. */
  private int[] widths() {
    int[] widths = new int[glyphs.size() + 1];
    widths[0] = WIDTH;
    glyphs.forEach((character, glyph) -> widths[glyph] = width(character));
    return widths;
  }

  private COSStream stream(byte[] data) throws IOException {
    COSStream stream = document.getDocument().createCOSStream();
    try (OutputStream out = stream.createOutputStream(COSName.FLATE_DECODE)) {
      out.write(data);
    }
    return stream;
  }

  private static COSArray numbers(int... values) {
    COSArray array = new COSArray();
    for (int value : values) {
      array.add(COSInteger.get(value));
    }
    return array;
  }

  private String toUnicode() {
    StringBuilder map = new StringBuilder("/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n")
        .append("/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def\n")
        .append("/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n")
        .append("1 begincodespacerange\n<0000> <FFFF>\nendcodespacerange\n");
    int left = glyphs.size();
    int inBlock = 0;
    for (Map.Entry<Integer, Integer> entry : glyphs.entrySet()) {
      if (inBlock == 0) {
        map.append(Math.min(BLOCK, left)).append(" beginbfchar\n");
      }
      map.append(String.format("<%04X> <", entry.getValue()));
      for (char unit : Character.toChars(entry.getKey())) {
        map.append(String.format("%04X", (int) unit));
      }
      map.append(">\n");
      left--;
      inBlock = (inBlock + 1) % BLOCK;
      if (inBlock == 0 || left == 0) {
        map.append("endbfchar\n");
      }
    }
    return map.append("endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend\n").toString();
  }

  /** A TrueType file of glyphs without outlines. An embedded font with a glyph for each code needs no names and no map. */
  private static byte[] program(int[] widths) throws IOException {
    int count = widths.length;
    Map<String, byte[]> tables = new TreeMap<>();
    tables.put("glyf", new byte[4]);
    tables.put("loca", new byte[2 * (count + 1)]);
    tables.put("maxp", shorts(1, 0, count, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
    tables.put("hhea", shorts(1, 0, ASCENT, DESCENT, 0, WIDE, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, count));
    ByteBuffer metrics = ByteBuffer.allocate(4 * count);
    for (int width : widths) {
      metrics.putShort((short) width).putShort((short) 0);
    }
    tables.put("hmtx", metrics.array());
    // Version, revision, checksum (filled in below), magic number, flags, units per em, two dates, box, style, smallest size, direction, formats.
    tables.put("head", shorts(1, 0, 1, 0, 0, 0, 0x5F0F, 0x3CF5, 0, 1_000, 0, 0, 0, 0, 0, 0, 0, 0, 0, DESCENT, WIDE, ASCENT, 0, 8, 2, 0, 0));
    return assemble(tables);
  }

  private static byte[] shorts(int... values) {
    ByteBuffer buffer = ByteBuffer.allocate(2 * values.length);
    for (int value : values) {
      buffer.putShort((short) value);
    }
    return buffer.array();
  }

  private static byte[] assemble(Map<String, byte[]> tables) throws IOException {
    int count = tables.size();
    int power = Integer.highestOneBit(count);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(0x00010000);
    out.writeShort(count);
    out.writeShort(power * 16);
    out.writeShort(Integer.numberOfTrailingZeros(power));
    out.writeShort((count - power) * 16);
    int offset = 12 + 16 * count;
    int headAt = 0;
    for (Map.Entry<String, byte[]> table : tables.entrySet()) {
      out.write(table.getKey().getBytes(StandardCharsets.US_ASCII));
      out.writeInt(checksum(table.getValue()));
      out.writeInt(offset);
      out.writeInt(table.getValue().length);
      headAt = table.getKey().equals("head") ? offset : headAt;
      offset += padded(table.getValue().length);
    }
    for (byte[] table : tables.values()) {
      out.write(table);
      out.write(new byte[padded(table.length) - table.length]);
    }
    byte[] file = bytes.toByteArray();
    ByteBuffer.wrap(file).putInt(headAt + 8, 0xB1B0AFBA - checksum(file));
    return file;
  }

  private static int padded(int length) {
    return (length + 3) / 4 * 4;
  }

  private static int checksum(byte[] table) {
    int sum = 0;
    for (int i = 0; i < table.length; i++) {
      sum += (table[i] & 0xFF) << (24 - 8 * (i % 4));
    }
    return sum;
  }
}
