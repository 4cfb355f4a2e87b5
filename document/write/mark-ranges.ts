/** The spans of a text as one sorted list of separate ranges per mark, and one of links. */
import type { Link, Span, Text } from '../model/blocks.ts';

export const markKinds = ['bold', 'italic', 'strike', 'code', 'sup', 'sub'] as const;
export type MarkKind = (typeof markKinds)[number];

export type Range = {
  readonly start: number;
  readonly end: number;
  readonly link?: Link;
  /** The name of a footnote, whose mark this is. */
  readonly note?: string;
};

/** Where a mark may begin or end, for formats in which that depends on the characters next to it. */
export type TrimEdge = (content: string, range: Range) => Range;

export type MarkRanges = {
  readonly marks: ReadonlyMap<MarkKind, readonly Range[]>;
  /** Words that lead somewhere: to an address, a page or a footnote. */
  readonly links: readonly Range[];
};

export function markRanges(text: Text, ignore: readonly MarkKind[], trimEdge?: TrimEdge): MarkRanges {
  const marks = new Map<MarkKind, readonly Range[]>();
  if (text.spans.length === 0) return { marks, links: [] };
  for (const kind of markKinds) {
    if (ignore.includes(kind)) continue;
    const ranges = joined(text.spans.filter((span) => span[kind]));
    const trimmed = trimEdge ? ranges.map((range) => trimEdge(text.content, range)) : ranges;
    const kept = trimmed.filter(({ start, end }) => start < end);
    if (kept.length > 0) marks.set(kind, kept);
  }
  return { marks, links: linkRanges(text.spans) };
}

/** Ranges that touch or overlap are one. */
function joined(spans: readonly Span[]): readonly Range[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = ranges.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

/** Links do not nest: the first keeps its words. Neighbours with the same target are one link. */
function linkRanges(spans: readonly Span[]): readonly Range[] {
  const ranges: { start: number; end: number; link?: Link; note?: string }[] = [];
  for (const { start, end, link, note } of spans) {
    if (!link && note === undefined) continue;
    const last = ranges.at(-1);
    const from = Math.max(start, last?.end ?? 0);
    if (from >= end) continue;
    const next = { start: from, end, ...(note === undefined ? { link } : { note }) };
    if (last && last.end === from && rangeTarget(last) === rangeTarget(next)) last.end = end;
    else ranges.push(next as Range);
  }
  return ranges;
}

const rangeTarget = ({ link, note }: { readonly link?: Link | undefined; readonly note?: string }) =>
  link ? target(link) : noteAnchor(note ?? '');

/** Anchors of html: of a footnote, and of its mark in the text. */
export const noteAnchor = (note: string): string => `note-${note}`;
export const noteMarkAnchor = (note: string): string => `note-mark-${note}`;

/** Where a link leads, as it stands in markdown and html. Pages of html have anchors of this name. */
export const target = (link: Link): string => ('url' in link ? link.url : `#page-${link.page}`);
