/** A table of the document with its spans; each cell is linked to its box on the page. */
import { type Table, type TableCell, textOf } from '@octavo/sdk';
import { BlockPart } from './block-part.tsx';

type TableGridProps = { readonly table: Table; readonly pointer: string };

/** Bounded, because spans come from an untrusted document. */
const spanMax = 1_000;
const span = (value: number) => Math.min(Math.max(1, Math.trunc(value) || 1), spanMax);

/** More than 100,000 cells would block the page; the CSV has all rows. */
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
