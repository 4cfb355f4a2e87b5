/** Removes links that lead to removed pages, and form fields that were shown on them only. */
package octavo.host.selection;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.apache.pdfbox.cos.COSArray;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;

final class AnnotationPruner {
  private static final int DEPTH_MAX = 64;
  private static final COSName WIDGET = COSName.getPDFName("Widget");
  private static final COSName CALCULATION_ORDER = COSName.getPDFName("CO");

  private final RemovedPages pages;
  private final Set<COSBase> kept = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<COSBase> removed = Collections.newSetFromMap(new IdentityHashMap<>());

  AnnotationPruner(RemovedPages pages) {
    this.pages = pages;
  }

  /** The links that were removed from pages that stay. */
  Set<COSBase> removed() {
    return removed;
  }

  void prune(COSDictionary page) {
    if (!(page.getDictionaryObject(COSName.ANNOTS) instanceof COSArray annotations)) {
      return;
    }
    COSArray left = new COSArray();
    for (int at = 0; at < annotations.size(); at++) {
      if (annotations.getObject(at) instanceof COSDictionary annotation && leadsAway(annotation)) {
        removed.add(annotation);
      } else {
        kept.add(annotations.getObject(at));
        left.add(annotations.get(at));
      }
    }
    page.setItem(COSName.ANNOTS, left);
  }

  /** Other annotations than links stay, without their action. */
  private boolean leadsAway(COSDictionary annotation) {
    boolean away = pages.isDestination(annotation.getItem(COSName.DEST)) || pages.isDestination(annotation.getItem(COSName.A));
    if (away && !COSName.LINK.equals(annotation.getCOSName(COSName.SUBTYPE))) {
      annotation.removeItem(COSName.DEST);
      annotation.removeItem(COSName.A);
      return false;
    }
    return away;
  }

  void pruneFields(COSDictionary catalog) {
    COSDictionary form = catalog.getCOSDictionary(COSName.ACRO_FORM);
    if (form != null && form.getDictionaryObject(COSName.FIELDS) instanceof COSArray fields) {
      form.setItem(COSName.FIELDS, left(fields, 0));
      form.removeItem(CALCULATION_ORDER);
    }
  }

  private COSArray left(COSArray fields, int depth) {
    COSArray left = new COSArray();
    for (int at = 0; at < fields.size() && depth < DEPTH_MAX; at++) {
      if (fields.getObject(at) instanceof COSDictionary field && stays(field, depth)) {
        left.add(fields.get(at));
      }
    }
    return left;
  }

  private boolean stays(COSDictionary field, int depth) {
    if (field.getDictionaryObject(COSName.KIDS) instanceof COSArray kids && kids.size() > 0) {
      COSArray left = left(kids, depth + 1);
      field.setItem(COSName.KIDS, left);
      return left.size() > 0;
    }
    return kept.contains(field) || !WIDGET.equals(field.getCOSName(COSName.SUBTYPE));
  }
}
