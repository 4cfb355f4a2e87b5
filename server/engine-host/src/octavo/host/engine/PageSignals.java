/** Finds the pages a client is warned about (without content, with images only, with garbled text), and scans with little text of their own. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import octavo.host.engine.frame.PageFrame;
import org.opendataloader.pdf.api.Config;
import org.opendataloader.pdf.entities.SemanticPicture;
import org.verapdf.wcag.algorithms.entities.IObject;
import org.verapdf.wcag.algorithms.entities.SemanticHeaderOrFooter;
import org.verapdf.wcag.algorithms.entities.SemanticTOC;
import org.verapdf.wcag.algorithms.entities.SemanticTOCI;
import org.verapdf.wcag.algorithms.entities.SemanticTextNode;
import org.verapdf.wcag.algorithms.entities.content.ImageChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.entities.lists.ListItem;
import org.verapdf.wcag.algorithms.entities.lists.PDFList;
import org.verapdf.wcag.algorithms.entities.tables.tableBorders.TableBorder;
import org.verapdf.wcag.algorithms.entities.tables.tableBorders.TableBorderCell;
import org.verapdf.wcag.algorithms.entities.tables.tableBorders.TableBorderRow;

final class PageSignals {
  /** The engine reports a page as garbled from the same share of unknown characters on. */
  private static final double GARBLED_SHARE = 0.3;

  /** A stamp, a page number or a line that a scanner added: up to this many characters over images of most of the page. */
  private static final long SPARSE_CHARACTERS_MAX = 100;
  private static final double SCAN_SHARE_MIN = 0.7;

  private final boolean headersCount;
  private long characters;
  private long unknown;
  private int images;
  private double imageArea;

  private PageSignals(boolean headersCount) {
    this.headersCount = headersCount;
  }

  /** `garbled`: the pages the engine itself reports, to which more are added. */
  static void measure(
      List<List<IObject>> contents, Config config, SortedSet<Integer> garbled, ObjectNode reply) {
    Set<Integer> chosen = Set.copyOf(config.getPageNumbers());
    ArrayNode empty = reply.putArray("empty_pages");
    ArrayNode imageOnly = reply.putArray("image_only_pages");
    ArrayNode sparse = reply.putArray("sparse_pages");
    long total = 0;
    for (int index = 0; index < contents.size(); index++) {
      if (!chosen.isEmpty() && !chosen.contains(index + 1)) {
        continue;
      }
      PageSignals page = new PageSignals(config.isIncludeHeaderFooter());
      page.visitAll(contents.get(index));
      total += page.characters;
      if (page.characters == 0) {
        (page.images > 0 ? imageOnly : empty).add(index + 1);
      } else if (page.unknown >= GARBLED_SHARE * page.characters) {
        garbled.add(index + 1);
      } else if (page.isSparse(PageFrame.of(index))) {
        sparse.add(index + 1);
      }
    }
    ArrayNode garbledNode = reply.putArray("garbled_pages");
    garbled.forEach(garbledNode::add);
    reply.put("text_characters", total);
  }

  /** Pages that are not empty after all. */
  static void fill(Set<Integer> pages, ObjectNode reply) {
    if (reply.path("empty_pages") instanceof ArrayNode empty) {
      for (int at = empty.size() - 1; at >= 0; at--) {
        if (pages.contains(empty.get(at).asInt())) {
          empty.remove(at);
        }
      }
    }
  }

  private boolean isSparse(BoundingBox frame) {
    return frame != null && characters <= SPARSE_CHARACTERS_MAX && imageArea >= SCAN_SHARE_MIN * frame.getArea();
  }

  private void visitAll(Iterable<? extends IObject> objects) {
    if (objects != null) {
      objects.forEach(this::visit);
    }
  }

  private void visit(IObject object) {
    if (object instanceof SemanticTextNode) {
      count(((SemanticTextNode) object).getValue());
    } else if (object instanceof PDFList) {
      for (ListItem item : ((PDFList) object).getListItems()) {
        count(item.toString());
        visitAll(item.getContents());
      }
    } else if (object instanceof TableBorder) {
      for (TableBorderRow row : ((TableBorder) object).getRows()) {
        for (TableBorderCell cell : row.getCells()) {
          visitAll(cell.getContents());
        }
      }
    } else if (object instanceof SemanticHeaderOrFooter) {
      if (headersCount) {
        visitAll(((SemanticHeaderOrFooter) object).getContents());
      }
    } else if (object instanceof SemanticTOC) {
      visitAll(((SemanticTOC) object).getTOCItems());
    } else if (object instanceof SemanticTOCI) {
      count(object.toString());
      visitAll(((SemanticTOCI) object).getContents());
    } else if (object instanceof ImageChunk || object instanceof SemanticPicture) {
      images++;
      imageArea += object.getBoundingBox() == null ? 0 : object.getBoundingBox().getArea();
    }
  }

  private void count(String text) {
    if (text == null) {
      return;
    }
    text.codePoints().filter(point -> !Character.isWhitespace(point) && point != 0).forEach(point -> {
      characters++;
      boolean isPrivate = Character.getType(point) == Character.PRIVATE_USE;
      if (point == 0xFFFD || isPrivate || Character.isISOControl(point)) {
        unknown++;
      }
    });
  }
}
