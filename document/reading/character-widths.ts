/** Estimated widths of characters, relative to each other, as in common proportional fonts. */

const narrow = "ijl'|!.,:;";
const slim = 'frtI ()[]{}-/\\"`';
const wide = 'mwMW@%&';

/** In thousandths of the font size, close to Helvetica and Times. */
function widthOf(character: string): number {
  if (narrow.includes(character)) return 260;
  if (slim.includes(character)) return 310;
  if (wide.includes(character)) return 820;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x41 && code <= 0x5a) return 670;
  if (code < 0x1100) return 510;
  return isFullWidth(code) ? 1000 : 520;
}

const isFullWidth = (code: number) =>
  (code >= 0x1100 && code <= 0x11ff) ||
  (code >= 0x2e80 && code <= 0xd7ff) ||
  (code >= 0xf900 && code <= 0xfaff) ||
  (code >= 0xff01 && code <= 0xff60) ||
  code >= 0x1f300;

export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += widthOf(character);
  return width;
}
