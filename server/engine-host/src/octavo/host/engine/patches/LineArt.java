/**
 * Line art of a page without the places of its operators in the content stream. The engine copies all places that it has
 * gathered into every line, which is quadratic, and only tagging reads them.
 */
package octavo.host.engine.patches;

import java.util.List;
import org.verapdf.cos.COSKey;
import org.verapdf.gf.model.factory.chunks.LineArtContainer;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

public final class LineArt extends LineArtContainer {
  private static volatile boolean isTagging = true;

  public LineArt(COSKey key) {
    super(key);
  }

  /** For the documents that are read from now on. */
  public static void keepPlaces(boolean isForTagging) {
    isTagging = isForTagging;
  }

  @Override
  public List<StreamInfo> getStreamInfos(Long contentId) {
    return isTagging ? super.getStreamInfos(contentId) : List.of();
  }
}
