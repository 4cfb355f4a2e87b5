/** The named resources of one stream, each looked up once per stream and not once per use. */
package octavo.host.visibility.fastpath;

import java.util.HashMap;
import java.util.Map;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.pd.PDExtGState;
import org.verapdf.pd.PDResourcesHandler;
import org.verapdf.pd.colors.PDColorSpace;
import org.verapdf.pd.font.PDFont;
import org.verapdf.pd.font.type3.PDType3Font;

final class NamedResources {
  private static final ASAtom COMPATIBLE = ASAtom.getASAtom("Compatible");
  private static final ASAtom NO_MASK = ASAtom.getASAtom("None");
  private static final ASAtom LINE_WIDTH = ASAtom.getASAtom("LW");

  /** The changes of one `gs` operator; null for what it leaves as it is. */
  record Change(Double fillAlpha, Double strokeAlpha, Boolean blended, Boolean masked, Double lineWidth, boolean setsFont) {
    static Change of(PDExtGState state) {
      if (state == null) {
        throw new UnsupportedContent();
      }
      COSObject values = state.getObject();
      COSObject blend = values.getKey(ASAtom.BM);
      COSObject mask = values.getKey(ASAtom.SMASK);
      return new Change(
          values.getRealKey(ASAtom.CA_NS), values.getRealKey(ASAtom.CA),
          values.knownKey(ASAtom.BM) ? !isName(blend, ASAtom.NORMAL) && !isName(blend, COMPATIBLE) : null,
          values.knownKey(ASAtom.SMASK) ? !isName(mask, NO_MASK) : null,
          values.getRealKey(LINE_WIDTH), values.knownKey(ASAtom.FONT));
    }

    private static boolean isName(COSObject value, ASAtom name) {
      return value.getType() == COSObjType.COS_NAME && name.equals(value.getName());
    }
  }

  private final PDResourcesHandler resources;
  private final Map<String, Boolean> fonts = new HashMap<>();
  private final Map<String, Change> changes = new HashMap<>();
  private final Map<String, PDColorSpace> spaces = new HashMap<>();

  NamedResources(PDResourcesHandler resources) {
    this.resources = resources;
  }

  PDResourcesHandler all() {
    return resources;
  }

  /** Glyphs of a Type 3 font are content streams, in any colour and shape. */
  boolean isOutlineFont(String name) {
    return fonts.computeIfAbsent(name, any -> {
      PDFont font = resources.getFont(ASAtom.getASAtom(name));
      return font != null && !(font instanceof PDType3Font);
    });
  }

  Change change(String name) {
    return changes.computeIfAbsent(name, any -> Change.of(resources.getExtGState(ASAtom.getASAtom(name))));
  }

  PDColorSpace space(String name, PDColorSpace otherwise) {
    if (!spaces.containsKey(name)) {
      PDColorSpace own = resources.getColorSpace(ASAtom.getASAtom(name), false);
      spaces.put(name, own == null ? otherwise : own);
    }
    return spaces.get(name);
  }
}
