/** What the structure tree says about one page: headings, alternative texts of figures, and the cells of tables. */
package octavo.host.engine.structure;

import java.util.List;
import octavo.host.geometry.Rect;

/** `coverage` is the share of the page's letters that belong to an element or are decoration, from 0 to 1. */
public record PageStructure(double coverage, List<Heading> headings, List<Figure> figures, List<List<Cell>> tables) {
  /** A box for each line. */
  public record Heading(int level, List<Rect> boxes) {}

  public record Figure(String alt, Rect box) {}

  /** Rows and columns count from 0; rows without a cell on the page do not count. `header` and `box` may be null. */
  public record Cell(CellPlace place, String header, Rect box) {}
}
