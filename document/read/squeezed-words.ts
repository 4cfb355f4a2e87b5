/** Puts spaces into lines whose words were set so close that the engine took them for one. */
import type { ExtractedLine, ExtractedPage, Run } from '../model/extraction.ts';
import { elementLines, mapLines } from './element-lines.ts';
import { joinsNext } from './joining-forms.ts';

/** So many letters without a space may be words without their spaces. */
const unspacedMin = 12;
/** So many are, unless they are an address; others are if their line has more than one gap. */
const surelyUnspaced = /[\p{L},;’']{25}/u;
/** Scripts without spaces, and those that are read from the right. */
const otherScripts = /[\u0590-\u08ff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af]/u;
/** Arabic letters in the form they have at their place in a word: each form has a width of its own. */
const forms = /[\ufb50-\ufdff\ufe70-\ufefc]/gu;
/** So many letters of a text are forms if all that have one are. */
const formsMin = 0.3;
/** A letter that is so much wider than elsewhere has a gap before it; Arabic ones are kerned. In parts of the font size. */
const [gapMin, arabicGapMin] = [0.1, 0.13];
/** Where more letters of a word are wider, they are spaced out, not words. */
const wideShareMax = 0.34;
const samplesMax = 50;

/** The usual width of a letter, by font. */
type Widths = ReadonlyMap<string, (letter: string) => number>;

const isArabic = (letter: string): boolean => /[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]/u.test(letter);
const hasForms = (text: string): boolean => (text.match(forms)?.length ?? 0) > text.length * formsMin;

const isMeasured = ({ text, ends, size }: Run): boolean =>
  ends !== undefined && size > 0 && (!otherScripts.test(text) || hasForms(text));

function isUnspaced(text: string): boolean {
  for (let from = 0; from + unspacedMin <= text.length; ) {
    const space = text.lastIndexOf(' ', from + unspacedMin - 1);
    if (space < from) return true;
    from = space + 1;
  }
  return false;
}

const isSuspect = ({ runs }: ExtractedLine): boolean =>
  runs.some((run) => isUnspaced(run.text) && isMeasured(run));

const widthAt = ({ ends = [], size }: Run, at: number): number =>
  ((ends[at] ?? 0) - (ends[at - 1] ?? 0)) / size;

function addWidths(run: Run, samples: Map<string, number[]>): void {
  for (let at = 1; at < run.text.length; at += 1) {
    const letter = run.text[at] ?? '';
    let widths = samples.get(letter);
    if (widths === undefined) {
      widths = [];
      samples.set(letter, widths);
    }
    if (widths.length >= samplesMax) continue;
    const width = widthAt(run, at);
    if (width > 0) widths.push(width);
  }
}

/** The last letter of an Arabic word nearly always has a gap at its left. */
const usualShare = (letter: string): number => (isArabic(letter) ? 0.2 : 0.5);

/** The lower median of each letter's widths on the page, by font; less for letters that stand after gaps. */
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
  return new Map([...samples].map(([font, letters]) => [font, usualWidth(letters)]));
}

/** Only the letters of lines that may be squeezed are asked for. */
function usualWidth(letters: ReadonlyMap<string, number[]>): (letter: string) => number {
  const known = new Map<string, number>();
  return (letter) => {
    let width = known.get(letter);
    if (width === undefined) {
      const widths = letters.get(letter)?.sort((one, other) => one - other);
      width = widths
        ? (widths[Math.floor((widths.length - 1) * usualShare(letter))] ?? 0)
        : Number.POSITIVE_INFINITY;
      known.set(letter, width);
    }
    return width;
  };
}

type Gap = { readonly at: number; readonly end: number };

/** In parts of the font size. */
function gapBefore(run: Run, at: number, usual: (letter: string) => number): number {
  const { starts, ends, size } = run;
  if (starts !== undefined) return ((starts[at] ?? 0) - (ends?.[at - 1] ?? 0)) / size;
  return widthAt(run, at) - usual(run.text[at] ?? '');
}

/** Letters with a gap before them, and the right edge of the gap. */
function gapsOf(run: Run, widths: Widths): readonly Gap[] {
  const usual = widths.get(run.font);
  if (usual === undefined || !isMeasured(run)) return [];
  const gaps: Gap[] = [];
  for (let at = 1; at < run.text.length; at += 1) {
    if (run.text[at] === ' ' || run.text[at - 1] === ' ') continue;
    const letter = run.text[at] ?? '';
    if (joinsNext(letter)) continue;
    const excess = gapBefore(run, at, usual);
    if (excess > (isArabic(letter) ? arabicGapMin : gapMin))
      gaps.push({ at, end: (run.ends?.[at - 1] ?? 0) + excess * run.size });
  }
  return gaps;
}

function spacedRun(run: Run, gaps: readonly Gap[]): Run {
  if (gaps.length === 0) return run;
  const gapAt = new Map(gaps.map(({ at, end }) => [at, end]));
  let text = '';
  const [starts, ends]: [number[], number[]] = [[], []];
  for (const [at, end] of (run.ends ?? []).entries()) {
    const gap = gapAt.get(at);
    if (gap !== undefined) {
      text += ' ';
      starts.push(ends.at(-1) ?? gap);
      ends.push(gap);
    }
    text += run.text[at];
    starts.push(run.starts?.[at] ?? end);
    ends.push(end);
  }
  return { ...run, text, ends, ...(run.starts && { starts }) };
}

const address = /:\/\/|@|\bwww\./;

/** Those of words, between two spaces, that are neither addresses nor spaced out. */
function gapsOfWords(run: Run, widths: Widths): readonly Gap[] {
  const gaps = gapsOf(run, widths);
  if (gaps.length === 0) return gaps;
  return [...run.text.matchAll(/[^ ]+/g)].flatMap(({ index, 0: word }) => {
    const inWord = gaps.filter(({ at }) => at > index && at < index + word.length);
    return inWord.length > word.length * wideShareMax || address.test(word) ? [] : inWord;
  });
}

/** A ligature that is read as its first letter is wide as well, so an `f` alone shows nothing. */
function areWords({ runs }: ExtractedLine, gaps: readonly (readonly Gap[])[]): boolean {
  const found = gaps.flatMap((inRun, index) => inRun.map(({ at }) => runs[index]?.text[at]));
  const sure = found.filter((letter) => letter !== 'f').length;
  return sure >= (runs.some(({ text }) => surelyUnspaced.test(text)) ? 1 : 2);
}

function spacedLine(line: ExtractedLine, widths: Widths): ExtractedLine {
  if (!isSuspect(line)) return line;
  const gaps = line.runs.map((run) => gapsOfWords(run, widths));
  if (!areWords(line, gaps)) return line;
  return { ...line, runs: line.runs.map((run, index) => spacedRun(run, gaps[index] ?? [])) };
}

/** A page without such lines stays the same. */
export function spaceSqueezedWords(page: ExtractedPage): ExtractedPage {
  const fonts = new Set<string>();
  const lines = elementLines(page.elements);
  for (const line of lines) if (isSuspect(line)) for (const { font } of line.runs) fonts.add(font);
  if (fonts.size === 0) return page;
  const widths = usualWidths(lines, fonts);
  return {
    ...page,
    elements: page.elements.map((element) => mapLines(element, (line) => spacedLine(line, widths))),
  };
}
