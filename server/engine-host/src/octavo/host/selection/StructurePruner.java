/** Removes from the structure tree what belongs to removed pages. */
package octavo.host.selection;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSNull;
import org.apache.pdfbox.cos.COSNumber;

final class StructurePruner {
  private static final int DEPTH_MAX = 500;
  private static final COSName OBJECT_REFERENCE = COSName.getPDFName("OBJR");
  private static final COSName MARKED_CONTENT = COSName.getPDFName("MCR");

  /** What an element has of content: some that stays, none at all, or none any more. */
  private enum Content { STAYS, NONE, GONE }

  private final RemovedPages pages;
  private final Set<COSBase> annotations;
  private final Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<COSBase> gone = Collections.newSetFromMap(new IdentityHashMap<>());

  StructurePruner(RemovedPages pages, Set<COSBase> removedAnnotations) {
    this.pages = pages;
    this.annotations = removedAnnotations;
  }

  void prune(COSDictionary catalog) {
    COSDictionary root = catalog.getCOSDictionary(COSName.STRUCT_TREE_ROOT);
    if (root == null) {
      return;
    }
    pruneKids(root, null, 0);
    TreeEntries.filter(root.getDictionaryObject(COSName.PARENT_TREE), COSName.NUMS, (key, value) -> staysInParentTree(value));
    TreeEntries.filter(root.getDictionaryObject(COSName.ID_TREE), COSName.NAMES, (key, value) -> !gone.contains(value));
  }

  private boolean staysInParentTree(COSBase value) {
    if (!(value instanceof COSArray elements)) {
      return value != null && !gone.contains(value);
    }
    boolean any = false;
    for (int at = 0; at < elements.size(); at++) {
      COSBase element = elements.getObject(at);
      if (element == null || gone.contains(element)) {
        elements.set(at, COSNull.NULL);
      } else {
        any = true;
      }
    }
    return any;
  }

  private Content pruneKids(COSDictionary element, COSBase pageAbove, int depth) {
    if (!seen.add(element) || depth > DEPTH_MAX) {
      return Content.GONE;
    }
    COSBase own = element.getDictionaryObject(COSName.PG);
    COSBase page = own == null ? pageAbove : own;
    COSBase kids = element.getDictionaryObject(COSName.K);
    COSArray all = kids instanceof COSArray array ? array : new COSArray();
    if (kids != null && !(kids instanceof COSArray)) {
      all.add(element.getItem(COSName.K));
    }
    COSArray left = new COSArray();
    boolean stays = false;
    boolean lost = false;
    for (int at = 0; at < all.size(); at++) {
      Content content = contentOf(all.getObject(at), page, depth);
      stays |= content == Content.STAYS;
      lost |= content == Content.GONE;
      if (content != Content.GONE) {
        left.add(all.get(at));
      }
    }
    if (!stays && lost) {
      gone.add(element);
      return Content.GONE;
    }
    if (lost) {
      element.setItem(COSName.K, left);
    }
    if (pages.contains(own)) {
      element.removeItem(COSName.PG);
    }
    return stays ? Content.STAYS : Content.NONE;
  }

  private Content contentOf(COSBase kid, COSBase page, int depth) {
    if (kid instanceof COSNumber) {
      return pages.contains(page) ? Content.GONE : Content.STAYS;
    }
    if (!(kid instanceof COSDictionary node)) {
      return Content.NONE;
    }
    COSName type = node.getCOSName(COSName.TYPE);
    if (!MARKED_CONTENT.equals(type) && !OBJECT_REFERENCE.equals(type)) {
      return pruneKids(node, page, depth + 1);
    }
    COSBase own = node.getDictionaryObject(COSName.PG);
    COSBase object = node.getDictionaryObject(COSName.OBJ);
    boolean objectGone = annotations.contains(object)
        || object instanceof COSDictionary annotation && pages.contains(annotation.getItem(COSName.P));
    return objectGone || pages.contains(own == null ? page : own) ? Content.GONE : Content.STAYS;
  }
}
