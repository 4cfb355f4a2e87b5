/**
 * Line art of a page whose lines share the places of their operators in the content stream. The engine copies all places
 * that it has gathered into every line, which is quadratic.
 */
package octavo.host.engine.patches;

import java.util.List;
import org.verapdf.cos.COSKey;
import org.verapdf.gf.model.factory.chunks.LineArtContainer;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

public final class LineArt extends LineArtContainer {
  public LineArt(COSKey key) {
    super(key);
  }

  /** One entry for all places: what the engine copies into a line is this entry, not the places. */
  @Override
  public List<StreamInfo> getStreamInfos(Long contentId) {
    List<StreamInfo> places = super.getStreamInfos(contentId);
    return places.size() < 2 ? List.copyOf(places) : List.of(SharedPlaces.of(places));
  }
}
