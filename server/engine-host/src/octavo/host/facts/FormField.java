/** A form field at one place of a page: its name, type and value. */
package octavo.host.facts;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.cos.COSObject;

/** `value` is a String, a List of them, a Boolean, or null if the field is empty. */
public record FormField(Rect box, String name, String label, String type, Object value) {
  private static final int NAME_MAX = 2_048;
  private static final int PARENTS_MAX = 32;
  private static final long RADIO = 1 << 15;
  private static final long PUSH_BUTTON = 1 << 16;

  /** Null if the widget belongs to no field, or is nowhere. */
  public static FormField read(COSObject widget, Transform toDisplayed) {
    List<COSObject> line = lineOfParents(widget);
    Rect box = PageLink.rectangle(widget, toDisplayed);
    String type = typeOf(line);
    if (box == null || type == null) {
      return null;
    }
    return new FormField(box, nameOf(line), labelOf(line, type), type, new FieldValue(line).read(type));
  }

  static boolean isSignature(COSObject widget) {
    return "signature".equals(typeOf(lineOfParents(widget)));
  }

  /** The widget first, then the fields above it. */
  private static List<COSObject> lineOfParents(COSObject widget) {
    List<COSObject> line = new ArrayList<>();
    for (COSObject node = widget; Cos.isDictionary(node) && line.size() < PARENTS_MAX; node = Cos.key(node, "Parent")) {
      COSObject next = node;
      if (line.stream().anyMatch(known -> known.getDirectBase() == next.getDirectBase())) {
        break;
      }
      line.add(node);
    }
    return line;
  }

  /** The value of the nearest node that has this key. */
  static COSObject inherited(List<COSObject> line, String key) {
    return line.stream().map(node -> Cos.key(node, key)).filter(value -> value != null).findFirst().orElse(null);
  }

  private static String nameOf(List<COSObject> line) {
    Deque<String> parts = new ArrayDeque<>();
    for (COSObject node : line) {
      String part = Cos.text(Cos.key(node, "T"), NAME_MAX);
      if (part != null) {
        parts.push(part);
      }
    }
    return Clip.text(String.join(".", parts), NAME_MAX);
  }

  private static String labelOf(List<COSObject> line, String type) {
    String label = Cos.text(inherited(line, "TU"), NAME_MAX);
    boolean isBare = label == null || label.isBlank();
    return isBare && type.equals("button") ? Cos.text(Cos.key(Cos.key(line.get(0), "MK"), "CA"), NAME_MAX) : label;
  }

  private static String typeOf(List<COSObject> line) {
    String type = Cos.name(inherited(line, "FT"));
    long flags = Cos.integer(inherited(line, "Ff"), 0);
    return switch (type == null ? "" : type) {
      case "Tx" -> "text";
      case "Ch" -> "choice";
      case "Sig" -> "signature";
      case "Btn" -> (flags & PUSH_BUTTON) != 0 ? "button" : (flags & RADIO) != 0 ? "radio" : "checkbox";
      default -> null;
    };
  }
}
