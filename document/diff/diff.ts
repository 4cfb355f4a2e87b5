/** What differs between two documents. Property names are those of the json of `POST /diffs`. */
import type { DocumentNode } from '../model/blocks.ts';
import type { PageBox } from '../reading/range-boxes.ts';

export const diffScopes = ['text', 'structure'] as const;
export const diffOps = ['added', 'removed', 'changed', 'moved'] as const;

export type DiffOptions = {
  /** `structure` also reports blocks with the same text and another type, level or label. */
  readonly scope: (typeof diffScopes)[number];
};

export class DiffTooLargeError extends Error {
  override readonly name = 'DiffTooLargeError';
}

/** `equal` and `delete` together are the text of the base, `equal` and `insert` that of the head. */
export type WordEdit = {
  readonly op: 'equal' | 'insert' | 'delete';
  readonly text: string;
  /** Where deleted words are in the base, and inserted ones in the head. */
  readonly boxes: readonly PageBox[];
};

/** A block on one side. */
export type DiffBlock = {
  /** JSON pointer into the json output of its job. */
  readonly ref: string;
  readonly type: DocumentNode['type'];
  readonly level: number | null;
  readonly label: string | null;
  readonly page: number;
  /** One box for each page that it is on. */
  readonly boxes: readonly PageBox[];
  /** The heading above it. */
  readonly section: string | null;
  readonly text: string;
};

/** A cell on one side; row and column count from 1. */
export type DiffCell = {
  readonly row: number;
  readonly column: number;
  readonly page: number;
  readonly box: PageBox['box'];
};

export type CellChange = {
  readonly base: DiffCell;
  readonly head: DiffCell;
  readonly words: readonly WordEdit[];
};

/** A whole row or column that only one side has. */
export type LineChange = {
  readonly op: 'added' | 'removed';
  /** From 1: in the head if it was added, in the base if it was removed. */
  readonly index: number;
  readonly boxes: readonly PageBox[];
  readonly cells: readonly string[];
};

export type TableChanges = {
  readonly rows: readonly LineChange[];
  readonly columns: readonly LineChange[];
  /** Cells of rows and columns that both sides have. */
  readonly cells: readonly CellChange[];
};

export type DiffItem = {
  readonly op: (typeof diffOps)[number];
  readonly base: DiffBlock | null;
  readonly head: DiffBlock | null;
  /** Of a block with other words; empty for tables and for blocks that only moved. */
  readonly words: readonly WordEdit[];
  /** Of a table with other cells. */
  readonly table: TableChanges | null;
};

export type DiffSummary = {
  readonly blocks: Readonly<Record<'equal' | DiffItem['op'], number>>;
  readonly tables: {
    readonly cells_changed: number;
    readonly rows_added: number;
    readonly rows_removed: number;
    readonly columns_added: number;
    readonly columns_removed: number;
  };
  /** Pages with a difference. */
  readonly pages: { readonly base: readonly number[]; readonly head: readonly number[] };
  /** Share of the characters that both have in common, 1 if nothing differs. */
  readonly similarity: number;
};

export type DocumentDiff = {
  readonly scope: DiffOptions['scope'];
  readonly summary: DiffSummary;
  /** In the order of the head; what was removed is where it was. */
  readonly items: readonly DiffItem[];
};
