/** Filters the entries of a name tree or a number tree. */
package octavo.host.selection;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.BiPredicate;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;

final class TreeEntries {
  private TreeEntries() {}

  /** Keeps the pairs for which `keep` is true. `leaves` is the key of the pairs: `Names` or `Nums`. */
  static void filter(COSBase root, COSName leaves, BiPredicate<COSBase, COSBase> keep) {
    Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<COSBase> waiting = new ArrayDeque<>();
    if (root != null) {
      waiting.push(root);
    }
    while (!waiting.isEmpty()) {
      if (waiting.pop() instanceof COSDictionary node && seen.add(node)) {
        if (node.getDictionaryObject(leaves) instanceof COSArray pairs) {
          node.setItem(leaves, filtered(pairs, keep));
        }
        if (node.getDictionaryObject(COSName.KIDS) instanceof COSArray kids) {
          for (int at = 0; at < kids.size(); at++) {
            COSBase kid = kids.getObject(at);
            if (kid != null) {
              waiting.push(kid);
            }
          }
        }
      }
    }
  }

  private static COSArray filtered(COSArray pairs, BiPredicate<COSBase, COSBase> keep) {
    COSArray left = new COSArray();
    for (int at = 0; at + 1 < pairs.size(); at += 2) {
      if (keep.test(pairs.getObject(at), pairs.getObject(at + 1))) {
        left.add(pairs.get(at));
        left.add(pairs.get(at + 1));
      }
    }
    return left;
  }
}
