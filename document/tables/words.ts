/** Words of printed lines, with their places; a line can be cut between them without losing a glyph. */
import { unionBox } from '../model/box.ts';
import type { ExtractedLine, Run } from '../model/extraction.ts';
import { cutRun, startOf } from '../read/cut-run.ts';

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

type Unit = { readonly text: string; readonly left: number; readonly right: number; readonly size: number };

function unitsOf(runs: readonly Run[]): readonly Unit[] {
  const units: Unit[] = [];
  for (const run of runs) {
    const { text, ends, box, size } = run;
    for (let at = 0; at < text.length; at += 1) {
      const right = ends?.[at] ?? box[2];
      const left = startOf(run, at);
      units.push({ text: text[at] ?? '', left: Math.min(left, right), right, size });
    }
  }
  return units;
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Text at an angle has no places of its glyphs. */
export function isUpright(line: ExtractedLine): boolean {
  return line.runs.every((run) => run.text.length === 0 || run.ends?.length === run.text.length);
}

function wordOf(line: ExtractedLine, units: readonly Unit[], start: number, end: number): Word {
  let [text, left, right] = ['', Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const unit of units.slice(start, end)) {
    text += unit.text;
    left = Math.min(left, unit.left);
    right = Math.max(right, unit.right);
  }
  return { line, start, end, text, left, right };
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
function withoutLeaders(word: Word, units: readonly Unit[]): readonly Word[] {
  const label = leaders.exec(word.text)?.[1];
  if (label === undefined) return [word];
  const cut = word.start + label.length;
  return [wordOf(word.line, units, word.start, cut), wordOf(word.line, units, cut, word.end)];
}

export function wordsOf(line: ExtractedLine): readonly Word[] {
  const units = unitsOf(line.runs);
  const words: Word[] = [];
  let start = -1;
  const close = (end: number): void => {
    if (start >= 0) words.push(...withoutLeaders(wordOf(line, units, start, end), units));
    start = -1;
  };
  for (const [at, unit] of units.entries()) {
    if (isBlank(unit.text)) {
      close(at);
      continue;
    }
    const before = units[at - 1];
    if (start >= 0 && before && unit.left - before.right > gapMin * Math.max(unit.size, before.size))
      close(at);
    if (start < 0) start = at;
  }
  close(units.length);
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
