/** The letters of an extraction and of a Document as counts, to show that refining loses and repeats nothing. */
import type { Block, DocumentNode } from '../model/blocks.ts';
import type { Element, ExtractedPage } from '../model/extraction.ts';

export type LetterCounts = ReadonlyMap<string, number>;

/** Letters and digits alone, decomposed: spaces, hyphens, accents and bullets are what passes may change. */
function countLetters(counts: Map<string, number>, text: string): void {
  for (const letter of text.normalize('NFKD').replace(/[^\p{L}\p{N}]/gu, ''))
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
}

type Item = Extract<Element, { type: 'list' }>['kids'][number];

function kidsOf(element: Element | Item): readonly (Element | Item)[] {
  if ('cells' in element) return element.cells.flatMap((cell) => cell.kids);
  return 'kids' in element ? element.kids : [];
}

function addElement(counts: Map<string, number>, element: Element | Item): void {
  const runs = 'lines' in element ? element.lines.flatMap((line) => line.runs) : [];
  for (const { text } of runs) countLetters(counts, text);
  for (const kid of kidsOf(element)) addElement(counts, kid);
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.join(' ') : '';
}

export function addExtracted(counts: Map<string, number>, page: ExtractedPage): void {
  for (const element of page.elements) addElement(counts, element);
  for (const field of page.fields) countLetters(counts, valueText(field.value));
}

/** Walks `kids` alone, as clients do. */
export function addDocument(counts: Map<string, number>, blocks: readonly (Block | DocumentNode)[]): void {
  for (const block of blocks) {
    if ('label' in block && block.type === 'list_item') countLetters(counts, block.label ?? '');
    if ('content' in block) countLetters(counts, block.content);
    addDocument(counts, block.kids);
  }
}

/** Letters that are in one more often than in the other, such as `a+1 b-2`; empty if they are equal. */
export function differenceOf(extracted: LetterCounts, document: LetterCounts): string {
  return [...new Set([...extracted.keys(), ...document.keys()])]
    .map((letter) => [letter, (document.get(letter) ?? 0) - (extracted.get(letter) ?? 0)] as const)
    .filter(([, difference]) => difference !== 0)
    .map(([letter, difference]) => `${letter}${difference > 0 ? '+' : ''}${difference}`)
    .join(' ');
}
