/** Writes lines of text that were found without the engine, as paragraphs. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.util.List;
import octavo.host.geometry.Rect;

final class LineWriter {
  private final RecordWriter out;
  private final TextMask mask;

  LineWriter(RecordWriter out, TextMask mask) {
    this.out = out;
    this.mask = mask;
  }

  void writePage(int page, List<List<PageLines.Line>> paragraphs) throws IOException {
    out.beginArray("elements");
    for (List<PageLines.Line> lines : paragraphs) {
      Rect box = lines.stream().map(PageLines.Line::box).reduce(Rect::union).orElse(Rect.EMPTY);
      out.beginObject();
      out.text("type", "paragraph");
      out.integer("page", page);
      out.box(box);
      out.beginArray("lines");
      for (PageLines.Line line : lines) {
        write(line);
      }
      out.endArray();
      out.endObject();
    }
    out.endArray();
  }

  private void write(PageLines.Line line) throws IOException {
    String text = mask.apply(line.text());
    out.beginObject();
    out.box(line.box());
    out.beginArray("runs");
    out.beginObject();
    out.text("text", text);
    out.box(line.box());
    // Text that was masked has other letters than the page.
    if (text.equals(line.text())) {
      out.beginArray("ends");
      for (double end : line.ends()) {
        out.number(end);
      }
      out.endArray();
    }
    out.text("font", line.font());
    out.number("size", line.size());
    out.number("baseline", line.baseline());
    out.endObject();
    out.endArray();
    out.endObject();
  }
}
