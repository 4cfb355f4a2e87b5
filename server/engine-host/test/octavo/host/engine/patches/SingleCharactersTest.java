package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SingleCharactersTest {
  private static final String LETTERS = "0123456789.()ivxIVXabcABC \ud83d\ude00\u00e9\u2460\n";

  private static boolean matches(Pattern pattern, String text, int at) {
    return pattern.matcher(text.substring(at, at + 1)).matches();
  }

  @Test
  void agreesWithTheExpressionForEachCharacter() {
    Random random = new Random(7);
    for (String expression : new String[] {"\\d+", "[IVXivx]+", "[^0-9]", ".", "(?i)a"}) {
      Pattern pattern = Pattern.compile(expression);
      for (int round = 0; round < 400; round++) {
        StringBuilder builder = new StringBuilder();
        random.ints(random.nextInt(6), 0, LETTERS.length()).forEach(at -> builder.append(LETTERS.charAt(at)));
        String text = builder.toString();
        int start = 0;
        while (start < text.length() && matches(pattern, text, start)) {
          start++;
        }
        assertEquals(start, SingleCharacters.getRegexStartLength(text, pattern), expression + " " + text);
        int end = text.length();
        while (end > 0 && matches(pattern, text, end - 1)) {
          end--;
        }
        assertEquals(end, SingleCharacters.getNotRegexStartLength(text, text.length(), pattern));
        assertEquals(text.length() - start, SingleCharacters.getNotRegexEndLength(text, text.length(), pattern));
      }
    }
  }

  /** Each table takes 64 kB; patterns that are made on the fly must not fill the memory. */
  @Test
  void keepsABoundedNumberOfTables() {
    for (int number = 0; number < 1_000; number++) {
      assertEquals(2, SingleCharacters.getRegexStartLength("aab", Pattern.compile("a")));
    }
    assertTrue(SingleCharacters.TABLES.size() <= SingleCharacters.TABLES_MAX);
  }
}
