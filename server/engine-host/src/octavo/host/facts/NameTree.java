/** Visits the entries of a name tree or a number tree. */
package octavo.host.facts;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.BiPredicate;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObject;

final class NameTree {
  private static final int NODES_MAX = 100_000;

  private NameTree() {}

  /** In order. Ends when `visit` returns false. `entries` is the key of the leaves: `Names` or `Nums`. */
  static void visit(COSObject root, String entries, BiPredicate<COSObject, COSObject> visit) {
    Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<COSObject> waiting = new ArrayDeque<>();
    if (root != null) {
      waiting.push(root);
    }
    while (!waiting.isEmpty() && seen.size() < NODES_MAX) {
      COSObject node = waiting.pop();
      if (!Cos.isDictionary(node) || !seen.add(node.getDirectBase()) || !visitLeaf(Cos.key(node, entries), visit)) {
        continue;
      }
      COSObject kids = Cos.key(node, "Kids");
      for (int at = Cos.isArray(kids) ? Math.min(kids.size(), NODES_MAX) - 1 : -1; at >= 0; at--) {
        COSObject kid = kids.at(at);
        if (kid != null) {
          waiting.push(kid);
        }
      }
    }
  }

  private static boolean visitLeaf(COSObject pairs, BiPredicate<COSObject, COSObject> visit) {
    for (int at = 0; Cos.isArray(pairs) && at + 1 < pairs.size(); at += 2) {
      if (!visit.test(pairs.at(at), pairs.at(at + 1))) {
        return false;
      }
    }
    return true;
  }
}
