/** What the filters dropped: where it was and why, but not its text. */
package octavo.host.engine;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import org.opendataloader.pdf.api.FilterConfig;
import org.opendataloader.pdf.processors.DocumentProcessor;
import org.verapdf.wcag.algorithms.entities.IDocument;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.content.ImageChunk;
import org.verapdf.wcag.algorithms.entities.content.TextChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.TextChunkUtils;

final class DroppedContent {
  /** More entries are counted, but not listed. */
  private static final int LISTED_MAX = 1_000;

  /** The engine's own limit for tiny text. */
  private static final double TINY_HEIGHT_PT = 1;

  private record Entry(String reason, String kind, int page, double[] box) {
    /** Neighbouring words of a line become one entry. */
    boolean isContinuedBy(Entry next) {
      boolean sameKind = kind.equals("text") && kind.equals(next.kind) && reason.equals(next.reason) && page == next.page;
      double gap = next.box[0] - box[2];
      double height = box[3] - box[1];
      return sameKind && box[1] == next.box[1] && box[3] == next.box[3] && gap >= 0 && gap < height;
    }
  }

  private final List<Entry> entries = new ArrayList<>();
  private final TreeSet<Integer> pages = new TreeSet<>();
  private Entry last;
  private int count;

  void add(String reason, String kind, BoundingBox box) {
    double[] edges = {box.getLeftX(), box.getBottomY(), box.getRightX(), box.getTopY()};
    Entry entry = new Entry(reason, kind, box.getPageNumber() + 1, edges);
    if (last != null && last.isContinuedBy(entry)) {
      last.box()[2] = edges[2];
      return;
    }
    last = entry;
    count++;
    pages.add(entry.page());
    if (entries.size() < LISTED_MAX) {
      entries.add(entry);
    }
  }

  /** The engine does not report what these two filters drop, so their rules are applied here as well. */
  void addTinyAndOffPage(IDocument document, IntPredicate wanted, FilterConfig filters) {
    for (int page = 0; page < document.getNumberOfPages(); page++) {
      if (!wanted.test(page + 1)) {
        continue;
      }
      BoundingBox visible = DocumentProcessor.getPageBoundingBox(page);
      if (visible != null) {
        visible.move(-visible.getLeftX(), -visible.getBottomY());
      }
      for (IChunk chunk : document.getArtifacts(page)) {
        String kind = kindOf(chunk);
        if (kind == null) {
          continue;
        }
        if (filters.isFilterTinyText() && kind.equals("text") && chunk.getBoundingBox().getHeight() <= TINY_HEIGHT_PT) {
          add("tiny", kind, chunk.getBoundingBox());
        } else if (filters.isFilterOutOfPage() && visible != null && visible.notOverlaps(chunk.getBoundingBox())) {
          add("off-page", kind, chunk.getBoundingBox());
        }
      }
    }
  }

  /** Null for what does not count as content: lines, areas and spaces. */
  static String kindOf(IChunk chunk) {
    if (chunk instanceof TextChunk text) {
      return text.getValue() == null || TextChunkUtils.isWhiteSpaceChunk(text) ? null : "text";
    }
    return chunk instanceof ImageChunk ? "image" : null;
  }

  void report(ObjectNode reply) {
    reply.put("dropped_count", count);
    ArrayNode touched = reply.putArray("dropped_pages");
    pages.forEach(touched::add);
    ArrayNode list = reply.putArray("dropped");
    for (Entry entry : entries) {
      ObjectNode node = list.addObject().put("page", entry.page()).put("reason", entry.reason()).put("kind", entry.kind());
      ArrayNode box = node.putArray("box");
      for (double edge : entry.box()) {
        box.add(Math.round(edge * 1_000) / 1_000.0);
      }
    }
  }
}
