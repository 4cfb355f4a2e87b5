/**
 * Line art of a page whose lines share the places of their operators in the content stream. The engine copies all places
 * that it has gathered into every line, which is quadratic. Areas that are drawn one after the other become one box, as in
 * the engine, which keeps the boxes it is made of.
 */
package octavo.host.engine.patches;

import java.util.List;
import org.verapdf.cos.COSKey;
import org.verapdf.gf.model.factory.chunks.LineArtContainer;
import org.verapdf.wcag.algorithms.entities.geometry.BoundingBox;
import org.verapdf.wcag.algorithms.entities.geometry.MultiBoundingBox;
import org.verapdf.wcag.algorithms.semanticalgorithms.utils.StreamInfo;

public final class LineArt extends LineArtContainer {
  /** Boxes that are kept for all areas of a content stream: memory stays bounded. */
  private static final int PARTS_MAX = 20_000;

  private int parts;

  public LineArt(COSKey key) {
    super(key);
  }

  @Override
  public void add(Long contentId, BoundingBox box, Integer operator, String form) {
    super.add(contentId, box, operator, form);
    List<BoundingBox> boxes = getBoundingBoxes(contentId);
    if (boxes == null || boxes.isEmpty()) {
      return;
    }
    int last = boxes.size() - 1;
    boolean keepsParts = boxes.get(last) instanceof MultiBoundingBox;
    parts++;
    if (parts < PARTS_MAX && !keepsParts) {
      boxes.set(last, new MultiBoundingBox(boxes.get(last)));
    } else if (parts >= PARTS_MAX && keepsParts) {
      boxes.set(last, new BoundingBox(boxes.get(last)));
    }
  }

  /** One entry for all places: what the engine copies into a line is this entry, not the places. */
  @Override
  public List<StreamInfo> getStreamInfos(Long contentId) {
    List<StreamInfo> places = super.getStreamInfos(contentId);
    return places.size() < 2 ? List.copyOf(places) : List.of(SharedPlaces.of(places));
  }
}
