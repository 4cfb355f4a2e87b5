/**
 * The sequences of right-to-left letters that single glyphs of a page stand for, such as lam-alef, each with the advances
 * of these glyphs. The letters of such a glyph are in reading order although glyphs are listed from left to right, so a
 * reader must keep them together.
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

public final class RightToLeftLigatures {
  public static final int LENGTH_MAX = 16;

  private static final int MAP_BYTES_MAX = 1 << 20;
  private static final int FONTS_MAX = 1_000;
  private static final int FORMS_MAX = 1_000;
  private static final int FORM_DEPTH_MAX = 8;

  private final Map<COSBase, Map<String, Set<Double>>> byFont = new IdentityHashMap<>();

  /** Advances are in parts of the font size; there are none if the font does not say. */
  public Map<String, Set<Double>> of(PDPage page) {
    Map<String, Set<Double>> found = new HashMap<>();
    COSObject resources = page.getResources() == null ? null : page.getResources().getObject();
    collect(resources, Collections.newSetFromMap(new IdentityHashMap<>()), 0, found);
    return found;
  }

  private void collect(COSObject resources, Set<COSBase> seen, int depth, Map<String, Set<Double>> found) {
    if (!Cos.isDictionary(resources) || depth > FORM_DEPTH_MAX || seen.size() > FORMS_MAX || !seen.add(resources.getDirectBase())) {
      return;
    }
    COSObject fonts = Cos.key(resources, "Font");
    for (ASAtom name : Cos.isDictionary(fonts) ? fonts.getKeySet() : Set.<ASAtom>of()) {
      ofFont(fonts.getKey(name)).forEach((letters, advances) -> found.computeIfAbsent(letters, key -> new HashSet<>()).addAll(advances));
    }
    COSObject forms = Cos.key(resources, "XObject");
    for (ASAtom name : Cos.isDictionary(forms) ? forms.getKeySet() : Set.<ASAtom>of()) {
      collect(Cos.key(forms.getKey(name), "Resources"), seen, depth + 1, found);
    }
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
      ToUnicodeMap.ligatures(text).forEach((code, letters) -> add(found, letters, GlyphAdvances.of(font, code)));
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

  public static boolean isRightToLeft(int character) {
    byte direction = Character.getDirectionality(character);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
