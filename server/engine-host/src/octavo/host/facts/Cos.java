/** Reads values of the object model. What has another type than expected counts as missing. */
package octavo.host.facts;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;
import org.verapdf.cos.COSStream;
import org.verapdf.cos.COSString;

final class Cos {
  private Cos() {}

  /** Null if it is missing. */
  static COSObject key(COSObject dictionary, String name) {
    if (!isDictionary(dictionary)) {
      return null;
    }
    COSObject value = dictionary.getKey(ASAtom.getASAtom(name));
    return value == null || value.empty() || value.getType() == COSObjType.COS_NULL ? null : value;
  }

  static boolean isDictionary(COSObject object) {
    return object != null && !object.empty() && object.getType().isDictionaryBased();
  }

  static boolean isArray(COSObject object) {
    return object != null && !object.empty() && object.getType() == COSObjType.COS_ARRAY;
  }

  static boolean isString(COSObject object) {
    return object != null && object.getType() == COSObjType.COS_STRING;
  }

  static boolean isName(COSObject object) {
    return object != null && object.getType() == COSObjType.COS_NAME;
  }

  /** Of a name, else null. */
  static String name(COSObject object) {
    return isName(object) ? object.getName().getValue() : null;
  }

  static long integer(COSObject object, long otherwise) {
    return object != null && object.getType().isNumber() && object.getInteger() != null ? object.getInteger() : otherwise;
  }

  /** Of a text string or a text stream, at most `max` characters; null for anything else. */
  static String text(COSObject object, int max) {
    if (isString(object)) {
      return Clip.text(object.getString(), max);
    }
    if (object != null && object.getType() == COSObjType.COS_STREAM) {
      try (InputStream data = object.getData(COSStream.FilterFlags.DECODE)) {
        return Clip.text(new COSString(data.readNBytes(2 * max + 2)).getString(), max);
      } catch (IOException unreadable) {
        return null;
      }
    }
    return null;
  }

  /** The bytes of a string as UTF-8 or, if they are not that, as Latin-1. For strings that are not text, such as URLs. */
  static String bytesAsText(COSObject object, int max) {
    if (!isString(object) || !(object.getDirectBase() instanceof COSString string)) {
      return null;
    }
    byte[] bytes = string.get();
    boolean marked = bytes.length >= 2 && (bytes[0] & 0xFF) == 0xFE && (bytes[1] & 0xFF) == 0xFF;
    if (marked) {
      return Clip.text(string.getString(), max);
    }
    try {
      return Clip.text(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(), max);
    } catch (CharacterCodingException notUtf8) {
      return Clip.text(new String(bytes, StandardCharsets.ISO_8859_1), max);
    }
  }

  /** The first numbers of an array; null if there are fewer than `count`, or one is not a finite number. */
  static double[] numbers(COSObject array, int from, int count) {
    if (!isArray(array) || array.size() < from + count) {
      return null;
    }
    double[] numbers = new double[count];
    for (int at = 0; at < count; at++) {
      COSObject number = array.at(from + at);
      if (number == null || !number.getType().isNumber() || !Double.isFinite(number.getReal())) {
        return null;
      }
      numbers[at] = number.getReal();
    }
    return numbers;
  }
}
