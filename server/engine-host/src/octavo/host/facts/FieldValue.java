/** The value of a form field, as its widget shows it. */
package octavo.host.facts;

import java.util.ArrayList;
import java.util.List;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

final class FieldValue {
  private static final int VALUE_MAX = 65_536;
  private static final int OPTIONS_MAX = 10_000;
  private static final int CHOSEN_MAX = 1_000;
  private static final int CHOSEN_LENGTH_MAX = 2_048;

  private final COSObject widget;
  private final COSObject value;
  private final COSObject options;

  /** `line`: the widget and the fields above it. */
  FieldValue(List<COSObject> line) {
    this.widget = line.get(0);
    this.value = FormField.inherited(line, "V");
    this.options = FormField.inherited(line, "Opt");
  }

  Object read(String type) {
    return switch (type) {
      case "text" -> textOrNull(plain(value, VALUE_MAX));
      case "checkbox" -> isOn();
      case "radio" -> isOn() ? exportValue() : null;
      case "choice" -> chosen();
      case "signature" -> signer();
      default -> null;
    };
  }

  private static String textOrNull(String text) {
    return text == null || text.isEmpty() ? null : text;
  }

  /** Some producers write names or numbers where a string belongs. */
  private static String plain(COSObject object, int max) {
    if (object != null && object.getType().isNumber()) {
      double number = object.getReal();
      return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }
    return Cos.isName(object) ? Clip.text(Cos.name(object), max) : Cos.text(object, max);
  }

  /** The name of the state in which this widget is switched on; null if it does not say. */
  private String onState() {
    COSObject states = Cos.key(Cos.key(widget, "AP"), "N");
    if (!Cos.isDictionary(states) || states.getType() == COSObjType.COS_STREAM) {
      return null;
    }
    return states.getKeySet().stream().map(ASAtom::getValue).filter(name -> !name.equals("Off")).sorted().findFirst().orElse(null);
  }

  /** Several widgets may share a value; only that with the state of this name is on. */
  private boolean isOn() {
    String state = plain(value != null ? value : Cos.key(widget, "AS"), CHOSEN_LENGTH_MAX);
    if (state == null || state.equals("Off") || state.isEmpty()) {
      return false;
    }
    String on = onState();
    return on == null || on.equals(state) || state.equals(optionAt(on));
  }

  private String exportValue() {
    String on = onState();
    String option = on == null ? null : optionAt(on);
    return option != null ? option : on != null ? on : plain(value, CHOSEN_LENGTH_MAX);
  }

  /** States may be numbers of entries of the option list. */
  private String optionAt(String state) {
    if (!Cos.isArray(options) || !state.matches("\\d{1,5}") || Integer.parseInt(state) >= options.size()) {
      return null;
    }
    return shown(options.at(Integer.parseInt(state)));
  }

  /** An option is a string, or an exported value and the text that is shown for it. */
  private static String shown(COSObject option) {
    return plain(Cos.isArray(option) && option.size() > 1 ? option.at(1) : option, CHOSEN_LENGTH_MAX);
  }

  private Object chosen() {
    if (Cos.isArray(value)) {
      List<String> list = new ArrayList<>();
      for (int at = 0; at < Math.min(value.size(), CHOSEN_MAX); at++) {
        String text = shownFor(plain(value.at(at), CHOSEN_LENGTH_MAX));
        if (text != null) {
          list.add(text);
        }
      }
      return list.isEmpty() ? null : list.size() == 1 ? list.get(0) : list;
    }
    return textOrNull(shownFor(plain(value, CHOSEN_LENGTH_MAX)));
  }

  private String shownFor(String exported) {
    for (int at = 0; exported != null && Cos.isArray(options) && at < Math.min(options.size(), OPTIONS_MAX); at++) {
      COSObject option = options.at(at);
      boolean isPair = Cos.isArray(option) && option.size() > 1;
      if (isPair && exported.equals(plain(option.at(0), CHOSEN_LENGTH_MAX))) {
        return shown(option);
      }
    }
    return exported;
  }

  /** The name in the signature, or true if it has none. */
  private Object signer() {
    if (!Cos.isDictionary(value)) {
      return null;
    }
    String name = textOrNull(Cos.text(Cos.key(value, "Name"), CHOSEN_LENGTH_MAX));
    return name == null ? Boolean.TRUE : name;
  }
}
