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

public final class NameTree {
  /** Kids and entries together: nodes may share them. */
  private static final int STEPS_MAX = 1_000_000;

  private final String entries;
  private final BiPredicate<COSObject, COSObject> visit;
  private final Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Deque<COSObject> waiting = new ArrayDeque<>();
  private int steps;

  private NameTree(String entries, BiPredicate<COSObject, COSObject> visit) {
    this.entries = entries;
    this.visit = visit;
  }

  /** In order. Ends when `visit` returns false. `entries` is the key of the leaves: `Names` or `Nums`. */
  public static void visit(COSObject root, String entries, BiPredicate<COSObject, COSObject> visit) {
    NameTree tree = new NameTree(entries, visit);
    if (root != null) {
      tree.waiting.push(root);
    }
    while (!tree.waiting.isEmpty() && tree.visitNode(tree.waiting.pop())) {}
  }

  private boolean visitNode(COSObject node) {
    if (!Cos.isDictionary(node) || !seen.add(node.getDirectBase())) {
      return true;
    }
    if (!visitLeaf(Cos.key(node, entries))) {
      return false;
    }
    COSObject kids = Cos.key(node, "Kids");
    int count = Cos.isArray(kids) ? Math.min(kids.size(), STEPS_MAX - steps) : 0;
    steps += count;
    for (int at = count - 1; at >= 0; at--) {
      COSObject kid = kids.at(at);
      if (kid != null) {
        waiting.push(kid);
      }
    }
    return true;
  }

  private boolean visitLeaf(COSObject pairs) {
    for (int at = 0; Cos.isArray(pairs) && at + 1 < pairs.size(); at += 2) {
      if (++steps > STEPS_MAX || !visit.test(pairs.at(at), pairs.at(at + 1))) {
        return false;
      }
    }
    return true;
  }
}
