/** Writes tables with their cells. A cell that spans several rows or columns is written once. */
package octavo.host.engine.extraction;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.verapdf.wcag.algorithms.entities.tables.tableBorders.TableBorder;
import org.verapdf.wcag.algorithms.entities.tables.tableBorders.TableBorderCell;
import org.verapdf.wcag.algorithms.entities.tables.tableBorders.TableBorderRow;

final class TableWriter {
  private final RecordWriter out;
  private final ElementWriter elements;

  TableWriter(RecordWriter out, ElementWriter elements) {
    this.out = out;
    this.elements = elements;
  }

  void write(TableBorder table) throws IOException {
    elements.begin("table", table);
    out.integer("rows", table.getNumberOfRows());
    out.integer("columns", table.getNumberOfColumns());
    out.beginArray("cells");
    for (TableBorderRow row : table.getRows()) {
      for (TableBorderCell cell : cellsOf(row)) {
        write(cell);
      }
    }
    out.endArray();
    out.endObject();
  }

  /** The cells that begin in this row. */
  List<TableBorderCell> cellsOf(TableBorderRow row) {
    List<TableBorderCell> cells = new ArrayList<>();
    TableBorderCell[] slots = row.getCells();
    for (int column = 0; column < slots.length; column++) {
      TableBorderCell cell = slots[column];
      if (cell != null && cell.getRowNumber() == row.getRowNumber() && cell.getColNumber() == column) {
        cells.add(cell);
      }
    }
    return cells;
  }

  private void write(TableBorderCell cell) throws IOException {
    out.beginObject();
    out.integer("page", elements.pageOf(cell));
    out.box(ElementWriter.boxOf(cell));
    out.integer("row", cell.getRowNumber() + 1);
    out.integer("column", cell.getColNumber() + 1);
    out.integer("row_span", Math.max(1, cell.getRowSpan()));
    out.integer("column_span", Math.max(1, cell.getColSpan()));
    if (cell.isHeaderCell()) {
      out.text("header", cell.getRowNumber() > 0 && cell.getColNumber() == 0 ? "row" : "column");
    }
    elements.kids(cell.getContents());
    out.endObject();
  }
}
