/**
 * The glyphs of a page's fonts that stand for right-to-left letters, and their advances. Where a glyph stands for several
 * letters, such as lam-alef, these are in reading order although glyphs are listed from left to right, so a reader must
 * keep them together. Advances tell how much room is between glyphs, of which the engine knows the right edges only.
 */
package octavo.host.facts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;
import org.verapdf.pd.PDPage;

public final class RightToLeftGlyphs {
  public static final int LENGTH_MAX = 16;

  private static final int MAP_BYTES_MAX = 1 << 20;
  private static final int FONTS_MAX = 1_000;
  private static final int FORMS_MAX = 1_000;
  private static final int FORM_DEPTH_MAX = 8;

  /**
   * Advances by letters, in parts of the font size; there are none if the font does not say. Ligatures are those of all
   * fonts; advances are also by the name of the font, without the prefix of a subset.
   */
  public record OfPage(Map<String, Set<Double>> ligatures, Map<String, Map<String, Set<Double>>> advances) {
    public static final OfPage NONE = new OfPage(Map.of(), Map.of());
  }

  private final Map<COSBase, Map<String, Set<Double>>> byFont = new IdentityHashMap<>();

  public OfPage of(PDPage page) {
    OfPage found = new OfPage(new HashMap<>(), new HashMap<>());
    COSObject resources = page.getResources() == null ? null : page.getResources().getObject();
    collect(resources, Collections.newSetFromMap(new IdentityHashMap<>()), 0, found);
    return found;
  }

  private void collect(COSObject resources, Set<COSBase> seen, int depth, OfPage found) {
    if (!Cos.isDictionary(resources) || depth > FORM_DEPTH_MAX || seen.size() > FORMS_MAX || !seen.add(resources.getDirectBase())) {
      return;
    }
    COSObject fonts = Cos.key(resources, "Font");
    for (ASAtom name : Cos.isDictionary(fonts) ? fonts.getKeySet() : Set.<ASAtom>of()) {
      COSObject font = fonts.getKey(name);
      Map<String, Set<Double>> ofName = found.advances.computeIfAbsent(nameOf(font), key -> new HashMap<>());
      ofFont(font).forEach((letters, advances) -> {
        ofName.computeIfAbsent(letters, key -> new HashSet<>()).addAll(advances);
        if (letters.length() > 1) {
          found.ligatures.computeIfAbsent(letters, key -> new HashSet<>()).addAll(advances);
        }
      });
    }
    COSObject forms = Cos.key(resources, "XObject");
    for (ASAtom name : Cos.isDictionary(forms) ? forms.getKeySet() : Set.<ASAtom>of()) {
      collect(Cos.key(forms.getKey(name), "Resources"), seen, depth + 1, found);
    }
  }

  private static String nameOf(COSObject font) {
    String name = Cos.name(Cos.key(font, "BaseFont"));
    return name == null ? "" : name.replaceFirst("^[A-Z]{6}\\+", "");
  }

  private Map<String, Set<Double>> ofFont(COSObject font) {
    if (!Cos.isDictionary(font)) {
      return Map.of();
    }
    Map<String, Set<Double>> known = byFont.get(font.getDirectBase());
    if (known == null && byFont.size() < FONTS_MAX) {
      known = read(font);
      byFont.put(font.getDirectBase(), known);
    }
    return known == null ? Map.of() : known;
  }

  private static Map<String, Set<Double>> read(COSObject font) {
    COSObject map = Cos.key(font, "ToUnicode");
    if (map == null || map.getType() != COSObjType.COS_STREAM) {
      return Map.of();
    }
    Map<String, Set<Double>> found = new HashMap<>();
    try (InputStream data = map.getData(COSStream.FilterFlags.DECODE)) {
      String text = new String(data.readNBytes(MAP_BYTES_MAX), StandardCharsets.ISO_8859_1);
      ToUnicodeMap.rightToLeft(text).forEach((code, letters) -> add(found, letters, GlyphAdvances.of(font, code)));
    } catch (IOException unreadable) {
      return Map.of();
    }
    return found;
  }

  /** The engine leaves out spaces at the end of a chunk, with their share of the width. */
  static void add(Map<String, Set<Double>> found, String letters, OptionalDouble advance) {
    Stream.of(letters, letters.stripTrailing()).distinct().forEach(part -> {
      Set<Double> advances = found.computeIfAbsent(part, key -> new HashSet<>());
      advance.ifPresent(width -> advances.add(width * part.length() / letters.length()));
    });
  }

  /** Also digits and punctuation of these scripts. */
  static boolean isOfRightToLeftScript(int character) {
    return isRightToLeft(character) || character >= 0x590 && character <= 0x8FF;
  }

  public static boolean isRightToLeft(int character) {
    byte direction = Character.getDirectionality(character);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
