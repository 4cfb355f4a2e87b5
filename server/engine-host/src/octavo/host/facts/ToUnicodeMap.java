/** The glyphs of a font that stand for right-to-left letters: code and letters, from its ToUnicode map. */
package octavo.host.facts;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class ToUnicodeMap {
  private static final int ENTRIES_MAX = 10_000;
  private static final int RANGE_MAX = 255;

  /** `3 beginbfchar <0041> <0644 0627> … endbfchar`, or `beginbfrange`. */
  private static final Pattern SECTION = Pattern.compile("beginbf(char|range)(.*?)endbf", Pattern.DOTALL);
  private static final Pattern TOKEN = Pattern.compile("<([0-9A-Fa-f\\s]*)>|\\[|\\]");

  private ToUnicodeMap() {}

  static Map<Integer, String> rightToLeft(String map) {
    Map<Integer, String> found = new HashMap<>();
    Matcher sections = SECTION.matcher(map);
    while (sections.find() && found.size() < ENTRIES_MAX) {
      List<String> tokens = tokens(sections.group(2));
      if (sections.group(1).equals("char")) {
        for (int at = 0; at + 1 < tokens.size(); at += 2) {
          add(found, code(tokens.get(at)), letters(tokens.get(at + 1)));
        }
      } else {
        addRanges(found, tokens);
      }
    }
    return found;
  }

  /** `<from> <to> <letters>` or `<from> <to> [<letters> <letters> …]`. */
  private static void addRanges(Map<Integer, String> found, List<String> tokens) {
    for (int at = 0; at + 2 < tokens.size();) {
      int code = code(tokens.get(at));
      if (!tokens.get(at + 2).equals("[")) {
        addRange(found, code, code(tokens.get(at + 1)), tokens.get(at + 2));
        at += 3;
        continue;
      }
      for (at += 3; at < tokens.size() && !tokens.get(at).equals("]"); at++) {
        add(found, code++, letters(tokens.get(at)));
      }
      at++;
    }
  }

  /** The last letter counts up with the code. */
  private static void addRange(Map<Integer, String> found, int from, int to, String hex) {
    String letters = letters(hex);
    if (letters.isEmpty()) {
      return;
    }
    int last = letters.length() - 1;
    for (int code = from; code <= Math.min(to, from + RANGE_MAX); code++) {
      add(found, code, letters.substring(0, last) + (char) (letters.charAt(last) + code - from));
    }
  }

  private static String letters(String hex) {
    boolean isReadable = !hex.isEmpty() && hex.length() <= 4 * RightToLeftGlyphs.LENGTH_MAX && hex.length() % 4 == 0;
    return isReadable ? new String(HexFormat.of().parseHex(hex), StandardCharsets.UTF_16BE) : "";
  }

  private static void add(Map<Integer, String> found, int code, String letters) {
    if (code >= 0 && found.size() < ENTRIES_MAX && letters.codePoints().anyMatch(RightToLeftGlyphs::isOfRightToLeftScript)) {
      found.put(code, letters);
    }
  }

  private static int code(String hex) {
    return hex.isEmpty() || hex.length() > 6 || hex.startsWith("[") || hex.startsWith("]") ? -1 : Integer.parseInt(hex, 16);
  }

  private static List<String> tokens(String section) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(section);
    while (matcher.find()) {
      tokens.add(matcher.group(1) == null ? matcher.group() : matcher.group(1).replaceAll("\\s", ""));
    }
    return tokens;
  }
}
