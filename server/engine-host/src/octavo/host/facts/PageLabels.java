/** The labels of pages, such as `iv` or `A-3`. */
package octavo.host.facts;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.verapdf.cos.COSObject;

public final class PageLabels {
  private static final int RANGES_MAX = 100_000;
  private static final int PREFIX_MAX = 256;

  /** Larger roman numbers and longer rows of letters are written as digits: nobody could read them. */
  private static final long ROMAN_MAX = 3_999;
  private static final long LETTERS_MAX = 26 * 16;

  private static final int[] ROMAN_VALUES = {1_000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  private static final String[] ROMAN_DIGITS = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};

  private record Range(long first, String prefix, String style, long start) {}

  private final TreeMap<Long, Range> ranges = new TreeMap<>();

  public PageLabels(COSObject catalog) {
    NameTree.visit(Cos.key(catalog, "PageLabels"), "Nums", (key, value) -> {
      long first = Cos.integer(key, -1);
      if (first >= 0 && Cos.isDictionary(value)) {
        String prefix = Cos.text(Cos.key(value, "P"), PREFIX_MAX);
        long start = Math.max(1, Cos.integer(Cos.key(value, "St"), 1));
        ranges.put(first, new Range(first, prefix == null ? "" : prefix, Cos.name(Cos.key(value, "S")), start));
      }
      return ranges.size() < RANGES_MAX;
    });
  }

  /** Null if the page has no label, or if it is the page number. */
  public String of(int index) {
    Map.Entry<Long, Range> found = ranges.floorEntry((long) index);
    if (found == null) {
      return null;
    }
    Range range = found.getValue();
    String label = range.prefix() + numeral(range.style(), range.start() + index - range.first());
    return label.isBlank() || label.equals(String.valueOf(index + 1)) ? null : label;
  }

  private static String numeral(String style, long number) {
    return switch (style == null ? "" : style) {
      case "D" -> String.valueOf(number);
      case "R" -> roman(number);
      case "r" -> roman(number).toLowerCase(Locale.ROOT);
      case "A" -> letters(number);
      case "a" -> letters(number).toLowerCase(Locale.ROOT);
      default -> "";
    };
  }

  private static String roman(long number) {
    if (number > ROMAN_MAX) {
      return String.valueOf(number);
    }
    StringBuilder roman = new StringBuilder();
    long left = number;
    for (int digit = 0; digit < ROMAN_VALUES.length; digit++) {
      for (; left >= ROMAN_VALUES[digit]; left -= ROMAN_VALUES[digit]) {
        roman.append(ROMAN_DIGITS[digit]);
      }
    }
    return roman.toString();
  }

  private static String letters(long number) {
    if (number > LETTERS_MAX) {
      return String.valueOf(number);
    }
    int zeroBased = (int) number - 1;
    return String.valueOf((char) ('A' + zeroBased % 26)).repeat(zeroBased / 26 + 1);
  }
}
