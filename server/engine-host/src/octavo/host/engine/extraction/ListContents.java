/** What list items have besides their own text. */
package octavo.host.engine.extraction;

import java.util.List;
import org.verapdf.wcag.algorithms.entities.IObject;
import org.verapdf.wcag.algorithms.entities.SemanticTOCI;
import org.verapdf.wcag.algorithms.entities.content.TextBlock;
import org.verapdf.wcag.algorithms.entities.lists.ListItem;

final class ListContents {
  private ListContents() {}

  static List<IObject> of(TextBlock item) {
    if (item instanceof ListItem listItem) {
      return listItem.getContents();
    }
    return item instanceof SemanticTOCI entry ? entry.getContents() : List.of();
  }
}
