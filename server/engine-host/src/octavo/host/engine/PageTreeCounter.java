/** Counts pages as strict readers do, which ignore a catalog or page tree node that is not a plain dictionary. */
package octavo.host.engine;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSTrailer;
import org.verapdf.pd.PDDocument;

final class PageTreeCounter {
  private static final int DEPTH_MAX = 512;
  private static final int NESTING_MAX = 490;

  private final Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private PageTreeCounter() {}

  /** The engine accepts the dictionary of a stream as a node, so its own count does not notice a tree it has overwritten. */
  static int count(PDDocument document) {
    COSTrailer trailer = document.getDocument().getTrailer();
    if (trailer == null || isTooDeep(trailer.getObject(), 0) || !isPlain(trailer.getRoot())) {
      return 0;
    }
    COSObject root = trailer.getRoot().getKey(ASAtom.PAGES);
    return Math.min(document.getNumberOfPages(), new PageTreeCounter().leaves(root, 0));
  }

  private static boolean isPlain(COSObject node) {
    return node != null && node.getType() == COSObjType.COS_DICT && !isTooDeep(node.getDirect(), 0);
  }

  /** Other readers skip objects that are nested deeper than this. */
  private static boolean isTooDeep(COSObject node, int depth) {
    if (node == null || node.isIndirect()) {
      return false;
    }
    boolean isArray = node.getType() == COSObjType.COS_ARRAY;
    if (!isArray && node.getType() != COSObjType.COS_DICT) {
      return false;
    }
    if (depth > NESTING_MAX) {
      return true;
    }
    if (!isArray) {
      return node.getValues().stream().anyMatch(value -> isTooDeep(value, depth + 1));
    }
    for (int at = 0; at < node.size(); at++) {
      if (isTooDeep(node.at(at), depth + 1)) {
        return true;
      }
    }
    return false;
  }

  private int leaves(COSObject node, int depth) {
    if (!isPlain(node) || depth > DEPTH_MAX || !seen.add(node.getDirectBase())) {
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
