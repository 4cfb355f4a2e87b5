/** Follows the marks in the content of a page. */
package octavo.host.engine.structure;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.opendataloader.pdf.autotagging.ChunksWriter;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObject;
import org.verapdf.operator.Operator;
import org.verapdf.pd.PDPage;

public final class MarkedContent {
  /** In place of an identifier: the content is decoration, such as a running title. */
  static final long ARTIFACT = -2;
  static final long UNMARKED = -1;
  private static final String ARTIFACT_TAG = "Artifact";

  public interface Visitor {
    /** `position` as the engine counts tokens. `form` is the name of what the operator draws, if it draws an object. */
    void visit(long mcid, int position, String form);
  }

  private MarkedContent() {}

  /** Visits the operators inside of marks that have an identifier, or that say that they are decoration. */
  public static void each(PDPage page, Visitor visitor) {
    follow(ChunksWriter.getTokens(page.getContent()), (mcid, position, form) -> {
      if (mcid != UNMARKED) {
        visitor.visit(mcid, position, form);
      }
    });
  }

  /** Visits all operators but the marks. */
  static void follow(List<Object> tokens, Visitor visitor) {
    Deque<Long> open = new ArrayDeque<>();
    for (int at = 0; at < tokens.size(); at++) {
      if (!(tokens.get(at) instanceof Operator operator)) {
        continue;
      }
      Object argument = at > 0 ? tokens.get(at - 1) : null;
      long around = open.isEmpty() ? UNMARKED : open.peek();
      switch (operator.getOperator()) {
        case "BMC" -> open.push(isArtifact(argument) ? ARTIFACT : around);
        case "BDC" -> open.push(isArtifact(at > 1 ? tokens.get(at - 2) : null) ? ARTIFACT : identifierIn(argument, around));
        case "EMC" -> open.poll();
        default -> {
          boolean draws = operator.getOperator().equals("Do") && argument instanceof COSName;
          visitor.visit(around, at, draws ? ((COSName) argument).getString() : null);
        }
      }
    }
  }

  private static boolean isArtifact(Object tag) {
    return tag instanceof COSName name && ARTIFACT_TAG.equals(name.getString());
  }

  private static long identifierIn(Object properties, long otherwise) {
    Long mcid = properties instanceof COSBase base ? Entries.integer(new COSObject(base), ASAtom.MCID) : null;
    return mcid == null ? otherwise : mcid;
  }
}
