/** A table of the document with its spans; each cell is linked to its box on the page. */
import { type Block, type Cell, type Table, textOf } from '@octavo/sdk';
import { BlockPart } from './block-part.tsx';
import { StyledText } from './styled-text.tsx';

type TableGridProps = { readonly table: Table; readonly pointer: string };

/** Bounded, because spans come from an untrusted document. */
const spanMax = 1_000;
const span = (value: number) => Math.min(Math.max(1, Math.trunc(value) || 1), spanMax);

/** More than 100,000 cells would block the page; the CSV has all rows. */
const rowsMax = 400;
const cellsPerRowMax = 250;

function CellBlock({ block }: { readonly block: Block }) {
  if (!('spans' in block)) return <div className="whitespace-pre-line">{textOf(block)}</div>;
  return (
    <div dir={block.direction} className="whitespace-pre-line">
      <StyledText of={block} />
    </div>
  );
}

function GridCell({ cell, pointer }: { readonly cell: Cell; readonly pointer: string }) {
  return (
    <BlockPart
      as={cell.header === undefined ? 'td' : 'th'}
      pointer={pointer}
      rowSpan={span(cell.rowSpan)}
      colSpan={span(cell.columnSpan)}
    >
      {cell.kids.map((block, index) => {
        const at = `${pointer}/kids/${index}`;
        return <CellBlock key={at} block={block} />;
      })}
    </BlockPart>
  );
}

/** The text of the first cell that has one decides. */
function directionOf(table: Table): 'rtl' | undefined {
  const blocks = table.kids.flatMap((row) => row.kids.flatMap((cell) => cell.kids));
  const first = blocks.find((block) => 'content' in block && block.content !== '');
  return first && 'direction' in first ? first.direction : undefined;
}

export function TableGrid({ table, pointer }: TableGridProps) {
  return (
    <table className="viewer-table" dir={directionOf(table)}>
      <tbody>
        {table.kids.slice(0, rowsMax).map((row, rowIndex) => {
          const at = `${pointer}/kids/${rowIndex}`;
          return (
            <tr key={at}>
              {row.kids.slice(0, cellsPerRowMax).map((cell, cellIndex) => {
                const cellPointer = `${at}/kids/${cellIndex}`;
                return <GridCell key={cellPointer} cell={cell} pointer={cellPointer} />;
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
