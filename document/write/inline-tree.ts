/** Turns a text with spans into a tree of inline nodes, from which markdown and html are made. */
import type { Link, Text } from '../model/blocks.ts';
import { lineBreaks } from './line-breaks.ts';
import { type MarkKind, markRanges, type Range, type TrimEdge } from './mark-ranges.ts';

export type Inline =
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'break' }
  | { readonly kind: 'code'; readonly value: string }
  | { readonly kind: 'link'; readonly link: Link; readonly kids: readonly Inline[] }
  | { readonly kind: 'note'; readonly note: string; readonly kids: readonly Inline[] }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly kids: readonly Inline[] }
  | ShiftedInline;

export type ShiftedInline = { readonly kind: 'sup' | 'sub'; readonly kids: readonly Inline[] };

export type InlineOptions = {
  readonly keepLineBreaks: boolean;
  readonly ignore?: readonly MarkKind[];
  readonly trimEdge?: TrimEdge;
};

/** A piece of the text in which nothing changes; a break has no text. */
type Segment = {
  readonly value: string;
  readonly marks: ReadonlySet<MarkKind>;
  readonly link: Range | undefined;
};

/** From the outside to the inside. Code has no marks inside: two codes that touch could not be written in markdown. */
const nesting = ['code', 'bold', 'italic', 'strike', 'sup', 'sub'] as const satisfies readonly MarkKind[];

/** White space at the ends of the text and of marks is outside of them. */
export function inlineTree(text: Text, options: InlineOptions): readonly Inline[] {
  if (text.spans.length === 0 && !options.keepLineBreaks) return space(text.content.trim());
  return trimEnds(byLink(segments(text, options)));
}

function segments(text: Text, options: InlineOptions): readonly Segment[] {
  const { content } = text;
  const { marks, links } = markRanges(text, options.ignore ?? [], options.trimEdge);
  const breaks = options.keepLineBreaks ? lineBreaks(text) : [];
  if (marks.size === 0 && links.length === 0 && breaks.length === 0) {
    return [{ value: content, marks: new Set(), link: undefined }];
  }
  const all = [...[...marks.values()].flat(), ...links];
  const cuts = new Set([0, content.length, ...all.flatMap(({ start, end }) => [start, end])]);
  for (const { from, to } of breaks) cuts.add(from).add(to);
  const sorted = [...cuts].sort((a, b) => a - b);
  const activeMarks = [...marks].map(([kind, ranges]) => [kind, cursor(ranges)] as const);
  const activeLink = cursor(links);
  const broken = new Map(breaks.map(({ from, to }) => [from, to]));
  const found: Segment[] = [];
  for (const [index, start] of sorted.entries()) {
    const set = new Set(activeMarks.flatMap(([kind, at]) => (at(start) ? [kind] : [])));
    const link = activeLink(start);
    const value = content.slice(start, sorted[index + 1] ?? start);
    const breakTo = broken.get(start);
    if (breakTo !== undefined) found.push({ value: '', marks: set, link });
    if (value !== '' && (breakTo === undefined || breakTo === start)) found.push({ value, marks: set, link });
  }
  return found;
}

/** The range at an offset, for offsets that only grow. */
function cursor(ranges: readonly Range[]): (offset: number) => Range | undefined {
  let index = 0;
  return (offset) => {
    while ((ranges[index]?.end ?? Number.POSITIVE_INFINITY) <= offset) index++;
    const range = ranges[index];
    return range && range.start <= offset ? range : undefined;
  };
}

function runs<T>(
  items: readonly Segment[],
  keyOf: (item: Segment) => T,
): readonly (readonly [T, Segment[]])[] {
  const found: (readonly [T, Segment[]])[] = [];
  for (const item of items) {
    const key = keyOf(item);
    const last = found.at(-1);
    if (last && last[0] === key) last[1].push(item);
    else found.push([key, [item]]);
  }
  return found;
}

function byLink(items: readonly Segment[]): readonly Inline[] {
  return runs(items, (item) => item.link).flatMap(([range, run]) => {
    const kids = byMark(run, 0);
    const { link, note } = range ?? {};
    if (note !== undefined) return wrap(kids, (inside) => ({ kind: 'note', note, kids: inside }));
    return link ? wrap(kids, (inside) => ({ kind: 'link', link, kids: inside })) : kids;
  });
}

function byMark(items: readonly Segment[], level: number): readonly Inline[] {
  const kind = nesting[level];
  if (kind === undefined || items.every(({ marks }) => marks.size === 0)) return items.map(leaf);
  return runs(items, (item) => item.marks.has(kind)).flatMap(([marked, run]) => {
    if (!marked) return byMark(run, level + 1);
    if (kind === 'code') return code(run);
    return wrap(byMark(run, level + 1), (kids) => ({ kind, kids }));
  });
}

const leaf = ({ value }: Segment): Inline => (value === '' ? { kind: 'break' } : { kind: 'text', value });

function code(run: readonly Segment[]): readonly Inline[] {
  const value = run.map((item) => (item.value === '' ? ' ' : item.value)).join('');
  const trimmed = value.trim();
  if (trimmed === '') return [{ kind: 'text', value }];
  const start = value.indexOf(trimmed);
  const [before, after] = [value.slice(0, start), value.slice(start + trimmed.length)];
  return [...space(before), { kind: 'code', value: trimmed }, ...space(after)];
}

const space = (value: string): readonly Inline[] => (value === '' ? [] : [{ kind: 'text', value }]);

/** Puts a mark around inline nodes, without the white space and breaks at their ends. */
function wrap(kids: readonly Inline[], make: (kids: readonly Inline[]) => Inline): readonly Inline[] {
  const inside = [...kids];
  const [before, after]: [Inline[], Inline[]] = [[], []];
  for (let first = inside[0]; first; first = inside[0]) {
    const [blank, rest] = splitStart(first);
    if (blank) before.push(blank);
    if (rest) inside[0] = rest;
    else inside.shift();
    if (rest) break;
  }
  for (let last = inside.at(-1); last; last = inside.at(-1)) {
    const [rest, blank] = splitEnd(last);
    if (blank) after.unshift(blank);
    if (rest) inside[inside.length - 1] = rest;
    else inside.pop();
    if (rest) break;
  }
  return inside.length === 0 ? [...before, ...after] : [...before, make(inside), ...after];
}

function splitStart(node: Inline): readonly [Inline | undefined, Inline | undefined] {
  if (node.kind === 'break') return [node, undefined];
  if (node.kind !== 'text') return [undefined, node];
  const rest = node.value.trimStart();
  const blank = node.value.slice(0, node.value.length - rest.length);
  return [space(blank)[0], space(rest)[0]];
}

function splitEnd(node: Inline): readonly [Inline | undefined, Inline | undefined] {
  if (node.kind === 'break') return [undefined, node];
  if (node.kind !== 'text') return [node, undefined];
  const rest = node.value.trimEnd();
  return [space(rest)[0], space(node.value.slice(rest.length))[0]];
}

/** Without white space and breaks at the ends. */
function trimEnds(nodes: readonly Inline[]): readonly Inline[] {
  const inside: Inline[] = [];
  const marker: Inline = { kind: 'text', value: '' };
  wrap(nodes, (kids) => {
    inside.push(...kids);
    return marker;
  });
  return inside;
}
