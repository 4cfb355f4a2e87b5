/** The cells of a table of the structure tree, placed as in html. */
package octavo.host.engine.structure;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.verapdf.as.ASAtom;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObjType;
import org.verapdf.cos.COSObject;

final class TableGrid {
  private static final int COLUMNS_MAX = 200;
  private static final int ROW_SPAN_MAX = 1_000;
  private static final ASAtom ROW_SPAN = ASAtom.getASAtom("RowSpan");
  private static final ASAtom COL_SPAN = ASAtom.getASAtom("ColSpan");
  private static final ASAtom SCOPE = ASAtom.getASAtom("Scope");

  private final Roles roles;
  private final Map<COSBase, CellPlace> places = new IdentityHashMap<>();
  private final Map<COSBase, String> headers = new IdentityHashMap<>();
  private final Map<Integer, Set<Integer>> taken = new HashMap<>();
  private final int stepsMax;
  private int steps;
  private int rows;

  private TableGrid(Roles roles, int stepsMax) {
    this.roles = roles;
    this.stepsMax = stepsMax;
  }

  /** Ends unfinished after more than `stepsMax` steps. */
  static TableGrid of(COSObject table, Roles roles, int stepsMax) {
    TableGrid grid = new TableGrid(roles, stepsMax);
    grid.eachKid(table, kid -> {
      String role = roles.of(kid);
      if (role.equals(Roles.ROW)) {
        grid.addRow(kid, false);
      } else if (Roles.ROW_GROUPS.contains(role)) {
        grid.eachKid(kid, row -> {
          if (roles.of(row).equals(Roles.ROW)) {
            grid.addRow(row, role.equals("THead"));
          }
        });
      }
    });
    return grid;
  }

  /** Elements visited and places taken: the same for the same table. */
  int steps() {
    return steps;
  }

  /** Null for a cell that is not in a row of the table. */
  CellPlace placeOf(COSObject cell) {
    return places.get(cell.getDirectBase());
  }

  /** `row`, `column`, or null for a cell with data. */
  String headerOf(COSObject cell) {
    return headers.get(cell.getDirectBase());
  }

  private void addRow(COSObject row, boolean isHead) {
    List<COSObject> cells = new ArrayList<>();
    eachKid(row, kid -> {
      if (Roles.CELLS.contains(roles.of(kid))) {
        cells.add(kid);
      }
    });
    int column = 0;
    for (COSObject cell : cells) {
      Set<Integer> used = taken.computeIfAbsent(rows, any -> new HashSet<>());
      while (used.contains(column)) {
        column++;
      }
      if (column >= COLUMNS_MAX || steps > stepsMax) {
        break;
      }
      int rowSpan = span(cell, ROW_SPAN, ROW_SPAN_MAX);
      int columnSpan = span(cell, COL_SPAN, COLUMNS_MAX - column);
      steps += rowSpan * columnSpan;
      for (int below = 0; below < rowSpan; below++) {
        Set<Integer> places = taken.computeIfAbsent(rows + below, any -> new HashSet<>());
        for (int beside = 0; beside < columnSpan; beside++) {
          places.add(column + beside);
        }
      }
      places.put(cell.getDirectBase(), new CellPlace(rows, column, rowSpan, columnSpan));
      if (roles.of(cell).equals("TH")) {
        headers.put(cell.getDirectBase(), headerOf(cell, isHead || rows == 0));
      }
      column += columnSpan;
    }
    taken.remove(rows++);
  }

  private static String headerOf(COSObject cell, boolean isInHead) {
    COSObject scope = Entries.attribute(cell, SCOPE);
    String said = Entries.is(scope, COSObjType.COS_NAME) ? scope.getName().getValue() : "";
    return switch (said) {
      case "Row" -> "row";
      case "Column" -> "column";
      default -> isInHead ? "column" : "row";
    };
  }

  private static int span(COSObject cell, ASAtom key, int max) {
    COSObject value = Entries.attribute(cell, key);
    long span = Entries.is(value, COSObjType.COS_INTEGER) ? value.getInteger() : 1;
    return (int) Math.max(1, Math.min(max, span));
  }

  private void eachKid(COSObject element, Consumer<COSObject> visitor) {
    COSObject kids = Entries.get(element, ASAtom.K);
    boolean isArray = Entries.is(kids, COSObjType.COS_ARRAY);
    int count = isArray ? kids.size() : 1;
    for (int at = 0; at < count && steps <= stepsMax; at++) {
      steps++;
      COSObject kid = isArray ? kids.at(at) : kids;
      if (Entries.isDictionary(kid)) {
        visitor.accept(kid);
      }
    }
  }
}
