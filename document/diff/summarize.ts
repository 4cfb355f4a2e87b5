/** Counts what differs between two documents. */
import type { DiffBlock, DiffItem, DiffSummary, TableChanges } from './diff.ts';
import type { Unit } from './units.ts';

const lengthOf = (units: readonly { readonly text: string }[]) =>
  units.reduce((sum, { text }) => sum + text.length, 0);

/** Characters of the base that the head does not have, and the other way round. */
function otherChars({ op, base, head, words, table }: DiffItem): number {
  if (op === 'added' || op === 'removed') return (base ?? head)?.text.length ?? 0;
  const edits = [...words, ...(table?.cells ?? []).flatMap((cell) => cell.words)];
  const lines = table ? [...table.rows, ...table.columns].flatMap(({ cells }) => cells) : [];
  return (
    lengthOf(edits.filter(({ op: edit }) => edit !== 'equal')) +
    lines.reduce((sum, text) => sum + text.length, 0)
  );
}

function similarityOf(items: readonly DiffItem[], base: readonly Unit[], head: readonly Unit[]): number {
  const all = lengthOf(base) + lengthOf(head);
  const other = items.reduce((sum, item) => sum + otherChars(item), 0);
  return all === 0 ? 1 : Math.max(0, Math.round((1 - other / all) * 10_000) / 10_000);
}

function pagesOf(blocks: readonly (DiffBlock | null)[]): readonly number[] {
  const pages = blocks.flatMap((block) => (block ? block.boxes.map(({ page }) => page) : []));
  return [...new Set(pages)].sort((a, b) => a - b);
}

function countTables(tables: readonly TableChanges[]): DiffSummary['tables'] {
  const count = (lines: 'rows' | 'columns', op: 'added' | 'removed') =>
    tables.reduce((sum, table) => sum + table[lines].filter((line) => line.op === op).length, 0);
  return {
    cells_changed: tables.reduce((sum, { cells }) => sum + cells.length, 0),
    rows_added: count('rows', 'added'),
    rows_removed: count('rows', 'removed'),
    columns_added: count('columns', 'added'),
    columns_removed: count('columns', 'removed'),
  };
}

export function summarize(
  items: readonly DiffItem[],
  base: readonly Unit[],
  head: readonly Unit[],
): DiffSummary {
  const count = (wanted: DiffItem['op']) => items.filter(({ op }) => op === wanted).length;
  return {
    blocks: {
      equal: base.length - items.filter((item) => item.base !== null).length,
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      moved: count('moved'),
    },
    tables: countTables(items.flatMap(({ table }) => table ?? [])),
    pages: { base: pagesOf(items.map((item) => item.base)), head: pagesOf(items.map((item) => item.head)) },
    similarity: similarityOf(items, base, head),
  };
}
