/** A place in the document that a search or a quote check found. */
import type { Box, LocatedQuotes, SearchHit } from '@octavo/sdk';

export type QuoteMatch = LocatedQuotes['items'][number]['matches'][number];

export type Hit = {
  /** Where it begins in the text of the document: unique, and its place in the reading order. */
  readonly start: number;
  readonly page: number;
  /** The page number as printed, if it is another one. */
  readonly label: string | null;
  /** JSON Pointer of the block that it begins in. */
  readonly ref: string;
  /** One for each printed line. */
  readonly boxes: readonly { readonly page: number; readonly box: Box }[];
  readonly before: string;
  readonly match: string;
  readonly after: string;
};

/** The schema guarantees four numbers; its generated type is only an array. */
const asBoxes = (boxes: SearchHit['boxes']): Hit['boxes'] =>
  boxes.map(({ page, box }) => ({ page, box: box as unknown as Box }));

export function fromSearch({ start, page, label, ref, boxes, before, match, after }: SearchHit): Hit {
  return { start, page, label, ref, boxes: asBoxes(boxes), before, match, after };
}

export function fromQuote({ start, page, label, refs, boxes, selector }: QuoteMatch): Hit {
  const { prefix, exact, suffix } = selector;
  return {
    ...{ start, page, label, ref: refs[0] ?? '' },
    boxes: asBoxes(boxes),
    ...{ before: prefix, match: exact, after: suffix },
  };
}

export function inDocumentOrder(hits: readonly Hit[]): readonly Hit[] {
  return hits.toSorted((a, b) => a.start - b.start);
}
