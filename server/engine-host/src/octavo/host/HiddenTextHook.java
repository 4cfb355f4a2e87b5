/** Tells the engine's hidden-text filter which words cannot be seen: it asks for pictures of them, and gets its answer in that form. */
package octavo.host;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.optionalcontent.PDOptionalContentProperties;
import org.verapdf.pd.PDPage;
import org.verapdf.tools.StaticResources;
import org.verapdf.wcag.algorithms.entities.content.IChunk;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.containers.StaticContainers;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.ImagesUtils;

final class HiddenTextHook extends ImagesUtils {
  /** Below this, thin letters begin to vanish from the picture. */
  private static final float PIXELS_PER_POINT = 2;

  /** Of one page, 4 bytes each: twice the area of A0. */
  private static final double PIXELS_MAX = 64_000_000;

  /** Letters of one point, accents and all; the engine's own filter of tiny text ends just below them. */
  private static final double TINY_HEIGHT_PT = 1.5;

  /** Past the deadline, for an operator that does not come back by itself. */
  private static final long GRACE_MS = 500;

  /** To the engine, one colour means nothing to see. */
  private static final BufferedImage BLANK = new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB);

  private final Switches on;
  private final File input;
  private final String password;
  private final DroppedContent dropped;
  private final TreeSet<Integer> unseen = new TreeSet<>();
  private final IntConsumer onDraw;
  private final LayerVisibility layers;
  private long leftNs;
  private PDDocument document;
  private PageRenderer painter;
  private boolean opened;
  private int pageIndex = -1;
  private DisplayListCheck sight;
  private RenderedPage page;
  private boolean drawn;
  private List<Rect> places;
  private boolean stuck;
  private boolean broken;

  HiddenTextHook(File input, String password, Switches on, long budgetMs, DroppedContent dropped, IntConsumer onDraw) throws IOException {
    super(false);
    this.on = on;
    this.input = input;
    this.password = password;
    this.leftNs = budgetMs * 1_000_000;
    this.dropped = dropped;
    this.onDraw = onDraw;
    this.layers = new LayerVisibility(StaticResources.getDocument().getCatalog().getOCProperties());
  }

  /** Which filters are in force. */
  record Switches(boolean hiddenText, boolean tiny, boolean offPage, boolean hiddenLayers) {}

  /** Most documents have no page that must be drawn, and are never opened a second time. */
  private void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      document = password == null ? Loader.loadPDF(input) : Loader.loadPDF(input, password);
      painter = new PageRenderer(document);
      if (!on.hiddenLayers()) {
        showAllLayers(document.getDocumentCatalog().getOCProperties());
      }
    } catch (IOException | RuntimeException unreadable) {
      // What one parser reads, the other may not: then nothing is filtered, and the page is named as not looked at.
      document = null;
    }
  }

  /** Whoever keeps the text of hidden layers must not lose it again for being hidden. */
  private static void showAllLayers(PDOptionalContentProperties layers) {
    if (layers != null) {
      layers.getOptionalContentGroups().forEach(group -> layers.setGroupEnabled(group, true));
    }
  }

  /** Pages with text on which nothing could be looked for, 1-based. */
  Set<Integer> unseenPages() {
    return unseen;
  }

  /** A thread of ours never came back, or an `Error` was seen: this process must not see another document. */
  boolean isTainted() {
    return stuck || broken;
  }

  @Override
  public BufferedImage getRenderPageForContrast(int index) {
    if (index != pageIndex) {
      clearRenderedPages();
      pageIndex = index;
      if (on.hiddenText()) {
        timed(deadline -> sight = survey(index, deadline));
      }
    }
    return BLANK;
  }

  /** Only time spent here counts: the engine has its own. */
  private void timed(Consumer<Deadline> work) {
    long start = System.nanoTime();
    work.accept(new Deadline(leftNs / 1_000_000));
    leftNs -= System.nanoTime() - start;
  }

  private DisplayListCheck survey(int index, Deadline deadline) {
    BoundingBox frame = PageFrame.of(index);
    PDPage content = StaticResources.getDocument().getPage(index);
    if (frame == null || leftNs <= 0) {
      return null;
    }
    List<IChunk> chunks = StaticContainers.getDocument().getArtifacts(index);
    DisplayList scene = ContentInterpreter.of(content, chunks, Rect.of(frame), layers, deadline);
    return scene == null ? null : new DisplayListCheck(scene);
  }

  /** Asked once for every piece of text. No picture at all means that it stays. */
  @Override
  public BufferedImage getPageSubImage(BufferedImage ignored, BoundingBox box) {
    String reason = reasonToDrop(box);
    if (reason == null) {
      return null;
    }
    dropped.add(reason, "text", box);
    return BLANK;
  }

  private String reasonToDrop(BoundingBox box) {
    if (on.offPage() && isOffPage(box)) {
      return "off-page";
    }
    if (box.getHeight() <= TINY_HEIGHT_PT) {
      return on.tiny() ? "tiny" : null;
    }
    Rect word = Rect.of(box);
    return on.hiddenText() && !isSure(word) && isHidden(word) ? "hidden-text" : null;
  }

  /** Pictures may have to be unpacked for it, which takes time as well. */
  private boolean isSure(Rect word) {
    long start = System.nanoTime();
    boolean sure = sight != null && leftNs > 0 && sight.isSure(word);
    leftNs -= System.nanoTime() - start;
    return sure;
  }

  private boolean isHidden(Rect word) {
    if (!drawn || !isCovered(word)) {
      // Asked for a word where none was in doubt, the page is drawn once more, and then as a whole.
      places = drawn || sight == null ? null : sight.doubts();
      places = isCovered(word) ? places : null;
      drawn = true;
      timed(deadline -> page = look(pageIndex, deadline));
      if (page == null) {
        unseen.add(pageIndex + 1);
      }
    }
    return page != null && page.isBlankAt(word, PIXELS_PER_POINT);
  }

  private boolean isCovered(Rect word) {
    return places == null || places.stream().mapToDouble(place -> place.grown(1).overlap(word)).sum() > 0.95 * word.size();
  }

  private static boolean isOffPage(BoundingBox box) {
    BoundingBox frame = PageFrame.of(box.getPageNumber());
    return frame != null && frame.notOverlaps(box);
  }

  private RenderedPage look(int index, Deadline deadline) {
    open();
    if (document == null || stuck || deadline.millisLeft() <= 0) {
      return null;
    }
    PDRectangle size = document.getPage(index).getCropBox();
    if (size.getWidth() * (double) size.getHeight() * PIXELS_PER_POINT * PIXELS_PER_POINT > PIXELS_MAX) {
      return null;
    }
    onDraw.accept(index);
    FutureTask<RenderedPage> task = new FutureTask<>(() -> painter.paint(index, PIXELS_PER_POINT, places, deadline));
    Thread thread = new Thread(task, "page-painter");
    thread.setDaemon(true);
    thread.start();
    return await(task, deadline);
  }

  private RenderedPage await(FutureTask<RenderedPage> task, Deadline deadline) {
    try {
      return task.get(deadline.millisLeft() + GRACE_MS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException late) {
      stuck = true;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException undrawn) {
      // A page that cannot be drawn, or not in time, is one that was not looked at.
      broken |= Failure.isError(undrawn.getCause());
    }
    return null;
  }

  @Override
  public void clearRenderedPages() {
    page = null;
    sight = null;
    drawn = false;
    places = null;
    pageIndex = -1;
  }

  @Override
  public void close() throws IOException {
    if (document != null && !stuck) {
      document.close();
    }
  }
}
