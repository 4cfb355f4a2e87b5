/** Ruled tables as they are printed on forms, in reports and in accounts. */
import { measurements } from '../../fidelity/born/papers/tables.ts';
import { Random } from '../../fidelity/born/random.ts';
import { heading, type SourceBlock, type SourceTable } from '../../fidelity/born/source.ts';

const cells = (...texts: readonly string[]) => texts.map((text) => ({ text }));

const account: SourceTable = {
  kind: 'table',
  style: 'grid wide',
  rows: [
    cells('Date', 'Description', 'Quantity', 'Price', 'Amount'),
    cells('3 March', 'Paper, white, 90 g', '12', '14.50', '174.00'),
    cells('9 March', 'Binding thread', '3', '8.20', '24.60'),
    cells('17 March', 'Glue', '', '', '31.75'),
    cells('28 March', 'Repair of the press', '1', '260.00', '260.00'),
    [{ text: 'Total', columnSpan: 4 }, { text: '490.35' }],
  ],
};

const inspection: SourceTable = {
  kind: 'table',
  style: 'grid left',
  rows: [
    cells('Part', 'Finding', 'Result'),
    cells('Frame', 'No cracks; paint worn at the left side below the handle', 'passed'),
    cells('Screw', 'Turns with difficulty and should be cleaned before the next inspection', 'passed'),
    cells('Plate', 'Uneven by two millimetres', 'failed'),
    cells('Handle', 'Replaced in spring', 'passed'),
  ],
};

const persons: SourceTable = {
  kind: 'table',
  style: 'grid left',
  rows: [
    cells('Department', 'Name', 'Telephone'),
    [{ text: 'Archive', rowSpan: 2 }, { text: 'Martha Lindqvist' }, { text: '4471' }],
    cells('Peter Sandoval', '4472'),
    [{ text: 'Workshop', rowSpan: 2 }, { text: 'Ingrid Falk' }, { text: '5120' }],
    cells('Thomas Okafor', '5133'),
  ],
};

/** Twelve tables with rules around every cell on six pages; two with horizontal rules only on the last one. */
export function tablePages(): readonly { readonly id: string; readonly blocks: readonly SourceBlock[] }[] {
  const random = new Random(41);
  const made = (rows: number, columns: number, style: string, more = {}) =>
    measurements(random, rows, columns, { style, ...more });
  const pages: readonly (readonly [SourceTable, SourceTable])[] = [
    [made(6, 5, 'grid'), made(9, 4, 'grid')],
    [account, inspection],
    [made(5, 7, 'grid', { span: true }), made(12, 6, 'grid')],
    [persons, made(8, 3, 'grid thin')],
    [made(6, 4, 'grid wrap', { wrap: true }), made(7, 5, 'grid shaded')],
    [made(14, 7, 'grid dense'), made(4, 4, 'grid thick')],
    [made(6, 5, 'rules'), made(8, 4, 'rules')],
  ];
  return pages.map(([first, second], at) => ({
    id: at === pages.length - 1 ? 'tables-open' : `tables-${at + 1}`,
    blocks: [heading(1, `Tables ${at + 1}`), first, heading(2, 'Second table'), second],
  }));
}
