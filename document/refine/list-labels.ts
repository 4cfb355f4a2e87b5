/** Labels of list items: bullets and numbers as they are printed. */
export type LabelStyle = 'bullet' | 'decimal' | 'lower' | 'upper' | 'lower_roman' | 'upper_roman' | 'outline';

export type Label = {
  /** As printed, without the space after it. */
  readonly text: string;
  readonly style: LabelStyle;
  /** What stands around the number, such as `(#)`, or the bullet itself: labels of one list share it. */
  readonly shape: string;
  /** Of numbers and letters; a single letter that may be Roman has both. */
  readonly number?: number;
  readonly roman?: number;
};

const bullet =
  /^([•◦▪▫■□●○◘‣⁃∙·⋅◆◇◻➢➤►▶▸✓✔✗✘❖❑❏→⇨☐☑☒\u261a-\u261f\u2580-\u25ff\u2700-\u27bf\uf000-\uf0ff]|[-–—*+o§](?=\s|$))\s*/u;
/** Boxes of one list share their shape, with or without a mark. */
const checkBox = /^[\u2610-\u2612]/u;
const outline = /^(\d{1,3}(?:\.\d{1,3})+\.?)(?=\s|$)\s*/u;
const ordinal = /^([([]?)(\d{1,4}|[A-Za-z]|[ivxlcdm]{2,7}|[IVXLCDM]{2,7})([.)\]:]|\.\))(?=\s|$)\s*/u;
const bare = /^(\d{1,4})\s+/u;
const circled = /^([①-⑳])\s*/u;

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };

function toRoman(value: number): string {
  const steps: readonly (readonly [number, string])[] = [
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ];
  let rest = value;
  let text = '';
  for (const [step, digits] of steps)
    while (rest >= step) {
      text += digits;
      rest -= step;
    }
  return text;
}

function fromRoman(text: string): number | undefined {
  const digits = Array.from(text.toLowerCase(), (digit) => romanDigits[digit] ?? 0);
  const sum = digits.reduce(
    (total, digit, at) => total + (digit < (digits[at + 1] ?? 0) ? -digit : digit),
    0,
  );
  return sum > 0 && sum < 4000 && toRoman(sum) === text.toLowerCase() ? sum : undefined;
}

function ordinalLabel(text: string, before: string, value: string, after: string): Label | undefined {
  const shape = `${before}#${after}`;
  if (/^\d/.test(value)) return { text, style: 'decimal', shape, number: Number(value) };
  const isUpper = value === value.toUpperCase();
  const roman = fromRoman(value);
  if (value.length === 1) {
    const number = value.toLowerCase().charCodeAt(0) - 96;
    return { text, style: isUpper ? 'upper' : 'lower', shape, number, ...(roman !== undefined && { roman }) };
  }
  if (roman === undefined) return undefined;
  return { text, style: isUpper ? 'upper_roman' : 'lower_roman', shape, number: roman };
}

/** The label at the beginning of a line, with the length of it and the space after it. `counted`: a number alone is one. */
export function findLabel(
  line: string,
  counted = false,
): { readonly label: Label; readonly length: number } | undefined {
  const dot = bullet.exec(line) ?? undefined;
  if (dot?.[1] !== undefined) {
    const shape = checkBox.test(dot[1]) ? '☐' : dot[1];
    return { label: { text: dot[1], style: 'bullet', shape }, length: dot[0].length };
  }
  const ring = circled.exec(line);
  if (ring?.[1] !== undefined) {
    const number = (ring[1].codePointAt(0) ?? 0x2460) - 0x245f;
    return { label: { text: ring[1], style: 'decimal', shape: '①', number }, length: ring[0].length };
  }
  const number = counted ? bare.exec(line) : null;
  if (number?.[1] !== undefined) {
    const label: Label = { text: number[1], style: 'decimal', shape: '#', number: Number(number[1]) };
    return { label, length: number[0].length };
  }
  const path = outline.exec(line);
  if (path?.[1] !== undefined)
    return { label: { text: path[1], style: 'outline', shape: 'outline' }, length: path[0].length };
  const match = ordinal.exec(line);
  if (match === null) return undefined;
  const [whole, before = '', value = '', after = ''] = match;
  const label = ordinalLabel(whole.trim(), before, value, after);
  return label && { label, length: whole.length };
}

/** The label read as what it must be after `before`: `i.` after `h.` is a letter, before `ii.` it is Roman. */
export function numberAfter(before: number | undefined, label: Label): number | undefined {
  if (label.roman === undefined || label.number === undefined) return label.number;
  if (before === undefined) return label.roman === 1 ? 1 : label.number;
  return label.roman === before + 1 ? label.roman : label.number;
}
