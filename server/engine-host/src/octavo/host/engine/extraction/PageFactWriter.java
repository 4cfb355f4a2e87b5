/** Writes what the PDF says about itself and its pages beside their content. */
package octavo.host.engine.extraction;

import java.io.IOException;
import octavo.host.engine.PageFrame;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;

final class PageFactWriter {
  private final RecordWriter out;
  private final TextMask mask;

  PageFactWriter(RecordWriter out, TextMask mask) {
    this.out = out;
    this.mask = mask;
  }

  void document(int pages) throws IOException {
    out.beginObject();
    out.text("record", "document");
    out.integer("page_count", pages);
    out.beginArray("outline");
    out.endArray();
    out.endObject();
  }

  void size(int index) throws IOException {
    BoundingBox frame = PageFrame.of(index);
    out.integer("page", index + 1);
    out.number("width", frame == null ? 0 : frame.getWidth());
    out.number("height", frame == null ? 0 : frame.getHeight());
    out.integer("rotation", 0);
  }

  void rest(int index, boolean isFirst) throws IOException {
    for (String name : new String[] {"links", "fields", "rules"}) {
      out.beginArray(name);
      out.endArray();
    }
    out.out().writeObjectFieldStart("not_carried");
    out.endObject();
  }
}
