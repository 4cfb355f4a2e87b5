/** Finds hidden words: asks the content check first, and draws the page for words that it cannot decide. */
package octavo.host.visibility;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import octavo.host.geometry.Rect;
import octavo.host.protocol.Failure;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.optionalcontent.PDOptionalContentProperties;

public final class HiddenWordFinder implements HiddenWords {
  /** Below this, thin letters begin to vanish from the drawing. */
  private static final float PIXELS_PER_POINT = 2;

  /** Per page, at 4 bytes each: twice the area of A0. */
  private static final double PIXELS_MAX = 64_000_000;

  /** Added to the safety net for a drawing operator that does not look at the clock. */
  private static final long GRACE_MS = 500;

  /** The document to draw. `layersShown`: layers that are off are drawn too, because their text is kept. */
  public record Source(File input, String password, boolean layersShown) {}

  /** Parts of one page; the next drawing is the whole page. */
  private static final int DRAWINGS_MAX = 4;

  /** `places` is null for the whole page, `page` if it could not be drawn. */
  private record Drawing(List<Rect> places, RenderedPage page) {}

  private final Source source;
  private final ContentCheck contentCheck;
  private final IntConsumer onDraw;
  private final WorkBudget budget;
  private final TreeSet<Integer> unchecked = new TreeSet<>();
  private PDDocument document;
  private PageRenderer renderer;
  private boolean opened;
  private boolean stuck;
  private boolean broken;
  private int pageIndex = -1;
  private ContentCheck.Verdict verdict;
  private final List<Drawing> drawings = new ArrayList<>();

  /** `onDraw` is called with the index of each page before it is drawn. */
  public HiddenWordFinder(Source source, ContentCheck contentCheck, WorkBudget budget, IntConsumer onDraw) {
    this.source = source;
    this.contentCheck = contentCheck;
    this.budget = budget;
    this.onDraw = onDraw;
  }

  @Override
  public void beginPage(int index) {
    endPage();
    pageIndex = index;
    budget.beginPage();
    budget.timed(() -> verdict = budget.isSpent() ? null : contentCheck.check(index, budget));
  }

  @Override
  public void endPage() {
    drawings.clear();
    verdict = null;
    pageIndex = -1;
  }

  @Override
  public boolean isHidden(Rect word) {
    return !isCertainlyVisible(word) && isBlankWhenDrawn(word);
  }

  @Override
  public Set<Integer> uncheckedPages() {
    return unchecked;
  }

  @Override
  public boolean isReproducible() {
    return !budget.isOvertime();
  }

  @Override
  public boolean isTainted() {
    return stuck || broken;
  }

  private boolean isCertainlyVisible(Rect word) {
    boolean[] visible = {false};
    try {
      // Images may have to be decoded for it.
      budget.timed(() -> visible[0] = verdict != null && verdict.isCertainlyVisible(word));
    } catch (WorkBudget.Spent spent) {
      return false;
    }
    return visible[0];
  }

  private boolean isBlankWhenDrawn(Rect word) {
    Drawing drawing = drawings.stream().filter(drawn -> isIn(drawn.places(), word)).findFirst().orElse(null);
    if (drawing == null) {
      Drawing[] made = {null};
      budget.timed(() -> made[0] = draw(placesToDraw(word)));
      drawing = made[0];
      drawings.add(drawing);
      if (drawing.page() == null) {
        unchecked.add(pageIndex + 1);
      }
    }
    return drawing.page() != null && drawing.page().isBlankAt(word, PIXELS_PER_POINT);
  }

  private Drawing draw(List<Rect> places) {
    try {
      return new Drawing(places, render(pageIndex, places));
    } catch (WorkBudget.Spent spent) {
      return new Drawing(places, null);
    }
  }

  /** At first the uncertain places and this word, then only words that are not among them. Null stands for the whole page. */
  private List<Rect> placesToDraw(Rect word) {
    if (verdict == null || drawings.size() >= DRAWINGS_MAX) {
      return null;
    }
    if (drawings.isEmpty()) {
      return placesWith(word, verdict.uncertainPlaces());
    }
    List<Rect> alone = List.of(word);
    boolean isOnPage = document != null && !DrawingWindow.around(alone, document.getPage(pageIndex).getCropBox()).area().isEmpty();
    return isOnPage ? alone : null;
  }

  private static List<Rect> placesWith(Rect word, List<Rect> uncertain) {
    return isIn(uncertain, word) ? uncertain : Stream.concat(uncertain.stream(), Stream.of(word)).toList();
  }

  private static boolean isIn(List<Rect> places, Rect word) {
    return places == null
        || places.stream().mapToDouble(place -> place.grow(1).overlapArea(word)).sum() > 0.95 * word.area();
  }

  private RenderedPage render(int index, List<Rect> places) {
    if (budget.isSpent() || stuck) {
      return null;
    }
    open();
    if (document == null) {
      return null;
    }
    PDRectangle size = document.getPage(index).getCropBox();
    if (size.getWidth() * (double) size.getHeight() * PIXELS_PER_POINT * PIXELS_PER_POINT > PIXELS_MAX) {
      return null;
    }
    onDraw.accept(index);
    FutureTask<RenderedPage> task =
        new FutureTask<>(() -> renderer.render(index, PIXELS_PER_POINT, places, budget));
    Thread thread = new Thread(task, "page-renderer");
    thread.setDaemon(true);
    thread.start();
    return await(task);
  }

  /** Most documents have no page that must be drawn, and are never opened a second time. */
  private void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      String password = source.password();
      document = password == null ? Loader.loadPDF(source.input()) : Loader.loadPDF(source.input(), password);
      renderer = new PageRenderer(document);
      if (source.layersShown()) {
        showAllLayers(document.getDocumentCatalog().getOCProperties());
      }
    } catch (IOException | RuntimeException unreadable) {
      // PDFBox may not read what the engine's parser reads. Then nothing is hidden, and the page is reported as unchecked.
      document = null;
    }
  }

  private static void showAllLayers(PDOptionalContentProperties layers) {
    if (layers != null) {
      layers.getOptionalContentGroups().forEach(group -> layers.setGroupEnabled(group, true));
    }
  }

  private RenderedPage await(FutureTask<RenderedPage> task) {
    try {
      return task.get(Math.max(0, budget.millisLeft()) + GRACE_MS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      stuck = true;
      budget.ranOutOfTime();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException failed) {
      // The page is reported as unchecked.
      broken |= Failure.isError(failed.getCause());
    }
    return null;
  }

  @Override
  public void close() throws IOException {
    if (document != null && !stuck) {
      document.close();
    }
  }
}
