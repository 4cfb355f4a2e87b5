/** Writes the engine's tree of one page. Text of a node type that is not known becomes a paragraph. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import octavo.host.engine.frame.PageFrame;
import octavo.host.facts.RightToLeftGlyphs;
import octavo.host.geometry.Rect;
import org.opendataloader.pdf.entities.EnrichedImageChunk;
import org.opendataloader.pdf.entities.SemanticFormula;
import org.opendataloader.pdf.entities.SemanticPicture;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.INode;
import org.verapdf.wcag.algorithms.entities.IObject;
import org.verapdf.wcag.algorithms.entities.SemanticHeaderOrFooter;
import org.verapdf.wcag.algorithms.entities.SemanticTOC;
import org.verapdf.wcag.algorithms.entities.SemanticTextNode;
import org.verapdf.wcag.algorithms.entities.content.ImageChunk;
import org.verapdf.wcag.algorithms.entities.content.TextBlock;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.entities.content.TextLine;
import org.verapdf.wcag.algorithms.entities.enums.SemanticType;
import org.verapdf.wcag.algorithms.entities.lists.PDFList;
import org.verapdf.wcag.algorithms.entities.tables.tableBorders.TableBorder;

final class ElementWriter {
  /** Deeper containers are written without their own node, their content in its place. */
  private static final int DEPTH_MAX = 64;

  private final RecordWriter out;
  private final TextWriter texts;
  private final ImageWriter images;
  private final TableWriter tables;
  private final RightToLeftGlyphs glyphs = new RightToLeftGlyphs();
  private RightToLeftGlyphs.OfPage glyphsOfPage;
  private int page;
  private int depth;

  ElementWriter(RecordWriter out, TextMask mask) {
    this.out = out;
    this.texts = new TextWriter(out, new GlyphEdges(this::glyphsOfPage));
    this.images = new ImageWriter(out, mask);
    this.tables = new TableWriter(out, this);
  }

  void writePage(int pageNumber, List<IObject> contents) throws IOException {
    page = pageNumber;
    glyphsOfPage = null;
    out.beginArray("elements");
    writeAll(contents);
    out.endArray();
  }

  /** Most pages have no right-to-left letters and never need them. */
  private RightToLeftGlyphs.OfPage glyphsOfPage() {
    if (glyphsOfPage == null) {
      glyphsOfPage =
          Readable.orElse(RightToLeftGlyphs.OfPage.NONE, () -> glyphs.of(StaticResources.getDocument().getPage(page - 1)));
    }
    return glyphsOfPage;
  }

  void writeAll(Iterable<? extends IObject> objects) throws IOException {
    if (objects == null || depth > 4 * DEPTH_MAX) {
      return;
    }
    depth++;
    for (IObject object : objects) {
      if (object != null) {
        write(object);
      }
    }
    depth--;
  }

  private void write(IObject object) throws IOException {
    if (object instanceof SemanticHeaderOrFooter node) {
      container(node.getSemanticType() == SemanticType.FOOTER ? "footer" : "header", node, node.getContents());
    } else if (object instanceof SemanticTextNode node) {
      texts.write(node, pageOf(node));
    } else if (object instanceof PDFList list) {
      list(list, list.getListItems());
    } else if (object instanceof SemanticTOC contents) {
      list(contents, contents.getTOCItems());
    } else if (object instanceof TableBorder table) {
      table(table);
    } else if (object instanceof ImageChunk || object instanceof SemanticPicture) {
      images.write(object, pageOf(object));
    } else if (object instanceof TextBlock block) {
      item(block);
    } else if (object instanceof TextLine line) {
      texts.write("paragraph", line, pageOf(line), List.of(line));
    } else if (object instanceof TextChunk chunk) {
      texts.write("paragraph", chunk, pageOf(chunk), List.of(new TextLine(chunk)));
    } else if (object instanceof SemanticFormula formula) {
      texts.write("formula", formula, pageOf(formula), formula.getLatex());
    } else if (object instanceof INode node) {
      writeAll(node.getChildren());
    }
  }

  int pageOf(IObject object) {
    Integer index = object.getPageNumber();
    return index == null ? page : index + 1;
  }

  private void table(TableBorder table) throws IOException {
    if (table.isTextBlock() || depth > DEPTH_MAX) {
      for (var row : table.getRows()) {
        for (var cell : tables.cellsOf(row)) {
          writeAll(cell.getContents());
        }
      }
    } else {
      tables.write(table);
    }
  }

  private void list(IObject list, List<? extends IObject> items) throws IOException {
    if (depth > DEPTH_MAX) {
      writeAll(items);
      return;
    }
    begin("list", list);
    out.beginArray("kids");
    writeAll(items);
    out.endArray();
    out.endObject();
  }

  private void item(TextBlock item) throws IOException {
    begin("list_item", item);
    texts.lines(item.getLines());
    kids(ListContents.of(item));
    out.endObject();
  }

  private void container(String type, IObject node, List<IObject> kids) throws IOException {
    begin(type, node);
    kids(kids);
    out.endObject();
  }

  void begin(String type, IObject object) throws IOException {
    out.beginObject();
    out.text("type", type);
    out.integer("page", pageOf(object));
    out.box(boxOf(object));
  }

  void kids(List<IObject> kids) throws IOException {
    out.beginArray("kids");
    writeAll(kids);
    out.endArray();
  }

  static Rect boxOf(IObject object) {
    return PageFrame.rectOf(object.getBoundingBox());
  }

  static String altOf(IObject image) {
    if (image instanceof EnrichedImageChunk chunk) {
      return chunk.getDescription();
    }
    return image instanceof SemanticPicture picture ? picture.getDescription() : "";
  }
}
