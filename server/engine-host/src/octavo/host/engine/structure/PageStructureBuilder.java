/** Gathers the boxes of the elements of one page. */
package octavo.host.engine.structure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

final class PageStructureBuilder {
  private static final double SAME_LINE = 0.5;
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\s]+");

  private final Transform toDisplayed;
  private final Map<COSBase, PageStructure.Heading> headings = new LinkedHashMap<>();
  private final Map<COSBase, PageStructure.Figure> figures = new LinkedHashMap<>();
  private final Map<COSBase, Map<COSBase, PageStructure.Cell>> tables = new LinkedHashMap<>();
  private long letters;
  private long lettersMarked;

  PageStructureBuilder(Transform toDisplayed) {
    this.toDisplayed = toDisplayed;
  }

  void count(String text, boolean isMarked) {
    letters += text.length();
    lettersMarked += isMarked ? text.length() : 0;
  }

  void addHeading(COSObject element, int level, Rect box) {
    List<Rect> lines =
        headings.computeIfAbsent(element.getDirectBase(), any -> new PageStructure.Heading(level, new ArrayList<>())).boxes();
    for (int at = 0; at < lines.size(); at++) {
      if (isOnLine(lines.get(at), box)) {
        lines.set(at, lines.get(at).union(box));
        return;
      }
    }
    lines.add(box);
  }

  private static boolean isOnLine(Rect line, Rect box) {
    double shared = Math.min(line.top(), box.top()) - Math.max(line.bottom(), box.bottom());
    return shared > SAME_LINE * Math.min(line.height(), box.height());
  }

  /** Figures without an alternative text are left out. */
  void addFigure(COSObject element, Rect box) {
    String alt = altOf(element);
    if (!alt.isEmpty()) {
      Rect own = ownBox(element);
      figures.merge(
          element.getDirectBase(), new PageStructure.Figure(alt, own == null ? box : own),
          (one, other) -> new PageStructure.Figure(one.alt(), one.box().union(other.box())));
    }
  }

  /** On one line. Word processors end it with a zero. */
  private static String altOf(COSObject element) {
    String alt = Entries.text(element, ASAtom.ALT);
    return alt == null ? "" : CONTROLS.matcher(alt).replaceAll(" ").strip();
  }

  /** The box that the element gives itself: drawings have parts that are not seen here. Null without one. */
  private Rect ownBox(COSObject element) {
    COSObject corners = Entries.attribute(element, ASAtom.BBOX);
    if (!Entries.is(corners, COSObjType.COS_ARRAY) || corners.size() != 4) {
      return null;
    }
    double[] values = new double[4];
    for (int at = 0; at < values.length; at++) {
      Double value = corners.at(at).getReal();
      if (value == null) {
        return null;
      }
      values[at] = value;
    }
    return toDisplayed.boundsOf(Rect.ofCorners(values));
  }

  void addCell(COSObject table, TableGrid grid, COSObject cell, Rect box) {
    CellPlace place = grid.placeOf(cell);
    if (place != null) {
      tables.computeIfAbsent(table.getDirectBase(), any -> new LinkedHashMap<>()).merge(
          cell.getDirectBase(), new PageStructure.Cell(place, grid.headerOf(cell), box),
          (one, other) -> new PageStructure.Cell(place, one.header(), one.box().union(other.box())));
    }
  }

  PageStructure build() {
    double coverage = letters == 0 ? 0 : (double) lettersMarked / letters;
    List<List<PageStructure.Cell>> cells = tables.values().stream().map(PageStructureBuilder::fromFirstRow).toList();
    return new PageStructure(coverage, List.copyOf(headings.values()), List.copyOf(figures.values()), cells);
  }

  private static List<PageStructure.Cell> fromFirstRow(Map<COSBase, PageStructure.Cell> cells) {
    int first = cells.values().stream().mapToInt(cell -> cell.place().row()).min().orElse(0);
    return cells.values().stream()
        .map(cell -> new PageStructure.Cell(cell.place().below(first), cell.header(), cell.box()))
        .sorted(Comparator.<PageStructure.Cell>comparingInt(cell -> cell.place().row()).thenComparingInt(cell -> cell.place().column()))
        .toList();
  }
}
