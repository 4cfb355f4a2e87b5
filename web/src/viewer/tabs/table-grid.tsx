/** A table of the document as a grid, with its spans; each cell points at its place on the page. */
import { type Table, type TableCell, textOf } from '@octavo/sdk';
import { BlockPart } from './block-part.tsx';

type TableGridProps = { readonly table: Table; readonly pointer: string };

/** Spans come from a document that anybody may have written. */
const spanMax = 1_000;
const span = (value: number) => Math.min(Math.max(1, Math.trunc(value) || 1), spanMax);

/** The rest is in the CSV: a grid of more than a hundred thousand cells would stop the page. */
const rowsMax = 400;
const cellsPerRowMax = 250;

function isHeader(cell: TableCell): boolean {
  return cell.is_header === true || cell['row number'] === 1;
}

export function TableGrid({ table, pointer }: TableGridProps) {
  return (
    <table className="viewer-table">
      <tbody>
        {table.rows.slice(0, rowsMax).map((row, rowIndex) => {
          const at = `${pointer}/rows/${rowIndex}`;
          return (
            <tr key={at}>
              {row.cells.slice(0, cellsPerRowMax).map((cell, cellIndex) => {
                const cellPointer = `${at}/cells/${cellIndex}`;
                const text = textOf(cell);
                return (
                  <BlockPart
                    key={cellPointer}
                    as={isHeader(cell) && text !== '' ? 'th' : 'td'}
                    pointer={cellPointer}
                    rowSpan={span(cell['row span'])}
                    colSpan={span(cell['column span'])}
                  >
                    {text}
                  </BlockPart>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
