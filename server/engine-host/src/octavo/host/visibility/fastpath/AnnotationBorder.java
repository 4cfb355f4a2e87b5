/** The border of an annotation without an appearance stream. */
package octavo.host.visibility.fastpath;

import java.util.List;
import octavo.host.geometry.Rect;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDAnnotation;

final class AnnotationBorder {
  private static final ASAtom WIDTH = ASAtom.getASAtom("W");
  private static final ASAtom BORDER = ASAtom.getASAtom("Border");

  private AnnotationBorder() {}

  /** The four sides; none if the border has no width. */
  static List<Rect> sides(PDAnnotation annotation, Rect place) {
    double reach = widthOf(annotation) / 2;
    return reach > 0 ? place.edges().stream().map(edge -> edge.grow(reach)).toList() : List.of();
  }

  /** 1 by default; `BS` and `Border` can both set it. */
  private static double widthOf(PDAnnotation annotation) {
    COSObject style = annotation.getObject().getKey(ASAtom.BS);
    COSObject border = annotation.getObject().getKey(BORDER);
    Double styled = style != null && style.getType() == COSObjType.COS_DICT ? style.getRealKey(WIDTH) : null;
    boolean listed = border != null && border.getType() == COSObjType.COS_ARRAY && border.size() > 2;
    COSObject third = listed ? border.at(2) : null;
    double width = third != null && third.getType().isNumber() ? third.getReal() : 1;
    return Math.max(styled == null ? 0 : styled, styled == null || listed ? width : 0);
  }
}
