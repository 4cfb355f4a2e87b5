/** The standard types of structure elements, and what stands above an element. */
package octavo.host.engine.structure;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

final class Roles {
  static final Set<String> CELLS = Set.of("TH", "TD");
  static final Set<String> ROW_GROUPS = Set.of("THead", "TBody", "TFoot");
  static final String ROW = "TR";
  static final String TABLE = "Table";
  static final String FIGURE = "Figure";
  private static final Set<String> CONTENTS = Set.of("TOC", "TOCI");
  private static final Set<String> STANDARD = Set.of("P", "Span", "Div", "Sect", "Part", "Art", "L", "LI", "LBody", "Lbl", "Link");
  private static final Pattern HEADING = Pattern.compile("H([1-9]\\d?)");
  private static final int LEVEL_MAX = 6;
  private static final int HOPS_MAX = 16;

  private final COSObject roleMap;

  Roles(COSObject root) {
    this.roleMap = Entries.get(root, ASAtom.ROLE_MAP);
  }

  /** Empty for an element without a type. */
  String of(COSObject element) {
    ASAtom type = Entries.name(element, ASAtom.S);
    for (int hops = 0; type != null && hops < HOPS_MAX && !isUsed(type.getValue()); hops++) {
      ASAtom mapped = Entries.name(roleMap, type);
      if (mapped == null) {
        break;
      }
      type = mapped;
    }
    return type == null ? "" : type.getValue();
  }

  private static boolean isUsed(String role) {
    return CELLS.contains(role) || ROW_GROUPS.contains(role) || CONTENTS.contains(role) || STANDARD.contains(role)
        || role.equals(ROW) || role.equals(TABLE) || role.equals(FIGURE) || levelOf(role) > 0;
  }

  /** 0 for what is not a heading. `H` has no level of its own. */
  static int levelOf(String role) {
    if (role.equals("H") || role.equals("Title")) {
      return 1;
    }
    Matcher heading = HEADING.matcher(role);
    return heading.matches() ? Math.min(LEVEL_MAX, Integer.parseInt(heading.group(1))) : 0;
  }

  static boolean isContents(String role) {
    return CONTENTS.contains(role);
  }

  static COSObject parentOf(COSObject element) {
    COSObject parent = Entries.get(element, ASAtom.P);
    return Entries.is(parent, COSObjType.COS_DICT) ? parent : COSObject.getEmpty();
  }
}
