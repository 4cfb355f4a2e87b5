/** Removes entries of the outline that lead to removed pages, unless entries below them stay. */
package octavo.host.selection;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;

final class OutlinePruner {
  private static final int DEPTH_MAX = 64;

  private final RemovedPages pages;
  private final Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private OutlinePruner(RemovedPages pages) {
    this.pages = pages;
  }

  static void prune(COSDictionary catalog, RemovedPages pages) {
    COSDictionary outline = catalog.getCOSDictionary(COSName.OUTLINES);
    if (outline != null && !new OutlinePruner(pages).pruneBelow(outline, 0)) {
      catalog.removeItem(COSName.OUTLINES);
    }
  }

  /** False if nothing is left below. */
  private boolean pruneBelow(COSDictionary parent, int depth) {
    List<COSDictionary> left = new ArrayList<>();
    COSDictionary entry = parent.getCOSDictionary(COSName.FIRST);
    while (entry != null && seen.add(entry) && depth < DEPTH_MAX) {
      if (stays(entry, depth)) {
        left.add(entry);
      }
      entry = entry.getCOSDictionary(COSName.NEXT);
    }
    link(parent, left);
    return !left.isEmpty();
  }

  private boolean stays(COSDictionary entry, int depth) {
    boolean hasMore = entry.containsKey(COSName.FIRST) && pruneBelow(entry, depth + 1);
    boolean gone = pages.isDestination(entry.getItem(COSName.DEST)) || pages.isDestination(entry.getItem(COSName.A));
    if (gone) {
      entry.removeItem(COSName.DEST);
      entry.removeItem(COSName.A);
    }
    entry.removeItem(COSName.SE);
    return hasMore || !gone;
  }

  private static void link(COSDictionary parent, List<COSDictionary> entries) {
    if (entries.isEmpty()) {
      List.of(COSName.FIRST, COSName.LAST, COSName.COUNT).forEach(parent::removeItem);
      return;
    }
    parent.setItem(COSName.FIRST, entries.get(0));
    parent.setItem(COSName.LAST, entries.get(entries.size() - 1));
    int shown = entries.size();
    for (int at = 0; at < entries.size(); at++) {
      COSDictionary entry = entries.get(at);
      entry.setItem(COSName.PARENT, parent);
      setOrRemove(entry, COSName.PREV, at == 0 ? null : entries.get(at - 1));
      setOrRemove(entry, COSName.NEXT, at + 1 == entries.size() ? null : entries.get(at + 1));
      shown += Math.max(0, entry.getInt(COSName.COUNT, 0));
    }
    boolean closed = parent.getInt(COSName.COUNT, 0) < 0;
    parent.setInt(COSName.COUNT, closed ? -entries.size() : shown);
  }

  private static void setOrRemove(COSDictionary entry, COSName key, COSDictionary value) {
    if (value == null) {
      entry.removeItem(key);
    } else {
      entry.setItem(key, value);
    }
  }
}
