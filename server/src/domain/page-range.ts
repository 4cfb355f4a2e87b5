/** The `pages` option: `"1,3,5-7"`, 1-based. Kept as ranges, so that no input can exhaust memory. */

export type PageRange = readonly { readonly from: number; readonly to: number }[];

export type PageRangeResult =
  | { readonly ok: true; readonly range: PageRange }
  | { readonly ok: false; readonly msg: string };

const textCharsMax = 1_000;
const part = /^\s*(\d{1,9})\s*(?:-\s*(\d{1,9})\s*)?$/;

/** Checks that do not need the document. */
export function parsePageRange(text: string): PageRangeResult {
  if (text.length > textCharsMax) {
    return { ok: false, msg: `must have at most ${textCharsMax} characters` };
  }
  const range: { from: number; to: number }[] = [];
  for (const piece of text.split(',')) {
    const match = part.exec(piece);
    if (!match) {
      return { ok: false, msg: 'must look like "1,3,5-7": page numbers and ranges, separated by commas' };
    }
    const from = Number(match[1]);
    const to = Number(match[2] ?? match[1]);
    if (from < 1) {
      return { ok: false, msg: 'must not have a page number below 1' };
    }
    if (to < from) {
      return { ok: false, msg: `must not have a range that ends before it begins, such as ${from}-${to}` };
    }
    range.push({ from, to });
  }
  return { ok: true, range: merge(range) };
}

/** The same for a document of `pageCount` pages: a page that does not exist is an error. */
export function pagesWithin(text: string, pageCount: number): PageRangeResult {
  const result = parsePageRange(text);
  if (!result.ok) {
    return result;
  }
  const beyond = result.range.find((span) => span.to > pageCount);
  if (beyond) {
    const pages = pageCount === 1 ? '1 page' : `${pageCount} pages`;
    return {
      ok: false,
      msg: `must stay within the document, which has ${pages}: page ${beyond.to} does not exist`,
    };
  }
  return result;
}

/** Pages named twice count once. */
export function countPages(range: PageRange): number {
  return range.reduce((sum, span) => sum + span.to - span.from + 1, 0);
}

/** Every page of the range, in its order. */
export function pagesOf(range: PageRange): number[] {
  return range.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/** Single pages as a range: adjacent pages become one span. */
export function rangeOf(pages: readonly number[]): PageRange {
  return merge(pages.map((page) => ({ from: page, to: page })));
}

export function formatPageRange(range: PageRange): string {
  return range.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

function merge(range: readonly { from: number; to: number }[]): PageRange {
  const merged: { from: number; to: number }[] = [];
  for (const span of [...range].sort((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to + 1) {
      last.to = Math.max(last.to, span.to);
    } else {
      merged.push({ ...span });
    }
  }
  return merged;
}
