/** Builds objects of a PDF for tests: dictionaries from keys and values, arrays, names that begin with a slash. */
package octavo.host.facts;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSArray;
import org.verapdf.cos.COSDictionary;
import org.verapdf.cos.COSInteger;
import org.verapdf.cos.COSName;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSReal;
import org.verapdf.cos.COSString;

final class CosObjects {
  private CosObjects() {}

  static COSObject dictionary(Object... keysAndValues) {
    COSObject dictionary = COSDictionary.construct();
    for (int at = 0; at < keysAndValues.length; at += 2) {
      set(dictionary, (String) keysAndValues[at], keysAndValues[at + 1]);
    }
    return dictionary;
  }

  static void set(COSObject dictionary, String key, Object value) {
    dictionary.setKey(ASAtom.getASAtom(key), object(value));
  }

  static COSObject array(Object... values) {
    COSObject array = COSArray.construct();
    for (Object value : values) {
      array.add(object(value));
    }
    return array;
  }

  private static COSObject object(Object value) {
    if (value instanceof COSObject object) {
      return object;
    }
    if (value instanceof Integer number) {
      return COSInteger.construct(number);
    }
    if (value instanceof Double number) {
      return COSReal.construct(number);
    }
    if (value instanceof List<?> list) {
      return array(list.toArray());
    }
    String text = (String) value;
    return text.startsWith("/")
        ? COSName.construct(ASAtom.getASAtom(text.substring(1)))
        : COSString.construct(text.getBytes(StandardCharsets.ISO_8859_1));
  }
}
