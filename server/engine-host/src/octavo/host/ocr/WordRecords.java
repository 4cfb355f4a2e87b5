/** Writes where the recognized words of each page are and how sure their recognition is, one JSON record per page. */
package octavo.host.ocr;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

final class WordRecords implements AutoCloseable {
  private final JsonGenerator out;
  private int pages;

  WordRecords(Path file) throws IOException {
    out = new JsonFactory().setRootValueSeparator("\n").createGenerator(file.toFile(), JsonEncoding.UTF8);
  }

  /** Places are left, baseline, right and size of each word, in points of the displayed page, and its confidence. */
  void write(int number, RecognizedPage page) throws IOException {
    double points = 1 / page.pixelsPerPoint();
    out.writeStartObject();
    out.writeStringField("record", "page");
    out.writeNumberField("page", number);
    out.writeNumberField("confidence", page.confidence());
    out.writeArrayFieldStart("words");
    for (List<Word> line : page.lines()) {
      for (Word word : line) {
        out.writeStartArray();
        number(word.left() * points);
        number((page.picture().height() - word.baseline()) * points);
        number(word.right() * points);
        number(word.size() * points);
        out.writeNumber(word.confidence());
        out.writeEndArray();
      }
    }
    out.writeEndArray();
    out.writeEndObject();
    pages++;
  }

  /** Without it, the file is incomplete. */
  void end() throws IOException {
    out.writeStartObject();
    out.writeStringField("record", "end");
    out.writeNumberField("pages", pages);
    out.writeEndObject();
  }

  private void number(double value) throws IOException {
    out.writeNumber(Math.round(value * 100) / 100.0);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
