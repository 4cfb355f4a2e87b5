/** A link: where it is, and the URL or the page it leads to. */
package octavo.host.facts;

import java.util.ArrayList;
import java.util.List;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.cos.COSObject;

/** Either `url` or `page` is null. */
public record PageLink(List<Rect> boxes, String url, Integer page) {
  /** A longer one is no link: its beginning may lead elsewhere. */
  private static final int URL_MAX = 8_000;
  private static final int QUADS_MAX = 256;

  /** Quadrilaterals that lie further outside the rectangle of the link are not to be trusted. */
  private static final double SLACK_PT = 2;

  /** Null if it leads nowhere, or is nowhere. */
  public static PageLink read(COSObject annotation, Destinations destinations, Transform toDisplayed) {
    COSObject action = Cos.key(annotation, "A");
    String url = null;
    if ("URI".equals(Cos.name(Cos.key(action, "S")))) {
      url = Cos.bytesAsText(Cos.key(action, "URI"), URL_MAX + 2);
    }
    if (url != null && url.length() > URL_MAX) {
      return null;
    }
    Integer page = url == null ? destinations.pageOf(annotation) : null;
    List<Rect> boxes = boxes(annotation, toDisplayed);
    return (url == null || url.isBlank()) && page == null || boxes.isEmpty() ? null : new PageLink(boxes, url, page);
  }

  static Rect rectangle(COSObject annotation, Transform toDisplayed) {
    double[] corners = Cos.numbers(Cos.key(annotation, "Rect"), 0, 4);
    return corners == null ? null : toDisplayed.boundsOf(Rect.ofCorners(corners));
  }

  private static List<Rect> boxes(COSObject annotation, Transform toDisplayed) {
    Rect whole = rectangle(annotation, toDisplayed);
    List<Rect> quads = new ArrayList<>();
    COSObject points = Cos.key(annotation, "QuadPoints");
    int count = Cos.isArray(points) ? Math.min(points.size() / 8, QUADS_MAX) : 0;
    for (int quad = 0; quad < count; quad++) {
      double[] corners = Cos.numbers(points, 8 * quad, 8);
      Rect box = corners == null ? null : toDisplayed.boundsOf(boundsOf(corners));
      if (box == null || (whole != null && !whole.grow(SLACK_PT).contains(box))) {
        return whole == null ? List.of() : List.of(whole);
      }
      quads.add(box);
    }
    return quads.isEmpty() && whole != null ? List.of(whole) : quads;
  }

  private static Rect boundsOf(double[] corners) {
    Rect bounds = Rect.ofCorners(new double[] {corners[0], corners[1], corners[2], corners[3]});
    return bounds.union(Rect.ofCorners(new double[] {corners[4], corners[5], corners[6], corners[7]}));
  }
}
