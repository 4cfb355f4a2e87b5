package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSReal;
import org.verapdf.operator.Operator;

class TurnedTextTest {
  /** Numbers and operators, with a space between them. */
  private static List<Object> tokens(String content) {
    List<Object> tokens = new ArrayList<>();
    for (String part : content.split(" ")) {
      tokens.add(part.matches("-?[\\d.]+") ? COSReal.construct(Double.parseDouble(part)).getDirectBase() : Operator.getOperator(part));
    }
    return tokens;
  }

  private static String text(List<Object> tokens) {
    List<String> parts = new ArrayList<>();
    for (Object token : tokens) {
      parts.add(token instanceof COSBase number ? String.valueOf(Math.round(number.getReal())) : ((Operator) token).getOperator());
    }
    return String.join(" ", parts);
  }

  private static String upright(String content) {
    return text(TurnedText.upright(tokens(content)));
  }

  private static void assertSameTokens(String content) {
    List<Object> tokens = tokens(content);
    assertSame(tokens, TurnedText.upright(tokens), content);
  }

  @Test
  void aNegativeSizeIsATurnedMatrix() {
    assertEquals(
        "9 Tf 5 5 re BT -1 0 0 -1 70 80 Tm Tj 0 10 Td Tj ET",
        upright("-9 Tf 5 5 re BT 1 0 0 1 70 80 Tm Tj 0 -10 Td Tj ET"));
    assertEquals("BT -2 -1 -3 -4 7 8 Tm 9 Tf -12 TL TJ ET", upright("BT 2 1 3 4 7 8 Tm -9 Tf 12 TL TJ ET"));
  }

  @Test
  void otherTextStaysAsItIs() {
    assertSameTokens("9 Tf BT 1 0 0 1 70 80 Tm Tj ET");
    assertSameTokens("-9 Tf BT 70 80 Td Tj ET");
    assertSameTokens("-9 Tf -100 Tz BT 1 0 0 1 70 80 Tm Tj ET");
    assertSameTokens("-9 Tf BT 1 0 0 1 70 80 Tm Tj 9 Tf Tj ET");
    assertSameTokens("-9 Tf 5 5 re");
  }
}
