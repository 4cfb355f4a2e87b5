/** Content split into operators and operands. */
package octavo.host.visibility.fastpath;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentTokenizerTest {
  private static ContentTokenizer tokenizer(String content) {
    byte[] bytes = content.getBytes(StandardCharsets.ISO_8859_1);
    return new ContentTokenizer(bytes, bytes.length);
  }

  /** Each operator with its index. */
  private static List<String> operators(String content) {
    ContentTokenizer tokenizer = tokenizer(content);
    List<String> all = new ArrayList<>();
    for (String operator = tokenizer.next(); operator != null; operator = tokenizer.next()) {
      all.add(operator + "@" + tokenizer.index());
    }
    return all;
  }

  @Test
  void readsNumbersBeforeAnOperator() {
    ContentTokenizer tokenizer = tokenizer("1 0 -.5 +2.25 12. 007 cm");
    assertEquals("cm", tokenizer.next());
    assertArrayEquals(new double[] {1, 0, -0.5, 2.25, 12, 7}, tokenizer.operands().all());
    assertNull(tokenizer.next());
  }

  @Test
  void readsNames() {
    ContentTokenizer tokenizer = tokenizer("/F1 12 Tf");
    assertEquals("Tf", tokenizer.next());
    assertEquals("F1", tokenizer.operands().text(0));
    assertEquals(2, tokenizer.operands().count());
  }

  @Test
  void operandsBelongToOneOperatorOnly() {
    ContentTokenizer tokenizer = tokenizer("1 w 2 J");
    tokenizer.next();
    tokenizer.next();
    assertEquals(2, tokenizer.operands().number());
  }

  @Test
  void countsOperandsAndOperatorsAsTheEngineDoes() {
    assertEquals(List.of("q@0", "BT@1", "Tf@4", "TJ@6", "ET@7", "Q@8"), operators("q BT /F 9 Tf [(a) -3 (b)] TJ ET Q"));
  }

  @Test
  void needsNoSpaceBetweenTokensThatEndThemselves() {
    assertEquals(List.of("Tf@2", "Tj@4", "TJ@6", "f@7"), operators("/F 9 Tf(a)Tj[<41>]TJ f"));
  }

  @Test
  void skipsStringsWithBracketsAndEscapes() {
    assertEquals(List.of("Tj@1", "S@2"), operators("(a (nested Q) \\) \\( b) Tj S"));
    assertEquals(List.of("Tj@1", "S@2"), operators("<2028> Tj S"));
  }

  @Test
  void skipsDictionariesWithAllTheyHold() {
    assertEquals(List.of("BDC@2", "EMC@3"), operators("/OC << /A [1 (>>) << /B <41> >>] /C true >> BDC EMC"));
  }

  @Test
  void skipsComments() {
    assertEquals(List.of("q@0", "Q@1"), operators("q % 1 0 0 rg f\nQ%end"));
  }

  @Test
  void skipsInlineImages() {
    assertEquals(List.of("q@0", "BI@1", "Q@2"), operators("q BI /W 1 /H 1 /CS /G ID \u0001\u0002 EI Q"));
  }

  @Test
  void keywordsAreOperands() {
    ContentTokenizer tokenizer = tokenizer("true null ri");
    assertEquals("ri", tokenizer.next());
    assertEquals(2, tokenizer.operands().count());
  }

  @ParameterizedTest
  @ValueSource(strings = {
    "1 2 unknown",           // an operator that does not exist
    "d0", "d1",              // those of Type 3 fonts
    "1..2 w", "1-2 w", "- w", // numbers that parsers read in different ways
    "0000000000000000000000000000001 w",
    "/A#42 gs", "/\u00e9 gs", // names that need decoding
    "(never closed", "[1 2", "<< /A", "[ > ]", "[ ) ]",
    "BI /W 1 ID \u0001EI Q", // an end of image that may be part of its bytes
    "BI /W 1 ID \u0001 ", "BI /W 1 IX",
  })
  void givesUpOnContentThatParsersReadDifferently(String content) {
    assertThrows(UnsupportedContent.class, () -> operators(content));
  }

  @Test
  void givesUpOnTooManyOperands() {
    assertThrows(UnsupportedContent.class, () -> operators("1 ".repeat(65) + "w"));
  }

  @Test
  void readsOnlyUpToTheGivenLength() {
    byte[] bytes = "q Q garbage".getBytes(StandardCharsets.US_ASCII);
    ContentTokenizer tokenizer = new ContentTokenizer(bytes, 3);
    assertEquals("q", tokenizer.next());
    assertEquals("Q", tokenizer.next());
    assertNull(tokenizer.next());
  }
}
