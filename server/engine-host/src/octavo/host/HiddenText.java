/** Tells the engine's hidden-text filter which words cannot be seen: it asks for pictures of them, and gets its answer in that form. */
package octavo.host;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.apache.pdfbox.Loader;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.optionalcontent.PDOptionalContentProperties;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.ImagesUtils;

final class HiddenText extends ImagesUtils {
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
  private final Deadline deadline;
  private final DroppedContent dropped;
  private final TreeSet<Integer> unseen = new TreeSet<>();
  private final IntConsumer onDraw;
  private final PDDocument document;
  private final PagePainter painter;
  private PageInk page;
  private int pageIndex = -1;
  private boolean stuck;
  private boolean broken;

  HiddenText(File input, String password, Switches on, Deadline deadline, DroppedContent dropped, IntConsumer onDraw) throws IOException {
    super(false);
    this.on = on;
    this.deadline = deadline;
    this.dropped = dropped;
    this.onDraw = onDraw;
    this.document = on.hiddenText() ? open(input, password) : null;
    this.painter = document == null ? null : new PagePainter(document, deadline);
    if (document != null && !on.hiddenLayers()) {
      showAllLayers(document.getDocumentCatalog().getOCProperties());
    }
  }

  /** Which filters are in force. */
  record Switches(boolean hiddenText, boolean tiny, boolean offPage, boolean hiddenLayers) {}

  /** What one parser reads, the other may not: then nothing is filtered, and every page is named as not looked at. */
  private static PDDocument open(File input, String password) {
    try {
      return password == null ? Loader.loadPDF(input) : Loader.loadPDF(input, password);
    } catch (IOException | RuntimeException unreadable) {
      return null;
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
    if (on.hiddenText() && index != pageIndex) {
      pageIndex = index;
      page = look(index);
      if (page == null) {
        unseen.add(index + 1);
      }
    }
    return BLANK;
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
    boolean unseen = page != null
        && page.isBlankAt(box.getLeftX(), box.getBottomY(), box.getRightX(), box.getTopY(), PIXELS_PER_POINT);
    return unseen ? "hidden-text" : null;
  }

  private static boolean isOffPage(BoundingBox box) {
    BoundingBox frame = PageFrame.of(box.getPageNumber());
    return frame != null && frame.notOverlaps(box);
  }

  private PageInk look(int index) {
    if (document == null || stuck || deadline.millisLeft() <= 0) {
      return null;
    }
    PDRectangle size = document.getPage(index).getCropBox();
    if (size.getWidth() * (double) size.getHeight() * PIXELS_PER_POINT * PIXELS_PER_POINT > PIXELS_MAX) {
      return null;
    }
    onDraw.accept(index);
    FutureTask<PageInk> task = new FutureTask<>(() -> painter.paint(index, PIXELS_PER_POINT));
    Thread thread = new Thread(task, "page-painter");
    thread.setDaemon(true);
    thread.start();
    return await(task);
  }

  private PageInk await(FutureTask<PageInk> task) {
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
    pageIndex = -1;
  }

  @Override
  public void close() throws IOException {
    if (document != null && !stuck) {
      document.close();
    }
  }
}
