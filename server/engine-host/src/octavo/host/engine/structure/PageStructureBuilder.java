/** Gathers the boxes of the elements of one page. */
package octavo.host.engine.structure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import octavo.host.facts.Clip;
import octavo.host.geometry.Rect;
import octavo.host.geometry.Transform;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

final class PageStructureBuilder {
  private static final double SAME_LINE = 0.5;
  /** Larger texts on the same height, as drawn numbers, are apart. */
  private static final double HEIGHTS_MAX = 3;
  /** Of one kind on a page, and lines of a heading. */
  private static final int ELEMENTS_MAX = 1_000;
  private static final int LINES_MAX = 100;
  private static final int CELLS_MAX = 20_000;
  /** Of an alternative text, before its white space is joined: what is written is shorter. */
  private static final int ALT_MAX = 10_000;
  private static final Pattern CONTROLS = Pattern.compile("[\\p{Cntrl}\\s]+");

  private final Transform toDisplayed;
  private final Map<COSBase, PageStructure.Heading> headings = new LinkedHashMap<>();
  private final Map<COSBase, Figure> figures = new LinkedHashMap<>();
  private final Map<COSBase, Map<COSBase, PageStructure.Cell>> tables = new LinkedHashMap<>();
  private long letters;
  private long lettersMarked;
  private int cells;

  /** `own` may be null. */
  private record Figure(String alt, Rect own, Rect content) {}

  PageStructureBuilder(Transform toDisplayed) {
    this.toDisplayed = toDisplayed;
  }

  void count(String text, boolean isMarked) {
    letters += text.length();
    lettersMarked += isMarked ? text.length() : 0;
  }

  void addHeading(COSObject element, int level, Rect box) {
    PageStructure.Heading heading = headings.get(element.getDirectBase());
    if (heading == null) {
      if (headings.size() == ELEMENTS_MAX) {
        return;
      }
      heading = new PageStructure.Heading(level, new ArrayList<>());
      headings.put(element.getDirectBase(), heading);
    }
    addToLines(heading.boxes(), box);
  }

  private static void addToLines(List<Rect> lines, Rect box) {
    for (int at = 0; at < lines.size(); at++) {
      if (isOnLine(lines.get(at), box)) {
        lines.set(at, lines.get(at).union(box));
        return;
      }
    }
    if (lines.size() < LINES_MAX) {
      lines.add(box);
    }
  }

  private static boolean isOnLine(Rect line, Rect box) {
    double shared = Math.min(line.top(), box.top()) - Math.max(line.bottom(), box.bottom());
    double smaller = Math.min(line.height(), box.height());
    return shared > SAME_LINE * smaller && Math.max(line.height(), box.height()) <= HEIGHTS_MAX * smaller;
  }

  void addFigure(COSObject element, Rect box) {
    Figure figure = figures.get(element.getDirectBase());
    if (figure == null) {
      if (figures.size() == ELEMENTS_MAX) {
        return;
      }
      figure = new Figure(altOf(element), ownBox(element), box);
    }
    figures.put(element.getDirectBase(), new Figure(figure.alt(), figure.own(), figure.content().union(box)));
  }

  /** On one line. Word processors end it with a zero. */
  private static String altOf(COSObject element) {
    String alt = Entries.text(element, ASAtom.ALT);
    return alt == null ? "" : CONTROLS.matcher(Clip.text(alt, ALT_MAX)).replaceAll(" ").strip();
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
    if (place == null) {
      return;
    }
    Map<COSBase, PageStructure.Cell> known = tables.computeIfAbsent(table.getDirectBase(), any -> new LinkedHashMap<>());
    PageStructure.Cell before = known.get(cell.getDirectBase());
    cells += before == null ? 1 : 0;
    if (cells <= CELLS_MAX) {
      known.put(cell.getDirectBase(), new PageStructure.Cell(place, grid.headerOf(cell), before == null ? box : before.box().union(box)));
    }
  }

  /** Figures without an alternative text are left out, and all tables of a page with too many cells. */
  PageStructure build() {
    double coverage = letters == 0 ? 0 : (double) lettersMarked / letters;
    List<PageStructure.Figure> described = figures.values().stream()
        .filter(figure -> !figure.alt().isEmpty())
        .map(figure -> new PageStructure.Figure(figure.alt(), figure.own() == null ? figure.content() : figure.own()))
        .toList();
    List<List<PageStructure.Cell>> grids = cells > CELLS_MAX ? List.of() : tables.values().stream().map(PageStructureBuilder::onThisPage).toList();
    return new PageStructure(coverage, List.copyOf(headings.values()), described, grids);
  }

  /** Counts the rows that have a cell on the page: of a table that goes on, others are on the pages before and after. */
  private static List<PageStructure.Cell> onThisPage(Map<COSBase, PageStructure.Cell> cells) {
    NavigableSet<Integer> rows = new TreeSet<>();
    cells.values().forEach(cell -> rows.add(cell.place().row()));
    Map<Integer, Integer> numbers = new HashMap<>();
    rows.forEach(row -> numbers.put(row, numbers.size()));
    return cells.values().stream()
        .map(cell -> {
          CellPlace place = cell.place();
          int last = numbers.get(rows.floor(place.row() + place.rowSpan() - 1));
          int row = numbers.get(place.row());
          return new PageStructure.Cell(new CellPlace(row, place.column(), last - row + 1, place.columnSpan()), cell.header(), cell.box());
        })
        .sorted(Comparator.<PageStructure.Cell>comparingInt(cell -> cell.place().row()).thenComparingInt(cell -> cell.place().column()))
        .toList();
  }
}
