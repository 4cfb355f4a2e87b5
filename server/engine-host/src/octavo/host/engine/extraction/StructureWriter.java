/** Writes what the structure tree says about a page; nothing for a page that is not tagged. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.util.List;
import octavo.host.engine.structure.PageStructure;
import octavo.host.engine.structure.StructureReader;
import octavo.host.facts.Clip;
import octavo.host.geometry.Rect;
import org.opendataloader.pdf.containers.StaticLayoutContainers;
import org.verapdf.tools.StaticResources;

final class StructureWriter {
  private final RecordWriter out;
  private final TextMask mask;
  /** Null for a document that is not tagged, and if the engine itself goes by the tags. */
  private final StructureReader reader;

  StructureWriter(RecordWriter out, TextMask mask) {
    this.out = out;
    this.mask = mask;
    this.reader = StaticLayoutContainers.isUseStructTree()
        ? null
        : Readable.orElse(null, () -> StructureReader.of(StaticResources.getDocument()));
  }

  void write(int index) throws IOException {
    PageStructure structure = reader == null ? null : Readable.orElse(null, () -> reader.read(index));
    if (structure == null) {
      return;
    }
    out.out().writeObjectFieldStart("structure");
    out.number("coverage", structure.coverage());
    out.beginArray("headings");
    for (PageStructure.Heading heading : structure.headings()) {
      out.beginObject();
      out.integer("level", heading.level());
      boxes(heading.boxes());
      out.endObject();
    }
    out.endArray();
    out.beginArray("figures");
    for (PageStructure.Figure figure : structure.figures()) {
      out.beginObject();
      out.text("alt", mask.apply(Clip.text(figure.alt(), ImageWriter.ALT_MAX)));
      out.box(figure.box());
      out.endObject();
    }
    out.endArray();
    tables(structure.tables());
    out.endObject();
  }

  private void boxes(List<Rect> boxes) throws IOException {
    out.beginArray("boxes");
    for (Rect box : boxes) {
      out.boxValue(box);
    }
    out.endArray();
  }

  private void tables(List<List<PageStructure.Cell>> tables) throws IOException {
    out.beginArray("tables");
    for (List<PageStructure.Cell> cells : tables) {
      out.beginObject();
      out.beginArray("cells");
      for (PageStructure.Cell cell : cells) {
        out.beginObject();
        out.integer("row", cell.place().row() + 1);
        out.integer("column", cell.place().column() + 1);
        out.integer("row_span", cell.place().rowSpan());
        out.integer("column_span", cell.place().columnSpan());
        out.optionalText("header", cell.header());
        out.box(cell.box());
        out.endObject();
      }
      out.endArray();
      out.endObject();
    }
    out.endArray();
  }
}
