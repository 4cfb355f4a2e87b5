/** What the check needs to know about the pages the engine has read. Implemented by the engine package. */
package octavo.host.visibility;

import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.pd.PDPage;
import org.verapdf.pd.optionalcontent.PDOptionalContentProperties;

public interface EnginePages {
  /** The displayed page with its lower left corner at the origin; null if the document gives no size. */
  Rect frame(int index);

  PDPage page(int index);

  /** From the coordinates of the content to those of the displayed page, as the engine applied it to its boxes. */
  Transform transform(int index);

  /** The text the engine read from the content of the page, in the order of its content. */
  List<ShownText> texts(int index);

  /** Null if the document has no layers. */
  PDOptionalContentProperties layers();

  /**
   * The text of one operator. `operatorIndex` counts operators and operands of its stream and is -1 if the engine does not
   * know it; `form` is the name of the form XObject it is in, or null.
   */
  record ShownText(int operatorIndex, String form, Rect box, double fontSize, String text) {}
}
