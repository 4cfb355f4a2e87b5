/** Counts pages as strict readers do: a node of the page tree that is not a plain dictionary leads to none. */
package octavo.host;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDDocument;

final class PageTree {
  private static final int DEPTH_MAX = 512;

  private final Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private PageTree() {}

  /** The engine takes the dictionary of a stream for a dictionary, so its own count misses a tree that it has written over. */
  static int count(PDDocument document) {
    int declared = document.getNumberOfPages();
    COSObject root = document.getCatalog() == null ? null : document.getCatalog().getKey(ASAtom.PAGES);
    return Math.min(declared, new PageTree().leaves(root, 0));
  }

  private int leaves(COSObject node, int depth) {
    if (node == null || node.getType() != COSObjType.COS_DICT || depth > DEPTH_MAX || !seen.add(node.getDirectBase())) {
      return 0;
    }
    COSObject kids = node.getKey(ASAtom.KIDS);
    if (kids == null || kids.getType() != COSObjType.COS_ARRAY) {
      return 1;
    }
    int found = 0;
    for (int at = 0; at < kids.size(); at++) {
      found += leaves(kids.at(at), depth + 1);
    }
    return found;
  }
}
