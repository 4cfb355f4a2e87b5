/**
 * The sequences of right-to-left letters that single glyphs of a page stand for, such as lam-alef. The letters of such a
 * glyph are in reading order although glyphs are listed from left to right, so a reader must keep them together.
 */
package octavo.host.facts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

  /** A string of two or more UTF-16 units in a ToUnicode map. */
  private static final Pattern TARGET = Pattern.compile("<\\s*((?:[0-9A-Fa-f]{4}\\s*){2," + LENGTH_MAX + "})>");

  private final Map<COSBase, Set<String>> byFont = new IdentityHashMap<>();

  public Set<String> of(PDPage page) {
    Set<String> found = new HashSet<>();
    COSObject resources = page.getResources() == null ? null : page.getResources().getObject();
    collect(resources, Collections.newSetFromMap(new IdentityHashMap<>()), 0, found);
    return found;
  }

  private void collect(COSObject resources, Set<COSBase> seen, int depth, Set<String> found) {
    if (!Cos.isDictionary(resources) || depth > FORM_DEPTH_MAX || seen.size() > FORMS_MAX || !seen.add(resources.getDirectBase())) {
      return;
    }
    COSObject fonts = Cos.key(resources, "Font");
    for (ASAtom name : Cos.isDictionary(fonts) ? fonts.getKeySet() : Set.<ASAtom>of()) {
      found.addAll(ofFont(fonts.getKey(name)));
    }
    COSObject forms = Cos.key(resources, "XObject");
    for (ASAtom name : Cos.isDictionary(forms) ? forms.getKeySet() : Set.<ASAtom>of()) {
      collect(Cos.key(forms.getKey(name), "Resources"), seen, depth + 1, found);
    }
  }

  private Set<String> ofFont(COSObject font) {
    if (!Cos.isDictionary(font)) {
      return Set.of();
    }
    Set<String> known = byFont.get(font.getDirectBase());
    if (known == null && byFont.size() < FONTS_MAX) {
      known = targets(Cos.key(font, "ToUnicode"));
      byFont.put(font.getDirectBase(), known);
    }
    return known == null ? Set.of() : known;
  }

  private static Set<String> targets(COSObject map) {
    if (map == null || map.getType() != COSObjType.COS_STREAM) {
      return Set.of();
    }
    Set<String> targets = new HashSet<>();
    try (InputStream data = map.getData(COSStream.FilterFlags.DECODE)) {
      String text = new String(data.readNBytes(MAP_BYTES_MAX), StandardCharsets.ISO_8859_1);
      Matcher matcher = TARGET.matcher(text);
      while (matcher.find()) {
        byte[] bytes = HexFormat.of().parseHex(matcher.group(1).replaceAll("\\s", ""));
        String target = new String(bytes, StandardCharsets.UTF_16BE);
        if (target.codePoints().anyMatch(RightToLeftLigatures::isRightToLeft)) {
          targets.add(target);
        }
      }
    } catch (IOException unreadable) {
      return Set.of();
    }
    return targets;
  }

  public static boolean isRightToLeft(int character) {
    byte direction = Character.getDirectionality(character);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
