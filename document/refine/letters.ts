/** Cleans the text of one glyph: ligatures and presentation forms become letters, control characters go. */

/** Latin ligatures, Hebrew and Arabic presentation forms, Kangxi radicals. Not the Arabic word signs U+FDFA–FDFD. */
const forms = /[\u2f00-\u2fd5\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufdf9\ufdfc\ufe70-\ufefc]/gu;
const spaces = /[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/gu;
/** Controls, bidi controls (the order is restored without them), zero-width spaces, noncharacters. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\ufdd0-\ufdef\ufffe\uffff]/gu;
const plain = /^[\u0020-\u007e]*$/;

/** Signs of symbol fonts without Unicode of their own, by their code in the private use area. */
const symbolSigns: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0a8': '◻',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf0fe': '☑',
  '\uf0fd': '☒',
  '\uf06f': '☐',
  '\uf076': '❖',
  '\uf0e0': '→',
  '\uf0f0': '⇨',
  '\uf02d': '-',
};

/** Isolated vowel marks decompose to a space and the mark: the mark alone belongs to its letter. */
function decomposed(form: string): string {
  return form.normalize('NFKC').replace(/^\u0020(?=\p{M})/u, '');
}

/** The letters of a glyph, NFC. May be empty. Soft hyphens stay: the end of a line needs them. */
export function cleanLetters(text: string): string {
  const code = text.length === 1 ? text.charCodeAt(0) : 0;
  if ((code >= 0x20 && code <= 0x7e) || plain.test(text)) return text;
  return text
    .toWellFormed()
    .replace(spaces, ' ')
    .replace(invisible, '')
    .replace(/[\uf020-\uf0ff]/gu, (sign) => symbolSigns[sign] ?? sign)
    .replace(forms, decomposed)
    .normalize('NFC');
}
