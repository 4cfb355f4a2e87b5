/** Decides about words from the content of a page, without drawing it. */
package octavo.host.visibility;

import java.util.List;
import octavo.host.geometry.Rect;

@FunctionalInterface
public interface ContentCheck {
  /** Null if nothing can be decided about this page. */
  Verdict check(int index, WorkBudget budget);

  interface Verdict {
    boolean isCertainlyVisible(Rect word);

    /** Covers all words that are not certainly visible. */
    List<Rect> uncertainPlaces();
  }
}
