/** The place of a cell in its table; rows and columns count from 0. */
package octavo.host.engine.structure;

public record CellPlace(int row, int column, int rowSpan, int columnSpan) {}
