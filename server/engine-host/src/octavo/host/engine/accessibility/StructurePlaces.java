/** Finds the place of a structure element: its first page, and the box of its content there. */
package octavo.host.engine.accessibility;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import octavo.host.engine.frame.PageFrame;
import octavo.host.engine.structure.Entries;
import octavo.host.geometry.Rect;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDPage;

final class StructurePlaces {
  /** Of one element; an element with more is as good as a page. */
  private static final int NODES_MAX = 5_000;

  private final List<PDPage> pages;
  private final ContentBoxes boxes;
  private final Map<COSKey, Integer> pageIndexes = new HashMap<>();

  StructurePlaces(List<PDPage> pages, ContentBoxes boxes) {
    this.pages = pages;
    this.boxes = boxes;
    for (int index = 0; index < pages.size(); index++) {
      COSKey key = pages.get(index).getObject().getObjectKey();
      if (key != null) {
        pageIndexes.putIfAbsent(key, index);
      }
    }
  }

  /** The index of a page, or -1. */
  int indexOf(COSObject page) {
    return page == null || page.empty() || page.getObjectKey() == null ? -1 : pageIndexes.getOrDefault(page.getObjectKey(), -1);
  }

  /** Null if the element has no content on a page. Page numbers are those of the file. */
  Place of(COSObject element) {
    Gathering gathering = new Gathering();
    gathering.visit(element);
    return gathering.page < 0 ? null : new Place(gathering.page + 1, gathering.box);
  }

  /** Of an annotation, on the displayed page; null without a rectangle. */
  Rect boxOfAnnotation(int page, COSObject annotation) {
    COSObject rect = Entries.get(annotation, ASAtom.RECT);
    if (page < 0 || page >= pages.size() || !Entries.is(rect, COSObjType.COS_ARRAY) || rect.size() != 4) {
      return null;
    }
    double[] corners = new double[4];
    for (int at = 0; at < 4; at++) {
      Double edge = rect.at(at).getReal();
      if (edge == null || !Double.isFinite(edge)) {
        return null;
      }
      corners[at] = edge;
    }
    return PageFrame.transform(pages.get(page)).boundsOf(Rect.ofCorners(corners));
  }

  private record Node(COSObject object, int page) {}

  /** Collects the content below one element, in the order of the document. */
  private final class Gathering {
    private final Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Node> open = new ArrayDeque<>();
    private int page = -1;
    private Rect box;

    void visit(COSObject element) {
      open.push(new Node(element, -1));
      for (int nodes = 0; !open.isEmpty() && nodes < NODES_MAX; nodes++) {
        Node node = open.pop();
        COSObject object = node.object();
        if (Entries.is(object, COSObjType.COS_INTEGER)) {
          add(node.page(), boxes.ofMarkedContent(node.page(), keyOf(node.page()), object.getInteger()));
        } else if (Entries.is(object, COSObjType.COS_ARRAY)) {
          for (int at = object.size() - 1; at >= 0; at--) {
            open.push(new Node(object.at(at), node.page()));
          }
        } else if (Entries.isDictionary(object) && seen.add(object.getDirectBase())) {
          visitDictionary(object, node.page());
        }
      }
    }

    private void visitDictionary(COSObject object, int inherited) {
      int own = indexOf(Entries.get(object, ASAtom.PG));
      int on = own >= 0 ? own : inherited;
      COSObject stream = Entries.get(object, ASAtom.STM);
      COSObject target = Entries.get(object, ASAtom.OBJ);
      Long mcid = Entries.integer(object, ASAtom.MCID);
      if (mcid != null) {
        COSKey key = stream.empty() ? keyOf(on) : stream.getObjectKey();
        add(on, boxes.ofMarkedContent(on, key, mcid));
      } else if (Entries.isDictionary(target)) {
        add(on, boxOfAnnotation(on, target));
      } else {
        if (own >= 0 && page < 0) {
          page = own;
        }
        open.push(new Node(Entries.get(object, ASAtom.K), on));
      }
    }

    private COSKey keyOf(int index) {
      return index < 0 ? null : pages.get(index).getObject().getObjectKey();
    }

    private void add(int on, Rect part) {
      if (page < 0) {
        page = on;
      }
      if (on == page && part != null) {
        box = box == null ? part : box.union(part);
      }
    }
  }
}
