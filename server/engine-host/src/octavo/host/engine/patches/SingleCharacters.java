/**
 * Counts the characters at the start or end of a string that match a pattern, each by itself. The engine asks for every
 * line and every kind of list label; a table for each pattern replaces a matcher for each character.
 */
package octavo.host.engine.patches;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

public final class SingleCharacters {
  private static final byte MATCHES = 1;
  private static final byte DIFFERS = 2;
  /** The engine has about twenty patterns, all of them constants. A table takes 64 kB. */
  static final int TABLES_MAX = 64;
  static final Map<Pattern, byte[]> TABLES = new ConcurrentHashMap<>();

  private SingleCharacters() {}

  public static int getRegexStartLength(String text, Pattern pattern) {
    byte[] table = tableOf(pattern);
    int length = 0;
    while (length < text.length() && matches(text.charAt(length), pattern, table)) {
      length++;
    }
    return length;
  }

  /** How many of the last `length` characters remain without those at their start that match. */
  public static int getNotRegexEndLength(String text, int length, Pattern pattern) {
    byte[] table = tableOf(pattern);
    int rest = length;
    while (rest > 0 && matches(text.charAt(text.length() - rest), pattern, table)) {
      rest--;
    }
    return rest;
  }

  /** How many of the first `length` characters remain without those at their end that match. */
  public static int getNotRegexStartLength(String text, int length, Pattern pattern) {
    byte[] table = tableOf(pattern);
    int rest = length;
    while (rest > 0 && matches(text.charAt(rest - 1), pattern, table)) {
      rest--;
    }
    return rest;
  }

  private static byte[] tableOf(Pattern pattern) {
    byte[] table = TABLES.get(pattern);
    if (table == null) {
      table = new byte[Character.MAX_VALUE + 1];
      if (TABLES.size() < TABLES_MAX) {
        TABLES.put(pattern, table);
      }
    }
    return table;
  }

  private static boolean matches(char character, Pattern pattern, byte[] table) {
    byte known = table[character];
    if (known == 0) {
      known = pattern.matcher(String.valueOf(character)).matches() ? MATCHES : DIFFERS;
      table[character] = known;
    }
    return known == MATCHES;
  }
}
