/** Splits labels from the items of lists, numbers ordered lists and nests items by indent and label. */
import { unionBox } from '../model/box.ts';
import type { BlockDraft, Glyph, LineDraft, ListDraft, ListItemDraft } from '../read/draft.ts';
import { linesOf } from '../read/draft.ts';
import { findLabel, type Label, numberAfter } from './list-labels.ts';
import { plainLine } from './text-builder.ts';

/** An indent beyond this many points begins a level. */
const indentMin = 6;
const indentMax = 150;
const depthMax = 8;

type Entry = { readonly item: ListItemDraft; readonly label: Label | undefined; readonly left: number };

/** The glyphs after the first `length` characters, or undefined if a glyph is cut by that. */
function glyphsAfter(glyphs: readonly Glyph[], length: number): readonly Glyph[] | undefined {
  let seen = 0;
  for (const [at, glyph] of glyphs.entries()) {
    if (seen >= length) return seen === length ? glyphs.slice(at) : undefined;
    seen += glyph.text.length;
  }
  return seen === length ? [] : undefined;
}

function withoutLabel(lines: readonly LineDraft[], length: number): readonly LineDraft[] | undefined {
  const [first, ...rest] = lines;
  if (first === undefined) return undefined;
  const glyphs = glyphsAfter(first.glyphs, length);
  if (glyphs === undefined) return undefined;
  if (glyphs.length === 0) return rest;
  const [left, , right] = unionBox(glyphs.map((glyph) => [glyph.left, 0, glyph.right, 0]));
  const box = first.angled ? first.box : ([left, first.box[1], right, first.box[3]] as const);
  return [{ ...first, glyphs, box }, ...rest];
}

/** Bare numbers at the beginning of all items count them: `1 First`, `2 Second`. */
function areCounted(items: readonly ListItemDraft[]): boolean {
  const numbers = items.map(({ lines: [first] }) => first && /^(\d{1,4}) /.exec(plainLine(first))?.[1]);
  return items.length > 1 && numbers.every((number, at) => Number(number) === Number(numbers[0]) + at);
}

function entryOf(item: ListItemDraft, counted: boolean): Entry {
  const first = item.lines[0];
  const left = first?.glyphs[0]?.left ?? item.box[0];
  const found = first === undefined ? undefined : findLabel(plainLine(first), counted);
  // Numbers such as 3.2.1 belong to the text: no list can count them.
  if (found === undefined || found.label.style === 'outline') return { item, label: found?.label, left };
  const lines = withoutLabel(item.lines, found.length);
  if (lines === undefined) return { item, label: undefined, left };
  return { item: { ...item, label: found.label.text, lines }, label: found.label, left };
}

function isOrdered(label: Label | undefined): boolean {
  return label?.number !== undefined;
}

function family(label: Label | undefined): string {
  if (label === undefined) return '';
  const isRoman = label.style === 'lower_roman' || label.style === 'upper_roman';
  const style = isRoman ? label.style.replace('_roman', '') : label.style;
  return `${style} ${label.shape}`;
}

function isNested(entry: Entry, parent: Entry): boolean {
  const indent = entry.left - parent.left;
  if (entry.item.page !== parent.item.page || indent > indentMax) return false;
  return indent > indentMin && entry.item.box[1] < parent.item.box[3];
}

type Open = { readonly entry: Entry; readonly below: Entry[] };

/** Entries at the level of the first, each with the entries below it. */
function levelsOf(entries: readonly Entry[], depth: number): readonly Open[] {
  const level: Open[] = [];
  for (const entry of entries) {
    const parent = level.at(-1);
    if (parent !== undefined && depth < depthMax && isNested(entry, parent.entry)) parent.below.push(entry);
    else level.push({ entry, below: [] });
  }
  return level;
}

function listOf(
  items: readonly Open[],
  ordered: boolean,
  start: number | undefined,
  depth: number,
): ListDraft {
  const kids = items.map(({ entry, below }) => ({
    ...entry.item,
    kids: below.length === 0 ? entry.item.kids : [...listsOf(below, depth + 1), ...entry.item.kids],
  }));
  const box = unionBox(kids.map((item) => item.box));
  const page = kids[0]?.page ?? 1;
  return { type: 'list', page, box, ordered, kids, ...(start !== undefined && start !== 1 && { start }) };
}

/** A list ends where its kind of label or its counting ends. */
function listsOf(entries: readonly Entry[], depth = 1): readonly ListDraft[] {
  const lists: ListDraft[] = [];
  let open: Open[] = [];
  let [first, last]: [number | undefined, number | undefined] = [undefined, undefined];
  const close = (): void => {
    const head = open[0];
    if (head !== undefined) lists.push(listOf(open, isOrdered(head.entry.label), first, depth));
    open = [];
  };
  for (const next of levelsOf(entries, depth)) {
    const { label } = next.entry;
    const number: number | undefined = label && numberAfter(last, label);
    const before = open.at(-1)?.entry.label;
    const goesOn = isOrdered(label)
      ? number === (last ?? 0) + 1 && family(before) === family(label)
      : !isOrdered(before);
    if (open.length > 0 && !goesOn) {
      close();
      last = undefined;
    }
    const counted: number | undefined = label && numberAfter(last, label);
    if (open.length === 0) first = counted;
    last = counted;
    open.push(next);
  }
  close();
  return lists;
}

function asParagraphs({ item }: Entry): readonly BlockDraft[] {
  const { page, lines } = item;
  if (lines.length === 0) return item.kids;
  const box = unionBox(lines.map((line) => line.box));
  return [{ type: 'paragraph', page, box, lines }, ...item.kids];
}

/** Kids of a list are never lost: an item without a label stays an item, but one alone is a paragraph. */
export function refineList(list: ListDraft): readonly BlockDraft[] {
  if (list.settled === true) return [list];
  const items = list.kids.filter((item) => linesOf(item).length > 0 || item.kids.length > 0);
  const counted = areCounted(items);
  const entries = items.map((item) => entryOf(item, counted));
  const [first] = entries;
  if (entries.length === 1 && first !== undefined && first.item.label === undefined)
    return asParagraphs(first);
  return listsOf(entries);
}
