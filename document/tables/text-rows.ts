/** Rows of a page as they are printed: words on one baseline, grouped where they stand close together. */
import type { ExtractedLine } from '../model/extraction.ts';
import { type Word, wordsOf } from './words.ts';

/** Words that are read as one text: no gap between them is wider than between words of prose. */
export type Segment = {
  readonly words: readonly Word[];
  readonly left: number;
  readonly right: number;
  readonly text: string;
  readonly isNumeric: boolean;
};

export type TextRow = {
  readonly segments: readonly Segment[];
  readonly top: number;
  readonly bottom: number;
  readonly baseline: number;
  readonly size: number;
};

/** Gaps in parts of the font size. Between numbers a narrow gap is enough: numbers are not justified. */
const [gapMin, numberGapMin] = [0.85, 0.42];
const numeric =
  /^[\s(<>≤≥~±+\-–−—*$€£¥#]*\d[\d\s.,:/%–−-]*(?:[%)*†‡§¶]|(?:bn|m|k|st|nd|rd|th)\b)*\s*[a-z*†‡]{0,2}\)?$/iu;
const dash = /^[-–—−‒*†‡.…()]+$|^n\/?a\.?$/iu;
const onlyDots = /^[.…·]+$/u;

export function isNumeric(text: string): boolean {
  return text.length <= 40 && (numeric.test(text) || dash.test(text));
}

export function isLeader(word: Word): boolean {
  return onlyDots.test(word.text);
}

function segmentOf(words: readonly Word[]): Segment {
  const shown = words.filter((word) => !isLeader(word));
  const measured = shown.length > 0 ? shown : words;
  const text = measured.map((word) => word.text).join(' ');
  return {
    words,
    left: Math.min(...measured.map((word) => word.left)),
    right: Math.max(...measured.map((word) => word.right)),
    text,
    isNumeric: isNumeric(text),
  };
}

function isApart(before: Word, after: Word, size: number): boolean {
  const gap = after.left - before.right;
  if (gap > gapMin * size) return true;
  return gap > numberGapMin * size && isNumeric(before.text) && isNumeric(after.text);
}

/** A bullet or number in front of a text is a part of it. */
const listLabel = /^(?:[•●○▪■◦‣–—*·]|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)])$/iu;

function withoutLabels(segments: readonly Segment[]): readonly Segment[] {
  const [first, second] = segments;
  if (segments.length !== 2 || !first || !second || !listLabel.test(first.text) || second.isNumeric)
    return segments;
  return [segmentOf([...first.words, ...second.words])];
}

export function segmentsOf(words: readonly Word[], size: number): readonly Segment[] {
  const sorted = [...words].sort((one, other) => one.left - other.left);
  const segments: Segment[] = [];
  let open: Word[] = [];
  let isLed = false;
  for (const word of sorted) {
    const before = open.at(-1);
    const leads = isLeader(word) && open.length > 0;
    if (before && !leads && (isLed || isApart(before, word, size))) {
      segments.push(segmentOf(open));
      open = [];
    }
    isLed = leads && (isLed || word.text.length > 2);
    open.push(word);
  }
  if (open.length > 0) segments.push(segmentOf(open));
  return withoutLabels(segments);
}

export function lineSize(line: ExtractedLine): number {
  let [size, letters] = [0, 0];
  for (const run of line.runs) if (run.text.length > letters) [size, letters] = [run.size, run.text.length];
  return size > 0 ? size : Math.max(1, line.box[3] - line.box[1]);
}

function lineBaseline(line: ExtractedLine): number {
  let [baseline, letters] = [line.box[1], 0];
  for (const run of line.runs)
    if (run.text.length > letters) [baseline, letters] = [run.baseline, run.text.length];
  return baseline;
}

type Measured = { readonly line: ExtractedLine; readonly baseline: number; readonly size: number };

function rowOf(lines: readonly Measured[]): TextRow {
  const size = Math.max(...lines.map((each) => each.size));
  const words = lines.flatMap((each) => wordsOf(each.line));
  return {
    segments: segmentsOf(words, size),
    top: Math.max(...lines.map((each) => each.line.box[3])),
    bottom: Math.min(...lines.map((each) => each.line.box[1])),
    baseline: lines[0]?.baseline ?? 0,
    size,
  };
}

/** From the top of the page to its bottom. */
export function rowsOf(lines: readonly ExtractedLine[]): readonly TextRow[] {
  const measured = lines
    .map((line) => ({ line, baseline: lineBaseline(line), size: lineSize(line) }))
    .sort((one, other) => other.baseline - one.baseline || one.line.box[0] - other.line.box[0]);
  const rows: TextRow[] = [];
  let open: Measured[] = [];
  const close = (): void => {
    const row = open.length > 0 ? rowOf(open) : undefined;
    if (row && row.segments.length > 0) rows.push(row);
    open = [];
  };
  for (const each of measured) {
    const first = open[0];
    if (first && first.baseline - each.baseline > 0.3 * Math.min(first.size, each.size)) close();
    open.push(each);
  }
  close();
  return rows;
}
