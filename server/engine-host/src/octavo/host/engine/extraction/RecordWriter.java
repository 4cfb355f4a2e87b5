/** Writes JSON records, one per line, with rounded numbers and strings that are valid Unicode. */
package octavo.host.engine.extraction;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import octavo.host.geometry.Rect;

final class RecordWriter implements AutoCloseable {
  private static final double ROUNDING = 100;

  /** No page is larger; a larger number comes from a broken matrix. */
  private static final double COORDINATE_MAX = 1e7;

  private final JsonGenerator out;
  /** Of a number that is being written. */
  private final char[] number = new char[16];

  RecordWriter(Path file) throws IOException {
    out = new JsonFactory().setRootValueSeparator("\n").createGenerator(file.toFile(), JsonEncoding.UTF8);
  }

  JsonGenerator out() {
    return out;
  }

  void beginObject() throws IOException {
    out.writeStartObject();
  }

  void endObject() throws IOException {
    out.writeEndObject();
  }

  void beginArray(String name) throws IOException {
    out.writeArrayFieldStart(name);
  }

  void endArray() throws IOException {
    out.writeEndArray();
  }

  void text(String name, String value) throws IOException {
    out.writeStringField(name, validUnicode(value));
  }

  /** Writes nothing if the value is null or empty. */
  void optionalText(String name, String value) throws IOException {
    if (value != null && !value.isEmpty()) {
      text(name, value);
    }
  }

  void number(String name, double value) throws IOException {
    out.writeFieldName(name);
    number(value);
  }

  /** Most of a record are numbers, and the library takes several times as long to find the decimals of a double. */
  void number(double value) throws IOException {
    long hundredths = hundredths(value);
    if (hundredths % 100 == 0) {
      out.writeNumber(hundredths / 100);
      return;
    }
    int at = number.length;
    long left = Math.abs(hundredths);
    for (int digits = 0; left > 0 || digits < 3; digits++, left /= 10) {
      if (digits == 2) {
        number[--at] = '.';
      }
      if (digits > 0 || left % 10 > 0) {
        number[--at] = (char) ('0' + left % 10);
      }
    }
    if (hundredths < 0) {
      number[--at] = '-';
    }
    out.writeNumber(number, at, number.length - at);
  }

  void integer(String name, int value) throws IOException {
    out.writeNumberField(name, value);
  }

  /** Writes nothing if the value is null. */
  void optionalInteger(String name, Integer value) throws IOException {
    if (value != null) {
      integer(name, value);
    }
  }

  /** Writes nothing if the value is zero. */
  void count(String name, int value) throws IOException {
    if (value != 0) {
      integer(name, value);
    }
  }

  void flag(String name, boolean value) throws IOException {
    if (value) {
      out.writeBooleanField(name, true);
    }
  }

  void box(Rect box) throws IOException {
    out.writeFieldName("box");
    boxValue(box);
  }

  void boxValue(Rect box) throws IOException {
    out.writeStartArray();
    number(box.left());
    number(box.bottom());
    number(box.right());
    number(box.top());
    out.writeEndArray();
  }

  static double rounded(double value) {
    return hundredths(value) / ROUNDING;
  }

  /** Zero for what is not a number. */
  private static long hundredths(double value) {
    return Double.isNaN(value) ? 0 : Math.round(Math.max(-COORDINATE_MAX, Math.min(COORDINATE_MAX, value)) * ROUNDING);
  }

  /** Replaces surrogates without a partner, which UTF-8 cannot carry. */
  static String validUnicode(String text) {
    StringBuilder fixed = null;
    for (int at = 0; at < text.length(); at++) {
      char unit = text.charAt(at);
      boolean pair = Character.isHighSurrogate(unit) && at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1));
      if (pair) {
        at++;
      } else if (Character.isSurrogate(unit)) {
        fixed = fixed == null ? new StringBuilder(text) : fixed;
        fixed.setCharAt(at, '\uFFFD');
      }
    }
    return fixed == null ? text : fixed.toString();
  }

  @Override
  public void close() throws IOException {
    out.writeRaw('\n');
    out.close();
  }
}
