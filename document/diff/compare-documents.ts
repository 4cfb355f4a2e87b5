/** Compares two documents: which blocks were added, removed, changed and moved. */
import type { Pair } from './align-equal.ts';
import { type Alignment, alignUnits } from './align-units.ts';
import { compareTables } from './compare-tables.ts';
import type { DiffBlock, DiffItem, DiffOptions, DocumentDiff, TableChanges } from './diff.ts';
import { summarize } from './summarize.ts';
import { placedEdits, unitBoxes } from './unit-boxes.ts';
import { type DiffSource, type ReadUnit, readUnits, type Unit, unitsOf } from './units.ts';
import { WordComparer } from './word-edits.ts';

type Found = Pick<DiffItem, 'op'> & { readonly base: number | null; readonly head: number | null };

/** Blocks with the same text that are of another type, level or label. */
function otherShapes(alignment: Alignment, base: readonly Unit[], head: readonly Unit[]): readonly Pair[] {
  return alignment.equal.filter(([at, headAt]) => base[at]?.shape !== head[headAt]?.shape);
}

function findings(alignment: Alignment, changed: readonly Pair[]): readonly Found[] {
  return [
    ...alignment.removed.map((base): Found => ({ op: 'removed', base, head: null })),
    ...alignment.added.map((head): Found => ({ op: 'added', base: null, head })),
    ...changed.map(([base, head]): Found => ({ op: 'changed', base, head })),
    ...alignment.moved.map(([base, head]): Found => ({ op: 'moved', base, head })),
  ];
}

/** By the place in the head; what was removed comes after the unit of the head that it followed in the base. */
function inOrder(found: readonly Found[], { equal, changed }: Alignment): readonly Found[] {
  const kept = [...equal, ...changed].sort(([a], [b]) => a - b);
  const removed = found.filter(({ head }) => head === null).sort((a, b) => (a.base ?? 0) - (b.base ?? 0));
  const places = new Map<Found, number>();
  let [next, last] = [0, -1];
  for (const item of removed) {
    for (; (kept[next]?.[0] ?? Infinity) < (item.base ?? 0); next++) last = kept[next]?.[1] ?? last;
    places.set(item, last + 0.5);
  }
  const placeOf = (item: Found) => item.head ?? places.get(item) ?? 0;
  return found.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.base ?? 0) - (b.base ?? 0));
}

type Nodes = ReadonlyMap<number, ReadUnit>;

/** The second pass over a document: only what differs is kept. */
function nodesOf(source: DiffSource, indexes: Iterable<number | null>): Nodes {
  const wanted = new Set(indexes);
  const nodes = new Map<number, ReadUnit>();
  for (const read of readUnits(source)) if (wanted.has(read.unit.index)) nodes.set(read.unit.index, read);
  return nodes;
}

function blockOf({ unit, node }: ReadUnit): DiffBlock {
  const { ref, section, text } = unit;
  return {
    ref,
    type: node.type,
    level: node.type === 'heading' ? node.level : null,
    label: node.type === 'list_item' ? (node.label ?? null) : null,
    page: node.page,
    boxes: unitBoxes(node),
    section,
    text,
  };
}

const isEmpty = ({ rows, columns, cells }: TableChanges) => rows.length + columns.length + cells.length === 0;

/** Tables with the same cells whose texts differ, because only one of them has cells where a span covers others. */
const isSameTable = ({ op, table, base, head }: DiffItem) =>
  op === 'changed' && table === null && base?.type === 'table' && head?.type === 'table';

class ItemMaker {
  readonly #words = new WordComparer();

  make(op: DiffItem['op'], base: ReadUnit | undefined, head: ReadUnit | undefined): DiffItem {
    return {
      op,
      base: base ? blockOf(base) : null,
      head: head ? blockOf(head) : null,
      ...(base && head ? this.#inside(base, head) : { words: [], table: null }),
    };
  }

  #inside(base: ReadUnit, head: ReadUnit): Pick<DiffItem, 'words' | 'table'> {
    if (base.unit.key === head.unit.key) return { words: [], table: null };
    if (base.node.type === 'table' && head.node.type === 'table') {
      const table = compareTables(base.node, head.node, (text, headText) =>
        this.#words.edits(text, headText).map((edit) => ({ ...edit, boxes: [] })),
      );
      return { words: [], table: isEmpty(table) ? null : table };
    }
    const edits = this.#words.edits(base.unit.text, head.unit.text);
    const words = placedEdits(
      edits,
      { node: base.node, text: base.unit.text },
      { node: head.node, text: head.unit.text },
    );
    return { words, table: null };
  }
}

/** Throws `DiffTooLargeError` if one of them is longer than `unitsMax` and `charsMax` allow. */
export function compareDocuments(base: DiffSource, head: DiffSource, options: DiffOptions): DocumentDiff {
  const [baseUnits, headUnits] = [unitsOf(base), unitsOf(head)];
  const alignment = alignUnits(baseUnits, headUnits);
  const shapes = options.scope === 'structure' ? otherShapes(alignment, baseUnits, headUnits) : [];
  const found = inOrder(findings(alignment, [...alignment.changed, ...shapes]), alignment);
  const baseNodes = nodesOf(
    base,
    found.map((item) => item.base),
  );
  const headNodes = nodesOf(
    head,
    found.map((item) => item.head),
  );
  const maker = new ItemMaker();
  const made = found.map((item) =>
    maker.make(item.op, baseNodes.get(item.base ?? -1), headNodes.get(item.head ?? -1)),
  );
  const items = made.filter((item) => !isSameTable(item));
  return { scope: options.scope, summary: summarize(items, baseUnits, headUnits), items };
}
