/**
 * Raised and lowered characters, which the canonical text writes on the line: `10²` is `102`, and a reference to a
 * footnote follows its word as a digit. A quote must agree with what is printed.
 */
import type { DocumentNode } from '../model/blocks.ts';
import type { PlacedBlock } from '../reading/reading.ts';
import { contentStart, hasLines, type LinedNode, textSegments } from '../reading/text-segments.ts';
import { type NormalizeOptions, normalize } from './normalize.ts';

export type Raised = { readonly sup: ReadonlySet<number>; readonly sub: ReadonlySet<number> };

/** The node with the spans of a segment; a cell with several blocks has none that could be counted on. */
function spannedNode(node: DocumentNode): LinedNode | null {
  const [first, ...others] = node.type === 'cell' ? node.kids : [node];
  return first && others.length === 0 && hasLines(first) ? first : null;
}

/** Offsets in the canonical text. */
export function raisedIn(blocks: readonly PlacedBlock[]): Raised {
  const raised = { sup: new Set<number>(), sub: new Set<number>() };
  const add = (offsets: Set<number>, from: number, to: number) => {
    for (let at = from; at < to; at++) offsets.add(at);
  };
  const segments = blocks.flatMap(({ block, start }) =>
    [...textSegments(block)].map((segment) => ({
      node: spannedNode(segment.node),
      at: start + segment.start,
    })),
  );
  for (const { node, at } of segments) {
    const base = node ? at + contentStart(node) : at;
    for (const { sup, sub, start, end } of node?.spans ?? []) {
      if (sup) add(raised.sup, base + start, base + end);
      if (sub) add(raised.sub, base + start, base + end);
    }
  }
  return raised;
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const subscripts = '₀₁₂₃₄₅₆₇₈₉';
const digit = /\p{N}/u;

type Level = -1 | 0 | 1;

const levelOfCharacter = (character: string): Level => {
  if (superscripts.includes(character)) return 1;
  return subscripts.includes(character) ? -1 : 0;
};

function levelAt(text: string, index: number, origin: number, { sup, sub }: Raised): Level {
  if (sup.has(origin + index)) return 1;
  return sub.has(origin + index) ? -1 : levelOfCharacter(text[index] ?? ' ');
}

const nothingRaised: Raised = { sup: new Set(), sub: new Set() };

/** Whether digits that follow each other change their height at the same places: `102` is not `10²`. */
export function sameHeights(
  quote: string,
  passage: { readonly text: string; readonly start: number },
  raised: Raised,
  options: NormalizeOptions,
): boolean {
  const asked = normalize(quote.normalize('NFC'), options);
  const found = normalize(passage.text, options);
  const composed = quote.normalize('NFC');
  const steps = (index: number) => {
    const said = [asked.starts[index - 1], asked.starts[index]].map((at) =>
      levelAt(composed, at ?? 0, 0, nothingRaised),
    );
    const printed = [found.starts[index - 1], found.starts[index]].map((at) =>
      levelAt(passage.text, at ?? 0, passage.start, raised),
    );
    return (said[0] === said[1]) === (printed[0] === printed[1]);
  };
  for (let index = 1; index < Math.min(asked.text.length, found.text.length); index++) {
    const isPair = digit.test(found.text[index] ?? '') && digit.test(found.text[index - 1] ?? '');
    if (isPair && !steps(index)) return false;
  }
  return true;
}

/** After a number or a unit, a raised digit is an exponent. */
const takesNote = /(?:\p{L}{4}|[.,;:!?)\]"'”’»])$/u;

/** The passage without raised digits that refer to notes. */
export function withoutNoteMarks(
  passage: { readonly text: string; readonly start: number },
  { sup }: Raised,
): string {
  let text = '';
  for (let index = 0; index < passage.text.length; index++) {
    const character = passage.text[index] ?? '';
    const isMark = sup.has(passage.start + index) && /[\p{N}*†‡,\s]/u.test(character);
    if (isMark && takesNote.test(text)) continue;
    text += character;
  }
  return text;
}
