/** The lines of text of a page, found without the engine's layout analysis. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.util.List;
import octavo.host.geometry.Rect;

public interface PageLines {
  /** `ends`: the right edge of each UTF-16 code unit of the text, which is printed from left to right. */
  record Line(String text, List<Double> ends, Rect box, String font, double size, double baseline) {}

  /** In reading order, by paragraphs. Page numbers begin at 0. */
  List<List<Line>> of(int page) throws IOException;
}
