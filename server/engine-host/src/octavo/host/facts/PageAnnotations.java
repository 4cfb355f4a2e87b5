/** The annotations of a page, by what becomes of them. */
package octavo.host.facts;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import octavo.host.geometry.Transform;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDPage;

public final class PageAnnotations {
  private static final int ANNOTATIONS_MAX = 10_000;
  private static final int NOTE_MAX = 256;
  private static final int HIDDEN_OR_NO_VIEW = 0x2 | 0x20;

  /** Parts of other annotations and of the page, and technical marks. */
  private static final Set<String> WITHOUT_CONTENT = Set.of("Popup", "PrinterMark", "TrapNet", "Link");
  private static final Set<String> MARKS_OF_TEXT = Set.of("Highlight", "Underline", "Squiggly", "StrikeOut");

  private final List<COSObject> links = new ArrayList<>();
  private final List<COSObject> widgets = new ArrayList<>();
  private final List<COSObject> freeTexts = new ArrayList<>();
  private int attachments;
  private int others;

  public PageAnnotations(PDPage page) {
    COSObject all = Cos.key(page.getObject(), "Annots");
    Set<COSBase> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    for (int at = 0; Cos.isArray(all) && at < Math.min(all.size(), ANNOTATIONS_MAX); at++) {
      COSObject annotation = all.at(at);
      if (Cos.isDictionary(annotation) && seen.add(annotation.getDirectBase())) {
        add(annotation);
      }
    }
  }

  private void add(COSObject annotation) {
    String subtype = Cos.name(Cos.key(annotation, "Subtype"));
    boolean hidden = isHidden(annotation);
    if ("Widget".equals(subtype) && hidden) {
      others += isFilled(annotation) ? 1 : 0;
    } else if ("Widget".equals(subtype)) {
      widgets.add(annotation);
    } else if ("FileAttachment".equals(subtype)) {
      attachments++;
    } else if ("Link".equals(subtype) && !hidden) {
      links.add(annotation);
    } else if ("FreeText".equals(subtype) && !hidden) {
      freeTexts.add(annotation);
    } else if (subtype != null && !hidden && hasContent(subtype, annotation)) {
      others++;
    }
  }

  private static boolean isFilled(COSObject widget) {
    FormField field = FormField.read(widget, Transform.IDENTITY);
    return field != null && field.value() != null && !Boolean.FALSE.equals(field.value());
  }

  private static boolean hasContent(String subtype, COSObject annotation) {
    if (MARKS_OF_TEXT.contains(subtype)) {
      String note = Cos.text(Cos.key(annotation, "Contents"), NOTE_MAX);
      return note != null && !note.isBlank();
    }
    return !WITHOUT_CONTENT.contains(subtype);
  }

  private static boolean isHidden(COSObject annotation) {
    return (Cos.integer(Cos.key(annotation, "F"), 0) & HIDDEN_OR_NO_VIEW) != 0;
  }

  /** The number of files attached to the document as a whole. */
  public static int documentAttachments(COSObject catalog) {
    int[] count = {0};
    NameTree.visit(Cos.key(Cos.key(catalog, "Names"), "EmbeddedFiles"), "Names", (name, file) -> ++count[0] < ANNOTATIONS_MAX);
    return count[0];
  }

  public List<COSObject> links() {
    return links;
  }

  public List<COSObject> widgets() {
    return widgets;
  }

  /** Text that somebody put onto the page. */
  public List<COSObject> freeTexts() {
    return freeTexts;
  }

  /** Fields for signatures, which show who signed. */
  public List<COSObject> signatures() {
    return widgets.stream().filter(FormField::isSignature).toList();
  }

  public int attachments() {
    return attachments;
  }

  /** Notes, stamps, drawings, marks of text that have a note, and filled form fields that no viewer shows; no free text. */
  public int others() {
    return others;
  }
}
