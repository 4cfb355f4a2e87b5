package octavo.host.engine.patches;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSArray;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.COSInteger;
import org.verapdf.cos.COSObject;

class StructureRootTest {
  private static COSObject rootWithParent(long key) {
    COSObject nums = COSArray.construct();
    nums.add(COSInteger.construct(key));
    nums.add(COSDictionary.construct());
    COSObject tree = COSDictionary.construct();
    tree.setKey(ASAtom.NUMS, nums);
    COSObject root = COSDictionary.construct();
    root.setKey(ASAtom.PARENT_TREE, tree);
    return root;
  }

  private static <T> T onItsOwnThread(Callable<T> work) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    new Thread(task).start();
    return task.get();
  }

  @Test
  void keepsTheParentTreeOfEachDocumentForItsThread() throws Exception {
    COSObject one = rootWithParent(3);
    COSObject other = rootWithParent(4);
    onItsOwnThread(() -> {
      StructureRoot.keepParentTrees();
      assertSame(new StructureRoot(one).getParentTree(), new StructureRoot(one).getParentTree());
      assertEquals(1, new StructureRoot(one).getParentTree().getNums().size());
      assertNull(new StructureRoot(one).getParentTree().getObject(4L));
      assertSame(new StructureRoot(other).getParentTree(), new StructureRoot(other).getParentTree());
      assertNull(new StructureRoot(COSDictionary.construct()).getParentTree());
      return null;
    });
  }

  @Test
  void readsItAgainWhereADocumentMayChange() throws Exception {
    COSObject root = rootWithParent(3);
    onItsOwnThread(() -> {
      assertNotSame(new StructureRoot(root).getParentTree(), new StructureRoot(root).getParentTree());
      return null;
    });
  }
}
