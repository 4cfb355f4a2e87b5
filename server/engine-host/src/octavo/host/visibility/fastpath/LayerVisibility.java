/** Whether content in a layer (optional content group) is certainly shown. */
package octavo.host.visibility.fastpath;

import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.optionalcontent.PDOptionalContentProperties;

final class LayerVisibility {
  private static final ASAtom BY_EVENT = ASAtom.getASAtom("AS");
  private static final ASAtom USAGE = ASAtom.getASAtom("Usage");

  private final boolean anyOff;

  LayerVisibility(PDOptionalContentProperties layers) {
    this.anyOff = layers != null && !allOn(layers);
  }

  private static boolean allOn(PDOptionalContentProperties layers) {
    COSObject shown = layers.getObject().getKey(ASAtom.D);
    boolean fixed = shown == null || shown.empty() || !Boolean.TRUE.equals(shown.knownKey(BY_EVENT));
    return fixed && layers.getGroupNames().stream().allMatch(layers::isVisibleLayer);
  }

  /** Only for a single layer: a membership dictionary (`OCMD`) may hide content because its layers are on. */
  boolean isShown(COSObject layer) {
    boolean known = layer != null && layer.getType() == COSObjType.COS_DICT && ASAtom.OCG.equals(layer.getNameKey(ASAtom.TYPE));
    return known && !anyOff && !Boolean.TRUE.equals(layer.knownKey(USAGE));
  }
}
