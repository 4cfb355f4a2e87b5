/** Values are those of the field or its parents, in the form in which they are shown. */
package octavo.host.facts;

import static octavo.host.facts.CosObjects.array;
import static octavo.host.facts.CosObjects.dictionary;
import static octavo.host.facts.CosObjects.set;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.junit.jupiter.api.Test;
import org.verapdf.cos.COSObject;

class FormFieldTest {
  private static final int RADIO = 1 << 15;
  private static final int PUSH_BUTTON = 1 << 16;

  private static COSObject widget(Object... keysAndValues) {
    COSObject widget = dictionary(keysAndValues);
    set(widget, "Rect", array(10, 20, 30, 40));
    return widget;
  }

  private static FormField read(COSObject widget) {
    return FormField.read(widget, Transform.IDENTITY);
  }

  private static COSObject states(String on) {
    return dictionary("N", dictionary(on, dictionary(), "Off", dictionary()));
  }

  @Test
  void nameTypeLabelAndValueAreInherited() {
    COSObject root = dictionary("T", "form", "FT", "/Tx", "V", "filled in");
    FormField field = read(widget("T", "name", "TU", "Your name", "Parent", root));
    assertEquals(new FormField(new Rect(10, 20, 30, 40), "form.name", "Your name", "text", "filled in"), field);
  }

  @Test
  void anEmptyTextIsNull() {
    assertNull(read(widget("FT", "/Tx", "V", "")).value());
    assertNull(read(widget("FT", "/Tx")).value());
    assertNull(read(widget("FT", "/Tx", "V", array("no"))).value());
  }

  @Test
  void aCheckboxIsOnIfItsStateIsTheValue() {
    assertEquals(true, read(widget("FT", "/Btn", "V", "/Yes", "AP", states("Yes"))).value());
    assertEquals(false, read(widget("FT", "/Btn", "V", "/Off", "AP", states("Yes"))).value());
    assertEquals(false, read(widget("FT", "/Btn", "V", "/Other", "AP", states("Yes"))).value());
    assertEquals(true, read(widget("FT", "/Btn", "AS", "/Yes", "AP", states("Yes"))).value());
    assertEquals(false, read(widget("FT", "/Btn")).value());
  }

  @Test
  void onlyTheChosenRadioButtonHasAValue() {
    COSObject group = dictionary("T", "colour", "FT", "/Btn", "Ff", RADIO, "V", "/red");
    assertEquals("red", read(widget("Parent", group, "AP", states("red"))).value());
    assertNull(read(widget("Parent", group, "AP", states("blue"))).value());
    assertEquals("radio", read(widget("Parent", group)).type());
  }

  @Test
  void aRadioButtonMayBeANumberOfAnOption() {
    COSObject group = dictionary("FT", "/Btn", "Ff", RADIO, "V", "/1", "Opt", array("first", "second"));
    assertEquals("second", read(widget("Parent", group, "AP", states("1"))).value());
  }

  @Test
  void aChoiceHasTheTextThatIsShown() {
    COSObject options = array(array("de", "Germany"), "France");
    assertEquals("Germany", read(widget("FT", "/Ch", "V", "de", "Opt", options)).value());
    assertEquals(List.of("Germany", "France"), read(widget("FT", "/Ch", "V", array("de", "France"), "Opt", options)).value());
    assertNull(read(widget("FT", "/Ch", "Opt", options)).value());
  }

  @Test
  void aSignatureHasItsNameOrIsTrue() {
    assertEquals("Ann", read(widget("FT", "/Sig", "V", dictionary("Name", "Ann"))).value());
    assertEquals(true, read(widget("FT", "/Sig", "V", dictionary())).value());
    assertNull(read(widget("FT", "/Sig")).value());
  }

  @Test
  void aButtonHasItsCaptionAsLabel() {
    FormField field = read(widget("FT", "/Btn", "Ff", PUSH_BUTTON, "MK", dictionary("CA", "Send")));
    assertEquals("button", field.type());
    assertEquals("Send", field.label());
    assertNull(field.value());
  }

  @Test
  void aFieldThatIsItsOwnParentIsRead() {
    COSObject widget = widget("FT", "/Tx", "T", "a", "V", "b");
    set(widget, "Parent", widget);
    assertEquals("a", read(widget).name());
  }

  @Test
  void aWidgetWithoutTypeOrPlaceIsNoField() {
    assertNull(read(widget("T", "a")));
    assertNull(FormField.read(dictionary("FT", "/Tx"), Transform.IDENTITY));
  }

  @Test
  void longValuesAreClipped() {
    assertEquals(65_536, ((String) read(widget("FT", "/Tx", "V", "x".repeat(100_000))).value()).length());
  }
}
