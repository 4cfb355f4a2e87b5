/** Writes text nodes: their type, and their lines with runs. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import octavo.host.geometry.Rect;
import org.verapdf.wcag.algorithms.entities.IObject;
import org.verapdf.wcag.algorithms.entities.SemanticCaption;
import org.verapdf.wcag.algorithms.entities.SemanticHeading;
import org.verapdf.wcag.algorithms.entities.SemanticTextNode;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.entities.content.TextColumn;
import org.verapdf.wcag.algorithms.entities.content.TextLine;
import org.verapdf.wcag.algorithms.entities.enums.SemanticType;

final class TextWriter {
  private final RecordWriter out;
  private final LineRuns lineRuns;

  TextWriter(RecordWriter out, GlyphEdges glyphs) {
    this.out = out;
    this.lineRuns = new LineRuns(glyphs);
  }

  void write(SemanticTextNode node, int page) throws IOException {
    List<TextLine> lines = new ArrayList<>();
    for (TextColumn column : node.getColumns()) {
      lines.addAll(column.getLines());
    }
    if (node instanceof SemanticHeading heading) {
      begin("heading", heading, page);
      out.integer("level", Math.max(1, heading.getHeadingLevel()));
      lines(lines);
      out.endObject();
    } else {
      write(typeOf(node), node, page, lines);
    }
  }

  private static String typeOf(SemanticTextNode node) {
    if (node instanceof SemanticCaption || node.getSemanticType() == SemanticType.CAPTION) {
      return "caption";
    }
    return node.getSemanticType() == SemanticType.NOTE ? "footnote" : "paragraph";
  }

  void write(String type, IObject object, int page, List<TextLine> lines) throws IOException {
    begin(type, object, page);
    lines(lines);
    out.endObject();
  }

  /** Of text that has no glyphs, such as the source of a formula. */
  void write(String type, IObject object, int page, String text) throws IOException {
    Rect box = ElementWriter.boxOf(object);
    Run run = new Run(new Run.Style("", 0, false, false, false, box.bottom()), box, true);
    run.add(text, GlyphEdges.Edges.NONE, box);
    begin(type, object, page);
    out.beginArray("lines");
    line(box, List.of(run));
    out.endArray();
    out.endObject();
  }

  private void begin(String type, IObject object, int page) throws IOException {
    out.beginObject();
    out.text("type", type);
    out.integer("page", page);
    out.box(ElementWriter.boxOf(object));
  }

  void lines(List<TextLine> lines) throws IOException {
    out.beginArray("lines");
    for (TextLine line : lines) {
      for (List<TextChunk> printed : PrintedLines.of(line.getTextChunks())) {
        List<Run> runs = lineRuns.of(printed);
        if (!runs.isEmpty()) {
          line(runs);
        }
      }
    }
    out.endArray();
  }

  void line(List<Run> runs) throws IOException {
    line(runs.stream().map(Run::box).reduce(Rect::union).orElse(Rect.EMPTY), runs);
  }

  private void line(Rect box, List<Run> runs) throws IOException {
    out.beginObject();
    out.box(box);
    out.beginArray("runs");
    for (Run run : runs) {
      run(run);
    }
    out.endArray();
    out.endObject();
  }

  private void run(Run run) throws IOException {
    Run.Style style = run.style();
    out.beginObject();
    out.text("text", run.text());
    out.box(run.box());
    numbers("starts", run.starts());
    numbers("ends", run.ends());
    out.text("font", style.font());
    out.number("size", style.size());
    out.flag("bold", style.bold());
    out.flag("italic", style.italic());
    out.flag("strike", style.strike());
    out.number("baseline", style.baseline());
    out.endObject();
  }

  private void numbers(String name, List<Double> values) throws IOException {
    if (values == null) {
      return;
    }
    out.beginArray(name);
    for (double value : values) {
      out.number(value);
    }
    out.endArray();
  }
}
