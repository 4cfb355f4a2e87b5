/** Folds text for searching: case, compatibility forms, ligatures, quotes and dashes are equal; soft hyphens are nothing. */

export type Folded = {
  readonly text: string;
  /** The place in the original of a place in the folded text; both ends of the text included. */
  originalAt(index: number): number;
};

const ascii = /^[\0-\x7f]*$/;
const ignored = /[\u00ad\u200b-\u200d\u2060\ufeff]/;
const signs: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};

const foldSpaces = (text: string) => text.replace(/\s/g, ' ');

function foldCharacter(character: string): string {
  if (ignored.test(character)) return '';
  const sign = signs[character];
  if (sign !== undefined) return sign;
  return foldSpaces(character.normalize('NFKC').toLowerCase());
}

export function foldText(original: string): Folded {
  if (ascii.test(original)) return { text: foldSpaces(original.toLowerCase()), originalAt: (index) => index };
  const places: number[] = [];
  let [text, at] = ['', 0];
  for (const character of original) {
    const folded = foldCharacter(character);
    for (let unit = 0; unit < folded.length; unit++) places.push(at);
    text += folded;
    at += character.length;
  }
  places.push(original.length);
  return { text, originalAt: (index) => places[index] ?? original.length };
}
