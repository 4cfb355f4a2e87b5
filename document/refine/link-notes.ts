/** Joins footnotes with their marks in the text, page by page, where exactly one mark fits exactly one footnote. */
import type { Block, DocumentNode, Footnote, ListItem, Span, Text } from '../model/blocks.ts';
import type { DocumentPart } from '../model/document.ts';
import { noteNames } from '../model/note-names.ts';
import { type NoteMark, ownMark, referenceMarks } from './note-marks.ts';

type TextNode = Exclude<Extract<DocumentNode, Text>, Footnote>;
type Reference = NoteMark & { readonly node: TextNode; readonly page: number; readonly inTable: boolean };
type Note = { readonly node: Footnote; readonly mark: NoteMark };
type Named = NoteMark & { readonly note: string };

/** What is known of the parts that are not yet passed on. */
type Held = { readonly part: DocumentPart; readonly references: readonly Reference[]; readonly last: number };

const isTextNode = (node: DocumentNode): node is TextNode =>
  'spans' in node && node.type !== 'footnote' && node.type !== 'code' && node.type !== 'formula';

const pageOf = (node: TextNode, offset: number): number =>
  node.lines.findLast(({ start }) => start <= offset)?.page ?? node.page;

function referencesIn(nodes: readonly DocumentNode[], inTable: boolean): readonly Reference[] {
  return nodes.flatMap((node): readonly Reference[] => {
    if (node.type === 'artifact') return [];
    const own = isTextNode(node)
      ? referenceMarks(node).map((mark) => ({ ...mark, node, page: pageOf(node, mark.start), inTable }))
      : [];
    return [...own, ...referencesIn(node.kids, inTable || node.type === 'table')];
  });
}

function lastPage(nodes: readonly DocumentNode[], page: number): number {
  return nodes.reduce((last, node) => {
    const printed = isTextNode(node) ? (node.lines.at(-1)?.page ?? page) : page;
    return Math.max(printed, lastPage(node.kids, last));
  }, page);
}

function notesIn(blocks: readonly Block[]): readonly Note[] {
  return blocks.flatMap((node) => {
    const mark = node.type === 'footnote' ? ownMark(node) : undefined;
    return node.type === 'footnote' && mark ? [{ node, mark }] : [];
  });
}

/** Numbers count up in the order of the text; where they do not, some of them are not marks of footnotes. */
function isInOrder(pairs: readonly (readonly [Note, Reference])[], all: readonly Reference[]): boolean {
  const places = pairs
    .filter(([{ mark }]) => /^\d+$/.test(mark.mark))
    .toSorted(([one], [other]) => Number(one.mark.mark) - Number(other.mark.mark))
    .map(([, reference]) => all.indexOf(reference));
  return places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));
}

function pairsOf(
  notes: readonly Note[],
  references: readonly Reference[],
): readonly (readonly [Note, Reference])[] {
  const [notesOf, referencesOf] = [
    Map.groupBy(notes, ({ mark }) => mark.mark),
    Map.groupBy(references, ({ mark }) => mark),
  ];
  const pairs = notes.flatMap((note): readonly (readonly [Note, Reference])[] => {
    const found = referencesOf.get(note.mark.mark) ?? [];
    const [only] = found;
    const isUnique = notesOf.get(note.mark.mark)?.length === 1;
    return only && found.length === 1 && isUnique && !only.inTable ? [[note, only]] : [];
  });
  return isInOrder(pairs, references) ? pairs : [];
}

/** The mark as a span of its own, around what is raised; it leads to the footnote instead of its page. */
function withMark(spans: readonly Span[], { start, end, note }: Named): readonly Span[] {
  const others = spans.flatMap((span): readonly Span[] => {
    if (span.link === undefined || span.end <= start || span.start >= end || 'url' in span.link)
      return [span];
    const { link, ...rest } = span;
    const pieces = [
      { ...rest, start: span.start, end: Math.min(span.end, start), link },
      { ...rest, start: Math.max(span.start, start), end: Math.min(span.end, end) },
      { ...rest, start: Math.max(span.start, end), end: span.end, link },
    ];
    return pieces.filter((piece) => piece.start < piece.end && Object.keys(piece).length > 2);
  });
  const same = others.find((span) => span.start === start && span.end === end);
  const marked: Span = { ...same, start, end, note };
  return [...others.filter((span) => span !== same), marked].sort(
    (one, other) => one.start - other.start || other.end - one.end,
  );
}

const withMarks = <T extends Text>(node: T, marks: readonly Named[]): T =>
  marks.length === 0 ? node : { ...node, spans: marks.reduce(withMark, node.spans) };

export function* linkNotes(parts: Iterable<DocumentPart>): Generator<DocumentPart> {
  const nameOf = noteNames();
  const named = new WeakMap<DocumentNode, readonly Named[]>();
  let held: readonly Held[] = [];
  let isChanged = false;
  const add = (node: DocumentNode, mark: Named) => {
    named.set(node, [...(named.get(node) ?? []), mark]);
    isChanged = true;
  };
  const linked = <T extends DocumentNode>(node: T): T => {
    const marks = named.get(node) ?? [];
    const kids = node.kids.map((kid) => linked(kid as Block | ListItem));
    const isSame = kids.every((kid, index) => kid === node.kids[index]);
    const whole = (isSame ? node : { ...node, kids }) as T;
    if (marks.length === 0) return whole;
    const text = withMarks(whole as T & Text, marks);
    return node.type === 'footnote' ? { ...text, note: marks[0]?.note } : text;
  };
  const released = ({ part }: Held): DocumentPart =>
    isChanged ? { ...part, kids: part.kids.map(linked) } : part;

  for (const part of parts) {
    held = [
      ...held,
      { part, references: referencesIn(part.kids, false), last: lastPage(part.kids, part.page) },
    ];
    const onPage = held.flatMap(({ references }) => references.filter(({ page }) => page === part.page));
    for (const [note, reference] of pairsOf(notesIn(part.kids), onPage)) {
      const name = nameOf(note.mark.mark);
      add(note.node, { ...note.mark, note: name });
      add(reference.node, { ...reference, note: name });
    }
    while (held[0] && held[0].last <= part.page) {
      yield released(held[0]);
      held = held.slice(1);
    }
    if (held.length === 0) isChanged = false;
  }
  for (const rest of held) yield released(rest);
}
