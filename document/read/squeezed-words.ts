/** Puts spaces into lines whose words were set so close that the engine took them for one. */
import type { Element, ExtractedLine, ExtractedListItem, ExtractedPage, Run } from '../model/extraction.ts';
import { elementLines } from './element-lines.ts';

/** So many letters without a space are an address, or words without their spaces. */
const unspaced = /[^ ]{25}/;
/** Scripts without spaces, and those that are read from the right. */
const otherScripts = /[\u0590-\u08ff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af]/u;
/** A letter that is so much wider than elsewhere has a gap before it. In parts of the font size. */
const gapMin = 0.1;
/** Where more letters are wider, they are spaced out, not words. */
const wideShareMax = 0.3;
const samplesMax = 50;

type Widths = ReadonlyMap<string, ReadonlyMap<string, number>>;

const isSuspect = ({ text, ends, size }: Run): boolean =>
  ends !== undefined && size > 0 && unspaced.test(text) && !otherScripts.test(text);

const widthAt = ({ ends = [], size }: Run, at: number): number =>
  ((ends[at] ?? 0) - (ends[at - 1] ?? 0)) / size;

function addWidths(run: Run, samples: Map<string, number[]>): void {
  for (let at = 1; at < run.text.length; at += 1) {
    const letter = run.text[at] ?? '';
    const widths = samples.get(letter) ?? [];
    samples.set(letter, widths);
    const width = widthAt(run, at);
    if (width > 0 && widths.length < samplesMax) widths.push(width);
  }
}

/** The lower median of each letter's widths on the page, by font. */
function usualWidths(lines: readonly ExtractedLine[], fonts: ReadonlySet<string>): Widths {
  const samples = new Map<string, Map<string, number[]>>();
  for (const { runs } of lines) {
    for (const run of runs) {
      if (!fonts.has(run.font) || run.ends === undefined || run.size <= 0) continue;
      const letters = samples.get(run.font) ?? new Map<string, number[]>();
      samples.set(run.font, letters);
      addWidths(run, letters);
    }
  }
  const usual = (widths: number[]) => widths.sort((one, other) => one - other)[(widths.length - 1) >> 1] ?? 0;
  return new Map(
    [...samples].map(([font, letters]) => [
      font,
      new Map([...letters].map(([letter, widths]) => [letter, usual(widths)])),
    ]),
  );
}

/** Positions of letters with a gap before them, and the right edge of the gap. */
function gapsOf(run: Run, usual: ReadonlyMap<string, number>): ReadonlyMap<number, number> {
  const gaps = new Map<number, number>();
  for (let at = 1; at < run.text.length; at += 1) {
    if (run.text[at] === ' ' || run.text[at - 1] === ' ') continue;
    const excess = widthAt(run, at) - (usual.get(run.text[at] ?? '') ?? Number.POSITIVE_INFINITY);
    if (excess > gapMin) gaps.set(at, (run.ends?.[at - 1] ?? 0) + excess * run.size);
  }
  return gaps.size <= run.text.length * wideShareMax ? gaps : new Map();
}

function spacedRun(run: Run, widths: Widths): Run {
  const gaps = isSuspect(run) ? gapsOf(run, widths.get(run.font) ?? new Map()) : undefined;
  if (gaps === undefined || gaps.size === 0) return run;
  let text = '';
  const ends: number[] = [];
  for (const [at, end] of (run.ends ?? []).entries()) {
    const gap = gaps.get(at);
    if (gap !== undefined) {
      text += ' ';
      ends.push(gap);
    }
    text += run.text[at];
    ends.push(end);
  }
  return { ...run, text, ends };
}

const spacedLines = (lines: readonly ExtractedLine[], widths: Widths): readonly ExtractedLine[] =>
  lines.map((line) => ({ ...line, runs: line.runs.map((run) => spacedRun(run, widths)) }));

function spaced<T extends Element | ExtractedListItem>(element: T, widths: Widths): T {
  return {
    ...element,
    ...('lines' in element && { lines: spacedLines(element.lines, widths) }),
    ...('kids' in element && { kids: element.kids.map((kid) => spaced(kid, widths)) }),
    ...('cells' in element && {
      cells: element.cells.map((cell) => ({ ...cell, kids: cell.kids.map((kid) => spaced(kid, widths)) })),
    }),
  };
}

/** A page without such lines stays the same. */
export function spaceSqueezedWords(page: ExtractedPage): ExtractedPage {
  const fonts = new Set<string>();
  const lines = [...elementLines(page.elements)];
  for (const { runs } of lines) for (const run of runs) if (isSuspect(run)) fonts.add(run.font);
  if (fonts.size === 0) return page;
  const widths = usualWidths(lines, fonts);
  return { ...page, elements: page.elements.map((element) => spaced(element, widths)) };
}
