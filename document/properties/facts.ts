/** What a reader finds in one output. Properties compare the facts of outputs with those of the json. */

export type LinkFact = { readonly target: string; readonly words: string };

export type Facts = {
  /** All text in order, white space as single spaces. */
  readonly text: string;
  readonly links: readonly LinkFact[];
  readonly images: readonly string[];
  /** The cells of each table that is not inside another, row by row. */
  readonly tables: readonly (readonly (readonly string[])[])[];
  /** References to footnotes (`1`) and the footnotes (`1:`) in order. */
  readonly notes: readonly string[];
};

export type Violation = { readonly property: string; readonly detail: string };

const shiftedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉';

/** Markdown may print raised and lowered digits as such; they still count as the digits of the document. */
const plainDigits = (text: string) =>
  text.replace(/[⁰¹²³⁴-⁹₀-₉]/g, (digit) => String(shiftedDigits.indexOf(digit) % 10));

export const normal = (text: string): string => plainDigits(text).replace(/\s+/gu, ' ').trim();

/** For outputs that break lines, also inside of words. */
export const withoutSpace = (text: string): string => plainDigits(text).replace(/\s+/gu, '');

/** The first difference, with what is around it. */
export function difference(property: string, expected: string, found: string): readonly Violation[] {
  if (expected === found) return [];
  let at = 0;
  while (expected[at] === found[at]) at++;
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 40));
  return [{ property, detail: `at ${at}: expected ${around(expected)}, found ${around(found)}` }];
}

export function sameList<T>(
  property: string,
  expected: readonly T[],
  found: readonly T[],
): readonly Violation[] {
  const [wanted, seen] = [
    expected.map((item) => JSON.stringify(item)),
    found.map((item) => JSON.stringify(item)),
  ];
  if (wanted.join('\n') === seen.join('\n')) return [];
  const at = wanted.findIndex((item, index) => item !== seen[index]);
  const index = at === -1 ? wanted.length : at;
  const show = (items: readonly string[]) => (items[index] ?? 'nothing').slice(0, 400);
  return [
    {
      property,
      detail: `${wanted.length} expected, ${seen.length} found; item ${index}: expected ${show(wanted)}, found ${show(seen)}`,
    },
  ];
}
