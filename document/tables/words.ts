/** Words of printed lines, with their places; a line can be cut between them without losing a glyph. */
import { unionBox } from '../model/box.ts';
import type { ExtractedLine, Run } from '../model/extraction.ts';
import { cutRun } from '../read/cut-run.ts';

/** Units of the joined text of all runs of `line`, from `start` up to `end`. */
export type Word = {
  readonly line: ExtractedLine;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly left: number;
  readonly right: number;
};

/** In parts of the font size: glyphs further apart are of different words also without a space between them. */
const gapMin = 0.2;
const leaders = /^(.*?[^.…·])?([.…·]{4,})$/u;

/** The joined text of all runs, and the place and size of each of its units. */
type Units = {
  readonly text: string;
  readonly lefts: readonly number[];
  readonly rights: readonly number[];
  readonly sizes: readonly number[];
};

function unitsOf(runs: readonly Run[]): Units {
  const [lefts, rights, sizes]: [number[], number[], number[]] = [[], [], []];
  let text = '';
  for (const run of runs) {
    const { starts, ends, box, size } = run;
    text += run.text;
    let before = box[0];
    for (let at = 0; at < run.text.length; at += 1) {
      const right = ends?.[at] ?? box[2];
      // As startOf has it.
      lefts.push(Math.min(starts?.[at] ?? before, right));
      rights.push(right);
      sizes.push(size);
      before = ends?.[at] ?? box[0];
    }
  }
  return { text, lefts, rights, sizes };
}

/** As `trim` has it. */
function isBlank(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return (text[at] ?? '').trim() === '';
}

/** Text at an angle has no places of its glyphs. */
export function isUpright(line: ExtractedLine): boolean {
  return line.runs.every((run) => run.text.length === 0 || run.ends?.length === run.text.length);
}

function wordOf(line: ExtractedLine, { text, lefts, rights }: Units, start: number, end: number): Word {
  let [left, right] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let at = start; at < end; at += 1) {
    left = Math.min(left, lefts[at] ?? left);
    right = Math.max(right, rights[at] ?? right);
  }
  return { line, start, end, text: text.slice(start, end), left, right };
}

/** The runs that hold a part of the word. */
export function runsOf({ line, start, end }: Word): readonly Run[] {
  let from = 0;
  return line.runs.filter(({ text }) => {
    const to = from + text.length;
    const holds = from < end && to > start;
    from = to;
    return holds;
  });
}

/** Dots that lead to the next column are a word of their own. */
function withoutLeaders(word: Word, units: Units): readonly Word[] {
  const label = leaders.exec(word.text)?.[1];
  if (label === undefined) return [word];
  const cut = word.start + label.length;
  return [wordOf(word.line, units, word.start, cut), wordOf(word.line, units, cut, word.end)];
}

function readWords(line: ExtractedLine): readonly Word[] {
  const units = unitsOf(line.runs);
  const { text, lefts, rights, sizes } = units;
  const words: Word[] = [];
  let start = -1;
  const close = (end: number): void => {
    if (start >= 0) words.push(...withoutLeaders(wordOf(line, units, start, end), units));
    start = -1;
  };
  for (let at = 0; at < text.length; at += 1) {
    if (isBlank(text, at)) {
      close(at);
      continue;
    }
    const size = Math.max(sizes[at] ?? 0, sizes[at - 1] ?? 0);
    if (start >= 0 && (lefts[at] ?? 0) - (rights[at - 1] ?? 0) > gapMin * size) close(at);
    if (start < 0) start = at;
  }
  close(text.length);
  return words;
}

const wordsOfLines = new WeakMap<ExtractedLine, readonly Word[]>();

/** Several passes ask for the words of the same line. */
export function wordsOf(line: ExtractedLine): readonly Word[] {
  const known = wordsOfLines.get(line);
  if (known !== undefined) return known;
  const words = readWords(line);
  wordsOfLines.set(line, words);
  return words;
}

/** The part of a line between two of its units; the whole line as it is. */
export function cutLine(line: ExtractedLine, start: number, end: number): ExtractedLine {
  const runs: Run[] = [];
  let offset = 0;
  for (const run of line.runs) {
    const [from, to] = [Math.max(0, start - offset), Math.min(run.text.length, end - offset)];
    if (to > from) runs.push(cutRun(run, from, to));
    offset += run.text.length;
  }
  if (start <= 0 && end >= offset) return line;
  return { box: unionBox(runs.map((run) => run.box)), runs };
}
