/** Answers, page by page, which words a reader cannot see. */
package octavo.host.visibility;

import java.io.Closeable;
import java.util.Set;
import octavo.host.geometry.Rect;

public interface HiddenWords extends Closeable {
  /** Pages count from 0. All questions are about this page until `endPage`. */
  void beginPage(int index);

  void endPage();

  /** `word` is a box in points of the displayed page. A word in doubt is not hidden. */
  boolean isHidden(Rect word);

  /** Pages, from 1, on which at least one word could not be checked. */
  Set<Integer> uncheckedPages();

  /** False if the clock ended the check, not the amount of work: another run may find more. */
  boolean isReproducible();

  /** A thread did not return or an `Error` was thrown: the process must not convert another document. */
  boolean isTainted();
}
