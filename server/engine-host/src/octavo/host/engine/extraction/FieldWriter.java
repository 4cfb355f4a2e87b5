/** Writes the form fields of a page. */
package octavo.host.engine.extraction;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import octavo.host.facts.FormField;
import octavo.host.geometry.Transform;
import org.verapdf.cos.COSObject;

final class FieldWriter {
  private final RecordWriter out;
  private final TextMask mask;

  FieldWriter(RecordWriter out, TextMask mask) {
    this.out = out;
    this.mask = mask;
  }

  /** Answers whether one of them is filled in. */
  boolean write(List<COSObject> widgets, Transform toDisplayed) throws IOException {
    boolean isFilled = false;
    out.beginArray("fields");
    for (COSObject widget : widgets) {
      FormField field = Readable.orElse(null, () -> FormField.read(widget, toDisplayed));
      if (field != null) {
        write(field);
        isFilled |= isFilled(field.value());
      }
    }
    out.endArray();
    return isFilled;
  }

  private static boolean isFilled(Object value) {
    return value != null && !Boolean.FALSE.equals(value) && !List.of().equals(value);
  }

  private void write(FormField field) throws IOException {
    out.beginObject();
    out.box(field.box());
    out.text("name", mask.apply(field.name()));
    out.optionalText("label", mask.apply(field.label()));
    out.text("field_type", field.type());
    value(field.value());
    out.endObject();
  }

  private void value(Object value) throws IOException {
    JsonGenerator json = out.out();
    json.writeFieldName("value");
    if (value instanceof String text) {
      json.writeString(masked(text));
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object text : list) {
        json.writeString(masked((String) text));
      }
      json.writeEndArray();
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else {
      json.writeNull();
    }
  }

  private String masked(String text) {
    return RecordWriter.validUnicode(mask.apply(text));
  }
}
