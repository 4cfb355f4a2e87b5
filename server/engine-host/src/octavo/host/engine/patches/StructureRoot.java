/**
 * The root of the structure tree. The engine makes a new one, and reads all of its parent tree, for every mark in the
 * content: with a flat parent tree of 117 pages a quarter of the time of a check.
 */
package octavo.host.engine.patches;

import java.util.IdentityHashMap;
import java.util.Map;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.structure.PDNumberTreeNode;
import org.verapdf.pd.structure.PDStructTreeRoot;

public final class StructureRoot extends PDStructTreeRoot {
  private static final ThreadLocal<Map<COSBase, PDNumberTreeNode>> PARENT_TREES = new ThreadLocal<>();

  public StructureRoot(COSObject root) {
    super(root);
  }

  /** From now on, for documents that this thread only reads: a tree that was read does not see changes. */
  public static void keepParentTrees() {
    PARENT_TREES.set(new IdentityHashMap<>());
  }

  @Override
  public PDNumberTreeNode getParentTree() {
    Map<COSBase, PDNumberTreeNode> trees = PARENT_TREES.get();
    return trees == null
        ? super.getParentTree()
        : trees.computeIfAbsent(getObject().getDirectBase(), root -> super.getParentTree());
  }
}
