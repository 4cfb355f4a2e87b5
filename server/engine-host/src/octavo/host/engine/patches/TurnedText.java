/**
 * Text with a negative font size, which is text that is turned by 180 degrees. The engine sorts its letters the wrong way
 * round and puts a space between each two. The same text is written with a positive size and a turned text matrix, in as
 * many tokens, because the places of operators are known by the numbers of their tokens.
 */
package octavo.host.engine.patches;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import octavo.host.engine.structure.PageMarks;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSReal;
import org.verapdf.gf.model.factory.chunks.ChunkFactory;
import org.verapdf.gf.model.factory.chunks.GraphicsState;
import org.verapdf.operator.Operator;
import org.verapdf.pd.PDResourcesHandler;
import org.verapdf.wcag.algorithms.entities.content.IChunk;

public final class TurnedText {
  private static final Set<String> SHOWS = Set.of("Tj", "TJ", "'");
  /** Distances in the direction of the text or across it. */
  private static final Set<String> DISTANCES = Set.of("Td", "TD", "TL", "Tc", "Tw", "Ts");
  private static final int AXES_OF_MATRIX = 4;

  private TurnedText() {}

  /** The numbers of tokens stay the same, so the marks can be kept from either. */
  public static List<IChunk> chunksFromTokens(
      Integer page, COSKey key, List<Object> tokens, GraphicsState state, PDResourcesHandler resources, COSKey parent,
      Long markedContent, String form) {
    if (form == null && parent == null) {
      PageMarks.keep(key, tokens);
    }
    return ChunkFactory.chunksFromTokens(page, key, upright(tokens), state, resources, parent, markedContent, form);
  }

  /** The same tokens unless all text of the stream is turned, and each text object says where its text begins. */
  static List<Object> upright(List<Object> tokens) {
    return isTurned(tokens) ? turned(tokens) : tokens;
  }

  private static boolean isTurned(List<Object> tokens) {
    boolean isNegative = false;
    boolean isPlaced = false;
    boolean isAny = false;
    for (int at = 0; at < tokens.size(); at++) {
      String operator = operator(tokens.get(at));
      if ("Tf".equals(operator)) {
        isNegative = number(tokens, at - 1) < 0;
      } else if ("BT".equals(operator)) {
        isPlaced = false;
      } else if ("Tm".equals(operator)) {
        isPlaced = true;
      } else if ("Tz".equals(operator) && number(tokens, at - 1) < 0 || "\"".equals(operator)) {
        return false;
      } else if (SHOWS.contains(operator)) {
        if (!isNegative || !isPlaced) {
          return false;
        }
        isAny = true;
      }
    }
    return isAny;
  }

  private static List<Object> turned(List<Object> tokens) {
    List<Object> result = new ArrayList<>(tokens);
    int operands = 0;
    for (int at = 0; at < tokens.size(); at++) {
      String operator = operator(tokens.get(at));
      if ("Tf".equals(operator)) {
        negate(result, at - 1, at);
      } else if ("Tm".equals(operator)) {
        negate(result, operands, Math.min(at, operands + AXES_OF_MATRIX));
      } else if (DISTANCES.contains(operator)) {
        negate(result, operands, at);
      }
      operands = operator.isEmpty() ? operands : at + 1;
    }
    return result;
  }

  private static void negate(List<Object> tokens, int from, int to) {
    for (int at = Math.max(0, from); at < to; at++) {
      if (isNumber(tokens.get(at))) {
        tokens.set(at, COSReal.construct(-((COSBase) tokens.get(at)).getReal()).getDirectBase());
      }
    }
  }

  private static double number(List<Object> tokens, int at) {
    return at >= 0 && isNumber(tokens.get(at)) ? ((COSBase) tokens.get(at)).getReal() : 0;
  }

  private static boolean isNumber(Object token) {
    return token instanceof COSBase base && base.getType().isNumber();
  }

  /** Empty for an operand. */
  private static String operator(Object token) {
    return token instanceof Operator operator ? operator.getOperator() : "";
  }
}
