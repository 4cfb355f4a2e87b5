/** The spans of a text as one sorted list of separate ranges per mark, and one of links. */
import type { Link, Span, Text } from '../model/blocks.ts';

export const markKinds = ['bold', 'italic', 'strike', 'code', 'sup', 'sub'] as const;
export type MarkKind = (typeof markKinds)[number];

export type Range = { readonly start: number; readonly end: number; readonly link?: Link };

/** Where a mark may begin or end, for formats in which that depends on the characters next to it. */
export type TrimEdge = (content: string, range: Range) => Range;

export type MarkRanges = {
  readonly marks: ReadonlyMap<MarkKind, readonly Range[]>;
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
  const ranges: { start: number; end: number; link: Link }[] = [];
  for (const { start, end, link } of spans) {
    if (!link) continue;
    const last = ranges.at(-1);
    const from = Math.max(start, last?.end ?? 0);
    if (from >= end) continue;
    if (last && last.end === from && target(last.link) === target(link)) last.end = end;
    else ranges.push({ start: from, end, link });
  }
  return ranges;
}

/** Where a link leads, as it stands in markdown and html. Pages of html have anchors of this name. */
export const target = (link: Link): string => ('url' in link ? link.url : `#page-${link.page}`);
