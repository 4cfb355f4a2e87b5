/** The grids of the tables on one page. Together they are limited: tables may share rows, however many of each there are. */
package octavo.host.engine.structure;

import java.util.IdentityHashMap;
import java.util.Map;
import org.verapdf.cos.COSBase;
import org.verapdf.cos.COSObject;

final class PageGrids {
  private static final int STEPS_MAX = 500_000;

  private final Map<COSBase, TableGrid> grids = new IdentityHashMap<>();
  private int steps;

  /** Null for a table that is too large. What the page before has is not made again. */
  TableGrid of(COSObject table, Roles roles, PageGrids before) {
    COSBase key = table.getDirectBase();
    if (!grids.containsKey(key)) {
      TableGrid known = before.grids.get(key);
      TableGrid grid = known == null ? TableGrid.of(table, roles, STEPS_MAX) : known;
      boolean isSmall = grid.steps() <= STEPS_MAX - steps;
      steps += isSmall ? grid.steps() : 0;
      grids.put(key, isSmall ? grid : null);
    }
    return grids.get(key);
  }
}
