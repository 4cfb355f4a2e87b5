/** The border of an annotation that has no look of its own. */
package octavo.host;

import java.util.List;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDAnnotation;

final class AnnotationBorder {
  private static final ASAtom WIDTH = ASAtom.getASAtom("W");
  private static final ASAtom BORDER = ASAtom.getASAtom("Border");

  private AnnotationBorder() {}

  /** Its four sides around a place; none if it has no width. */
  static List<Rect> border(PDAnnotation note, Rect place) {
    double reach = borderOf(note) / 2;
    return reach > 0 ? place.edges().stream().map(edge -> edge.grown(reach)).toList() : List.of();
  }

  /** How wide it is: 1 unless the annotation says otherwise, in either of two ways. */
  private static double borderOf(PDAnnotation note) {
    COSObject style = note.getObject().getKey(ASAtom.BS);
    COSObject border = note.getObject().getKey(BORDER);
    Double styled = style != null && style.getType() == COSObjType.COS_DICT ? style.getRealKey(WIDTH) : null;
    boolean listed = border != null && border.getType() == COSObjType.COS_ARRAY && border.size() > 2;
    COSObject third = listed ? border.at(2) : null;
    double width = third != null && third.getType().isNumber() ? third.getReal() : 1;
    return Math.max(styled == null ? 0 : styled, styled == null || listed ? width : 0);
  }
}
