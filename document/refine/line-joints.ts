/** What stands between two lines of one text: a space, nothing, or nothing and the hyphen goes. */
import { isRightToLeft } from './bidi.ts';

export type Joint = 'space' | 'nothing' | 'drop_hyphen' | 'keep_hyphen';

/** Scripts that are written without spaces between words. */
const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u312f\u3190-\u31ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff65]|[\u{20000}-\u{3ffff}]/u;
const lastWord = /([\p{L}\p{M}\p{N}'’]+(?:[-‐][\p{L}\p{M}\p{N}'’]+)*)[-‐]$/u;
const firstWord = /^[\p{L}\p{M}\p{N}'’]+(?:[-‐][\p{L}\p{M}\p{N}'’]+)*/u;

/** Parts of a compound are longer than most parts of a hyphenated word. */
const wordPartMin = 3;

function isCompound(before: string, after: string, hasWord: (word: string) => boolean): boolean {
  const [head, tail] = [before.toLowerCase(), after.toLowerCase()];
  if (hasWord(`${head}-${tail}`)) return true;
  if (hasWord(head + tail)) return false;
  const last = head.replace(/^.*[-‐]/, '');
  if (last !== head && hasWord(last + tail)) return false;
  if (/[-‐]/.test(head + tail)) return true;
  // English writes many compounds with a hyphen; German, for one, writes them as one word.
  if (!hasWord('the') || !hasWord('and')) return false;
  return head.length >= wordPartMin && tail.length >= wordPartMin && hasWord(head) && hasWord(tail);
}

function hyphenJoint(before: string, after: string, hasWord: (word: string) => boolean): Joint | undefined {
  const head = lastWord.exec(before.slice(-100))?.[1];
  const tail = firstWord.exec(after.slice(0, 100))?.[0];
  if (head === undefined || tail === undefined) return undefined;
  // A capital or a digit after the hyphen is a name or a range, not a hyphenated word.
  if (!/^\p{Ll}/u.test(tail) || !/\p{L}$/u.test(head)) return 'keep_hyphen';
  return isCompound(head, tail, hasWord) ? 'keep_hyphen' : 'drop_hyphen';
}

/** `before` is the text so far, `after` the text of the next line; both are trimmed and not empty. */
export function lineJoint(before: string, after: string, hasWord: (word: string) => boolean): Joint {
  if (before.endsWith('\u00ad')) return 'drop_hyphen';
  const last = before.slice(-2);
  if (/[-‐]$/.test(last) && !isRightToLeft(after.slice(0, 1)))
    return hyphenJoint(before, after, hasWord) ?? 'space';
  const first = String.fromCodePoint(after.codePointAt(0) ?? 0x20);
  return unspaced.test(first) && unspaced.test(last) ? 'nothing' : 'space';
}

const printedAddress = /(?:[a-z][a-z\d+.-]*:\/\/|www\.|\b10\.\d{4,}\/)\S*$/i;
/** As much of both lines is looked for in the address. */
const matchedChars = 8;

/** Whether the address of a link, printed as its text, is cut by the line end. */
export function continuesAddress(before: string, after: string, url: string): boolean {
  const head = printedAddress.exec(before)?.[0];
  const tail = /^\S+/.exec(after)?.[0].replace(/[)\]>.,:;”’"']+$/, '');
  if (!head || !tail) return false;
  return url.toLowerCase().includes((head.slice(-matchedChars) + tail.slice(0, matchedChars)).toLowerCase());
}

const cutScheme = /\b(?:https?|ftp):(?:\/\/)?$/i;
const openAddress = /(?:\bhttps?|\bftp):\/\/\S*[/._=?&%#~-]$/i;
/** With a sign inside, or the ending of a file: ordinary words may follow an address, too. */
const addressPart = /^[\w~%][^\s/]*(?:\/|[=?&#%]|\.[a-z]{2,5}$)/i;
const abbreviation = /^(?:and\/or|either\/or|[a-z]\/[a-z])$/i;

/** Whether an address that is not a link is cut by the line end. */
export function continuesPrintedAddress(before: string, after: string): boolean {
  const tail = (/^\S+/.exec(after)?.[0] ?? '').replace(/[)\]>.,:;”’"']+$/, '');
  if (cutScheme.test(before)) return before.endsWith('/') ? /^\w/.test(tail) : tail.startsWith('//');
  if (!openAddress.test(before) || abbreviation.test(tail)) return false;
  // A full stop may also end the sentence.
  return addressPart.test(tail) && !(before.endsWith('.') && /^\p{Lu}/u.test(tail));
}
