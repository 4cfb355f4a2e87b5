/** Parses the option `pages` (`1,3,5-7`) and counts the selected pages; duplicates count once. */

const part = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/;

type Span = { readonly from: number; readonly to: number };

export type PageSelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'spans'; readonly spans: readonly Span[] };

export function readPageSelection(text: string | null | undefined): PageSelection {
  if (text === null || text === undefined || text.trim() === '') return { kind: 'all' };
  const spans: Span[] = [];
  for (const piece of text.split(',')) {
    const match = part.exec(piece);
    const from = Number(match?.[1]);
    const to = Number(match?.[2] ?? match?.[1]);
    if (match === null || from < 1 || to < from) return { kind: 'invalid' };
    spans.push({ from, to });
  }
  return { kind: 'spans', spans };
}

/** Null when the selection is invalid or exceeds the document. */
export function countSelected(selection: PageSelection, pages: number): number | null {
  if (selection.kind === 'all') return pages;
  if (selection.kind === 'invalid' || selection.spans.some(({ to }) => to > pages)) return null;
  let counted = 0;
  let reached = 0;
  for (const { from, to } of selection.spans.toSorted((a, b) => a.from - b.from)) {
    counted += Math.max(0, to - Math.max(from - 1, reached));
    reached = Math.max(reached, to);
  }
  return counted;
}

export function isSelected(selection: PageSelection, page: number): boolean {
  if (selection.kind !== 'spans') return selection.kind === 'all';
  return selection.spans.some(({ from, to }) => page >= from && page <= to);
}
