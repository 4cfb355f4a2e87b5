/**
 * Text as it is compared: without differences that a reader does not see (NFKC, ligatures, soft hyphens, kinds of
 * quotation marks, dashes and spaces, bullets). Each code unit knows where it comes from.
 */

export type NormalizedText = {
  readonly text: string;
  /** For each code unit of `text`, where its character begins and ends in the original. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
};

export type NormalizeOptions = { readonly ignoreCase: boolean };

/** A character with the marks on it: composed or not, it is one unit. */
const clusterPattern = /[\s\S]\p{M}*/gu;
const invisible = /\p{Default_Ignorable_Code_Point}/gu;
const spaces = /^[\s\u0085]+$/u;

const equivalents: Readonly<Record<string, string>> = {
  ...sameAs("'", '‘’‚‛′ʼ`´'),
  ...sameAs('"', '“”„‟″«»〝〞'),
  ...sameAs('-', '‐‑‒–—―−﹘﹣－'),
  ...sameAs(' ', '•◦‣▪●○▸►∙⁃'),
};

function sameAs(target: string, characters: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...characters].map((character) => [character, target]));
}

function fold(cluster: string, ignoreCase: boolean): string {
  const known = equivalents[cluster];
  if (known !== undefined) return known;
  if (spaces.test(cluster)) return ' ';
  const composed = cluster.replace(invisible, '').normalize('NFKC').replace(/\s+/gu, ' ');
  return ignoreCase ? composed.toLowerCase() : composed;
}

/** Folding is slow compared with looking up what has been folded before; texts use few characters. */
const foldedMax = 10_000;
const folded = { exact: new Map<string, string>(), ignoringCase: new Map<string, string>() };

function foldOnce(cluster: string, ignoreCase: boolean): string {
  const known = ignoreCase ? folded.ignoringCase : folded.exact;
  const found = known.get(cluster);
  if (found !== undefined) return found;
  if (known.size >= foldedMax) known.clear();
  const made = fold(cluster, ignoreCase);
  known.set(cluster, made);
  return made;
}

/** Stays as it is: most of most texts. */
const plainRun = /(?:[!-_a-~]| (?=[!-_a-~]))+/y;
const firstMark = 0x300;

class Collector {
  readonly #parts: string[] = [];
  readonly #starts: Int32Array;
  readonly #ends: Int32Array;
  #length = 0;
  #endsWithSpace = true;

  constructor(capacity: number) {
    this.#starts = new Int32Array(capacity);
    this.#ends = new Int32Array(capacity);
  }

  /** All of `text` comes from the characters from `start` to `end`. */
  add(text: string, start: number, end: number): void {
    if (text === '' || (text === ' ' && this.#endsWithSpace)) return;
    this.#endsWithSpace = text.endsWith(' ');
    this.#parts.push(text);
    for (let index = 0; index < text.length; index++) {
      this.#starts[this.#length] = start;
      this.#ends[this.#length++] = end;
    }
  }

  /** Each code unit of `text` comes from one, from `start` on. */
  addRun(text: string, start: number): void {
    const from = this.#endsWithSpace && text.startsWith(' ') ? 1 : 0;
    if (from === text.length) return;
    this.#endsWithSpace = text.endsWith(' ');
    this.#parts.push(from === 0 ? text : text.slice(from));
    for (let index = from; index < text.length; index++) {
      this.#starts[this.#length] = start + index;
      this.#ends[this.#length++] = start + index + 1;
    }
  }

  finish(): NormalizedText {
    const text = this.#parts.join('');
    return {
      text,
      starts: this.#starts.subarray(0, this.#length),
      ends: this.#ends.subarray(0, this.#length),
    };
  }
}

/** The longest NFKC form of one code unit is 18 characters. */
const growthMax = 18;

/** Without the last character if a mark may follow: both belong together. */
function plainRunAt(text: string, index: number): string {
  plainRun.lastIndex = index;
  const run = plainRun.exec(text)?.[0] ?? '';
  return text.charCodeAt(index + run.length) >= firstMark ? run.slice(0, -1) : run;
}

/** Runs of white space are one space, and there is none at the beginning. */
export function normalize(text: string, { ignoreCase }: NormalizeOptions): NormalizedText {
  const out = new Collector(capacityOf(text));
  for (let index = 0; index < text.length; ) {
    const run = plainRunAt(text, index);
    if (run !== '') {
      out.addRun(ignoreCase ? run.toLowerCase() : run, index);
      index += run.length;
      continue;
    }
    clusterPattern.lastIndex = index;
    const cluster = clusterPattern.exec(text)?.[0] ?? '';
    out.add(foldOnce(cluster, ignoreCase), index, index + cluster.length);
    index += Math.max(1, cluster.length);
  }
  return out.finish();
}

/** Most texts do not grow; only those with compatibility characters need more. */
function capacityOf(text: string): number {
  return /[\u0080-\uffff]/.test(text) ? countUnits(text) : text.length;
}

function countUnits(text: string): number {
  let units = 0;
  for (let index = 0; index < text.length; index++) units += text.charCodeAt(index) < 0x80 ? 1 : growthMax;
  return units;
}

/** A quote as it is searched for: composed, without white space around it. */
export function normalizeQuote(quote: string, options: NormalizeOptions): string {
  return normalize(quote.normalize('NFC'), options).text.trimEnd();
}

/** A word that was hyphenated at the end of a line, as copied from a viewer. */
const lineHyphen = /(\p{L})[-\u00ad\u2010][ \t]*\r?\n\s*(?=\p{Ll})/gu;

/** The quote as it is, and with the hyphens at its line ends resolved, if there are any. */
export function quoteForms(quote: string, options: NormalizeOptions): readonly string[] {
  const forms = [quote, quote.replace(lineHyphen, '$1')].map((form) => normalizeQuote(form, options));
  return [...new Set(forms)];
}
