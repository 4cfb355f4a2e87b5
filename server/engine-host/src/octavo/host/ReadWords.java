/** The words the engine read from a page, in the order of its content, each found again by the operator that shows it. */
package octavo.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

final class ReadWords {
  private record Shown(int operatorIndex, String form, TextChunk words) {}

  private final List<Shown> all = new ArrayList<>();
  private int next;

  ReadWords(List<IChunk> chunks) {
    for (IChunk chunk : chunks) {
      if (chunk instanceof TextChunk words) {
        List<StreamInfo> origin = words.getStreamInfos();
        if (origin.isEmpty()) {
          throw new Operands.Unclear();
        }
        all.add(new Shown(origin.get(0).getOperatorIndex(), origin.get(0).getXObjectName(), words));
      }
    }
  }

  /** Null if this operator showed nothing the engine could read. */
  TextChunk shownBy(int operatorIndex, String form) {
    if (isOver()) {
      return null;
    }
    Shown shown = all.get(next);
    boolean here = shown.operatorIndex == operatorIndex && Objects.equals(shown.form, form);
    next += here ? 1 : 0;
    return here ? shown.words : null;
  }

  /** Every word has been found again. */
  boolean isOver() {
    return next == all.size();
  }
}
