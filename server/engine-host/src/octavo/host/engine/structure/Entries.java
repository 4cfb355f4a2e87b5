/** Reads entries of dictionaries. What is missing, or not in a dictionary, is the empty object, never null. */
package octavo.host.engine.structure;

import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

public final class Entries {
  private static final COSObject NONE = COSObject.getEmpty();

  private Entries() {}

  public static COSObject get(COSObject dictionary, ASAtom key) {
    COSObject value = isDictionary(dictionary) ? dictionary.getKey(key) : null;
    return value == null || value.empty() || value.getType() == null ? NONE : value;
  }

  public static boolean isDictionary(COSObject object) {
    return object != null && !object.empty() && object.getType() != null && object.getType().isDictionaryBased();
  }

  public static boolean is(COSObject object, COSObjType type) {
    return object != null && !object.empty() && object.getType() == type;
  }

  /** Null if it is not a string. */
  public static String text(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return is(value, COSObjType.COS_STRING) ? value.getString() : null;
  }

  /** Null if it is not an integer. */
  public static Long integer(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return is(value, COSObjType.COS_INTEGER) ? value.getInteger() : null;
  }

  /** Null if it is not a name. */
  public static ASAtom name(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return is(value, COSObjType.COS_NAME) ? value.getName() : null;
  }

  public static boolean isTrue(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return is(value, COSObjType.COS_BOOLEAN) && Boolean.TRUE.equals(value.getBoolean());
  }

  /** Null for a direct object. */
  public static COSKey reference(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return value.empty() ? null : value.getObjectKey();
  }

  /** Of a structure element: its attributes are a dictionary, or an array with one for each owner. */
  public static COSObject attribute(COSObject element, ASAtom key) {
    COSObject attributes = get(element, ASAtom.A);
    if (!is(attributes, COSObjType.COS_ARRAY)) {
      return get(attributes, key);
    }
    for (int at = 0; at < attributes.size(); at++) {
      COSObject value = get(attributes.at(at), key);
      if (!value.empty()) {
        return value;
      }
    }
    return NONE;
  }
}
