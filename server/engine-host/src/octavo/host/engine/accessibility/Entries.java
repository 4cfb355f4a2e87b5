/** Reads entries of dictionaries. What is missing, or not in a dictionary, is the empty object, never null. */
package octavo.host.engine.accessibility;

import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSKey;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

final class Entries {
  private static final COSObject NONE = COSObject.getEmpty();

  private Entries() {}

  static COSObject get(COSObject dictionary, ASAtom key) {
    COSObject value = isDictionary(dictionary) ? dictionary.getKey(key) : null;
    return value == null || value.empty() || value.getType() == null ? NONE : value;
  }

  static boolean isDictionary(COSObject object) {
    return object != null && !object.empty() && object.getType() != null && object.getType().isDictionaryBased();
  }

  static boolean is(COSObject object, COSObjType type) {
    return object != null && !object.empty() && object.getType() == type;
  }

  /** Null if it is not a string. */
  static String text(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return is(value, COSObjType.COS_STRING) ? value.getString() : null;
  }

  /** Null if it is not an integer. */
  static Long integer(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return is(value, COSObjType.COS_INTEGER) ? value.getInteger() : null;
  }

  /** Null if it is not a name. */
  static ASAtom name(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return is(value, COSObjType.COS_NAME) ? value.getName() : null;
  }

  static boolean isTrue(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return is(value, COSObjType.COS_BOOLEAN) && Boolean.TRUE.equals(value.getBoolean());
  }

  /** Null for a direct object. */
  static COSKey reference(COSObject dictionary, ASAtom key) {
    COSObject value = get(dictionary, key);
    return value.empty() ? null : value.getObjectKey();
  }
}
