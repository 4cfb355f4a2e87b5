/** The operators of a page's content, and its parts as veraPDF's validator counts them. */
package octavo.host.engine.accessibility;

import java.util.ArrayList;
import java.util.List;
import org.opendataloader.pdf.autotagging.ChunksWriter;
import org.verapdf.operator.Operator;
import org.verapdf.pd.PDPage;

/** All positions are those of tokens, as the engine counts them. */
record ContentParts(List<Integer> operators, List<Part> parts) {
  /** What is marked, with all marks inside, or what is between two marks. */
  record Part(int from, int to) {}

  static ContentParts of(PDPage page) {
    List<Integer> operators = new ArrayList<>();
    List<Part> parts = new ArrayList<>();
    List<Object> tokens = ChunksWriter.getTokens(page.getContent());
    int from = 0;
    int depth = 0;
    boolean isEmpty = true;
    for (int at = 0; at < tokens.size(); at++) {
      if (!(tokens.get(at) instanceof Operator operator)) {
        continue;
      }
      operators.add(at);
      String name = operator.getOperator();
      boolean begins = name.equals("BDC") || name.equals("BMC");
      boolean ends = name.equals("EMC") && depth > 0;
      if (begins && depth++ == 0) {
        if (!isEmpty) {
          parts.add(new Part(from, at));
        }
        from = at;
      } else if (ends && --depth == 0) {
        parts.add(new Part(from, at + 1));
        from = at + 1;
        isEmpty = true;
        continue;
      }
      isEmpty = false;
    }
    if (!isEmpty) {
      parts.add(new Part(from, tokens.size()));
    }
    return new ContentParts(operators, parts);
  }
}
