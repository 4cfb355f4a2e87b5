/** Where the changes of a comparison are on the pages of both documents. */
import type { Box, DiffItem } from '@octavo/sdk';

export const compareSides = ['base', 'head'] as const;
export type CompareSide = (typeof compareSides)[number];

export type ChangeKind = DiffItem['op'];

export type Place = { readonly page: number; readonly box: Box };

/** The outline of a block, or the words, cells, rows and columns inside of it that differ. */
export type Mark = Place & {
  readonly key: string;
  /** Index of the change. */
  readonly change: number;
  readonly kind: ChangeKind;
  readonly isBlock: boolean;
};

type WirePlace = { readonly page: number; readonly box: readonly number[] };
type Detail = Place & { readonly kind: ChangeKind };

/** The schema guarantees four numbers; its generated type is only an array. */
const asPlace = ({ page, box }: WirePlace): Place => ({ page, box: box as unknown as Box });

const ownEdit = { base: 'delete', head: 'insert' } as const;
const ownLine = { base: 'removed', head: 'added' } as const;

function detailsOf({ words, table }: DiffItem, side: CompareSide): readonly Detail[] {
  const kind = ownLine[side];
  const lines = [...(table?.rows ?? []), ...(table?.columns ?? [])].filter(({ op }) => op === kind);
  const edits = words.filter(({ op }) => op === ownEdit[side]);
  const own = [...edits, ...lines].flatMap(({ boxes }) => boxes);
  const cells = table?.cells.map((cell) => cell[side]) ?? [];
  return [
    ...own.map((place) => ({ ...asPlace(place), kind })),
    ...cells.map((cell) => ({ ...asPlace(cell), kind: 'changed' as const })),
  ];
}

function marksOf(item: DiffItem, change: number, side: CompareSide): readonly Mark[] {
  const blocks = (item[side]?.boxes ?? []).map((place) => ({
    ...asPlace(place),
    kind: item.op,
    isBlock: true,
  }));
  const details = detailsOf(item, side).map((detail) => ({ ...detail, isBlock: false }));
  return [...blocks, ...details].map((mark, index) => ({ ...mark, change, key: `${change} ${index}` }));
}

/** The marks of one document by page. */
export function marksByPage(
  items: readonly DiffItem[],
  side: CompareSide,
): ReadonlyMap<number, readonly Mark[]> {
  const byPage = new Map<number, Mark[]>();
  for (const mark of items.flatMap((item, change) => marksOf(item, change, side))) {
    const others = byPage.get(mark.page);
    if (others === undefined) byPage.set(mark.page, [mark]);
    else others.push(mark);
  }
  return byPage;
}

/** What to scroll to: the first part that differs, or else the block. Null if this document does not have it. */
export function placeOf(item: DiffItem, side: CompareSide): Place | null {
  const marks = marksOf(item, 0, side);
  return marks.find(({ isBlock }) => !isBlock) ?? marks[0] ?? null;
}
