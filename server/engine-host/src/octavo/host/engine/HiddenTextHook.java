/** Answers the engine's hidden-text filter. The engine asks for an image of each word and drops the word if the image is blank. */
package octavo.host.engine;

import java.awt.image.BufferedImage;
import java.io.IOException;
import octavo.host.engine.frame.PageFrame;
import octavo.host.visibility.HiddenWords;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.ImagesUtils;

final class HiddenTextHook extends ImagesUtils {
  /** The height of letters in a font of about 1.3 points. The engine's own filter of tiny text ends at 1 point. */
  private static final double TINY_HEIGHT_PT = 1.5;

  /** The engine takes an image of one colour for hidden text. */
  private static final BufferedImage BLANK = new BufferedImage(2, 2, BufferedImage.TYPE_INT_RGB);

  /** Which filters are on. */
  record Switches(boolean hiddenText, boolean tiny, boolean offPage) {}

  private final Switches on;
  private final HiddenWords words;
  private final DroppedContent dropped;
  private int pageIndex = -1;

  HiddenTextHook(Switches on, HiddenWords words, DroppedContent dropped) throws IOException {
    super(false);
    this.on = on;
    this.words = words;
    this.dropped = dropped;
  }

  HiddenWords words() {
    return words;
  }

  /** Called by the engine before it asks about the words of a page. */
  @Override
  public BufferedImage getRenderPageForContrast(int index) {
    if (index != pageIndex) {
      clearRenderedPages();
      pageIndex = index;
      if (on.hiddenText()) {
        words.beginPage(index);
      }
    }
    return BLANK;
  }

  /** Called by the engine for each piece of text. Null means that the text stays. */
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
    return on.hiddenText() && words.isHidden(PageFrame.rectOf(box)) ? "hidden-text" : null;
  }

  private static boolean isOffPage(BoundingBox box) {
    BoundingBox frame = PageFrame.of(box.getPageNumber());
    return frame != null && frame.notOverlaps(box);
  }

  @Override
  public void clearRenderedPages() {
    words.endPage();
    pageIndex = -1;
  }

  @Override
  public void close() throws IOException {
    words.close();
  }
}
