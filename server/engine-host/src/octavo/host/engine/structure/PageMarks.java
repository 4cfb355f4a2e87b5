/**
 * The marks in the content of a page, as runs of operators. They are kept when the engine reads the content, because
 * reading it again takes a twentieth of a conversion.
 */
package octavo.host.engine.structure;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.opendataloader.pdf.autotagging.ChunksWriter;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSKey;
import org.verapdf.pd.PDDocument;
import org.verapdf.pd.PDPage;
import org.verapdf.tools.StaticResources;

public final class PageMarks {
  private static final int RUNS_AT_FIRST = 64;

  private record Kept(PDDocument document, Map<COSKey, PageMarks> byPage) {}

  private static final ThreadLocal<Kept> KEPT = new ThreadLocal<>();

  /** The first operator of each run, ascending. */
  private int[] starts = new int[RUNS_AT_FIRST];
  private long[] marks = new long[RUNS_AT_FIRST];
  private int runs;
  private final Map<String, Long> byForm = new HashMap<>();

  private PageMarks() {}

  static PageMarks of(List<Object> tokens) {
    PageMarks marks = new PageMarks();
    MarkedContent.follow(tokens, marks::add);
    return marks;
  }

  /** Called with the content of a page when the engine has read it. */
  public static void keep(COSKey page, List<Object> tokens) {
    PDDocument document = StaticResources.getDocument();
    if (page == null || document == null || !Entries.isDictionary(Entries.get(document.getCatalog().getObject(), ASAtom.STRUCT_TREE_ROOT))) {
      return;
    }
    Kept kept = KEPT.get();
    if (kept == null || kept.document() != document) {
      kept = new Kept(document, new HashMap<>());
      KEPT.set(kept);
    }
    kept.byPage().put(page, of(tokens));
  }

  public static void clear() {
    KEPT.remove();
  }

  static PageMarks of(PDPage page) {
    Kept kept = KEPT.get();
    boolean isOpen = kept != null && kept.document() == StaticResources.getDocument();
    PageMarks marks = isOpen ? kept.byPage().get(page.getObject().getKey()) : null;
    return marks == null ? of(ChunksWriter.getTokens(page.getContent())) : marks;
  }

  private void add(long mark, int position, String form) {
    long before = runs == 0 ? MarkedContent.UNMARKED : marks[runs - 1];
    if (mark != before) {
      if (runs == starts.length) {
        starts = Arrays.copyOf(starts, 2 * runs);
        marks = Arrays.copyOf(marks, 2 * runs);
      }
      starts[runs] = position;
      marks[runs++] = mark;
    }
    if (form != null && mark != MarkedContent.UNMARKED) {
      byForm.putIfAbsent(form, mark);
    }
  }

  /** Null without a mark. */
  Long ofOperator(int position) {
    int found = Arrays.binarySearch(starts, 0, runs, position);
    int run = found >= 0 ? found : -found - 2;
    return run < 0 || marks[run] == MarkedContent.UNMARKED ? null : Long.valueOf(marks[run]);
  }

  /** Of the first operator that draws it; null without a mark. */
  Long ofForm(String name) {
    return byForm.get(name);
  }
}
