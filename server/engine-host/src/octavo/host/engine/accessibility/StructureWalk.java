/** Visits the elements of a structure tree, each once and in order, whatever the tree looks like. */
package octavo.host.engine.accessibility;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.Consumer;
import octavo.host.engine.structure.Entries;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

final class StructureWalk {
  /** About 10,000 dense pages. */
  private static final int NODES_MAX = 4_000_000;

  private StructureWalk() {}

  /** `root` is the root of the tree or an element; it is visited too. */
  static void each(COSObject root, Consumer<COSObject> visitor) {
    Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<COSObject> open = new ArrayDeque<>();
    open.push(root);
    for (int nodes = 0; !open.isEmpty() && nodes < NODES_MAX; nodes++) {
      COSObject object = open.pop();
      if (object.empty()) {
        continue;
      }
      if (Entries.is(object, COSObjType.COS_ARRAY)) {
        for (int at = object.size() - 1; at >= 0; at--) {
          open.push(object.at(at));
        }
      } else if (Entries.isDictionary(object) && seen.add(object.getDirectBase())) {
        visitor.accept(object);
        open.push(Entries.get(object, ASAtom.K));
      }
    }
  }

  /** The type as the element names it; empty if it has none. */
  static String typeOf(COSObject element) {
    ASAtom type = Entries.name(element, ASAtom.S);
    return type == null ? "" : type.getValue();
  }
}
