/** The pages that are removed, and what leads to them. */
package octavo.host.selection;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSNull;
import org.apache.pdfbox.cos.COSObject;
import org.apache.pdfbox.cos.COSString;

final class RemovedPages {
  /** A destination may be the name of another one. */
  private static final int HOPS_MAX = 8;

  private final Set<COSBase> pages = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<String> names = new HashSet<>();

  void add(COSDictionary page) {
    pages.add(page);
  }

  void keep(COSDictionary page) {
    pages.remove(page);
  }

  boolean isEmpty() {
    return pages.isEmpty();
  }

  boolean contains(COSBase object) {
    return object != null && pages.contains(resolve(object));
  }

  static COSBase resolve(COSBase object) {
    return object instanceof COSObject reference ? reference.getObject() : object;
  }

  /** Of a destination, or of an action that leads to one. */
  boolean isDestination(COSBase object) {
    return isDestination(object, 0);
  }

  private boolean isDestination(COSBase object, int hops) {
    COSBase target = resolve(object);
    if (hops > HOPS_MAX) {
      return false;
    }
    if (target instanceof COSArray array) {
      return array.size() > 0 && contains(array.get(0));
    }
    if (target instanceof COSDictionary dictionary) {
      return isDestination(dictionary.getDictionaryObject(COSName.D), hops + 1);
    }
    return target instanceof COSString text && names.contains(text.toHexString())
        || target instanceof COSName name && names.contains(name.getName());
  }

  /** Removes named destinations, and remembers their names. */
  void pruneNames(COSDictionary catalog) {
    COSDictionary byKind = catalog.getCOSDictionary(COSName.NAMES);
    if (byKind != null) {
      TreeEntries.filter(byKind.getDictionaryObject(COSName.DESTS), COSName.NAMES, (name, value) -> {
        boolean gone = isDestination(value);
        if (gone && name instanceof COSString text) {
          names.add(text.toHexString());
        }
        return !gone;
      });
    }
    COSDictionary old = catalog.getCOSDictionary(COSName.DESTS);
    for (COSName name : old == null ? Set.<COSName>of() : Set.copyOf(old.keySet())) {
      if (isDestination(old.getItem(name))) {
        names.add(name.getName());
        old.removeItem(name);
      }
    }
  }

  /** Removes all references that are left, wherever they are. */
  void sweep(COSDictionary trailer) {
    Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<COSBase> waiting = new ArrayDeque<>();
    waiting.push(trailer);
    while (!waiting.isEmpty()) {
      COSBase next = waiting.pop();
      if (next instanceof COSDictionary dictionary && seen.add(next)) {
        for (COSName key : new ArrayList<>(dictionary.keySet())) {
          COSBase value = resolve(dictionary.getItem(key));
          if (pages.contains(value)) {
            dictionary.removeItem(key);
          } else {
            pushContainer(waiting, value);
          }
        }
      } else if (next instanceof COSArray array && seen.add(next)) {
        for (int at = 0; at < array.size(); at++) {
          COSBase value = resolve(array.get(at));
          if (pages.contains(value)) {
            array.set(at, COSNull.NULL);
          } else {
            pushContainer(waiting, value);
          }
        }
      }
    }
  }

  private static void pushContainer(Deque<COSBase> waiting, COSBase value) {
    if (value instanceof COSDictionary || value instanceof COSArray) {
      waiting.push(value);
    }
  }
}
