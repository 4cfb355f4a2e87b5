/** Puts vowel signs that the engine took for lines of their own into the line over or under whose letters they are printed. */
import type { Element, ExtractedLine, ExtractedPage, Run } from '../model/extraction.ts';
import { elementLines, mapLines } from './element-lines.ts';

/** Signs of Hebrew, Arabic and Syriac. */
const onlyMarks = /^[\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0711\u0730-\u074a\s]+$/u;
/** Between the baselines, in parts of the font size. */
const baselineMax = 0.5;

const isLoose = (line: ExtractedLine): boolean =>
  line.runs.every(({ text }) => onlyMarks.test(text)) && line.runs.some(({ text }) => text.trim() !== '');

/** One run for each sign, at its place. */
function markRuns(run: Run): readonly Run[] {
  return Array.from(run.text).flatMap((text, at) => {
    const end = run.ends?.[at];
    if (text.trim() === '' || end === undefined) return [];
    const { starts: _starts, ...rest } = run;
    return [{ ...rest, text, ends: [end], box: [end, run.box[1], end, run.box[3]] as const }];
  });
}

function isAt(mark: Run, line: ExtractedLine): boolean {
  const [text] = line.runs;
  if (text === undefined) return false;
  const isNear = Math.abs(text.baseline - mark.baseline) < baselineMax * text.size;
  return isNear && mark.box[0] >= line.box[0] && mark.box[0] <= line.box[2];
}

/** Signs without a line below or above them stay. */
export function joinLooseMarks(page: ExtractedPage): ExtractedPage {
  const isOfMarks = (element: Element): boolean =>
    'lines' in element && element.lines.length > 0 && element.lines.every(isLoose);
  const loose = page.elements.filter(isOfMarks);
  if (loose.length === 0) return page;
  const others = page.elements.filter((element) => !isOfMarks(element));
  const lines = elementLines(others);
  const added = new Map<ExtractedLine, Run[]>();
  const joined = new Set<Element>();
  for (const element of loose) {
    const marks = elementLines([element]).flatMap(({ runs }) => runs.flatMap(markRuns));
    const places = marks.map((mark) => lines.find((line) => isAt(mark, line)));
    if (places.includes(undefined)) continue;
    for (const [at, mark] of marks.entries()) {
      const line = places[at] as ExtractedLine;
      added.set(line, [...(added.get(line) ?? []), mark]);
    }
    joined.add(element);
  }
  if (joined.size === 0) return page;
  const withMarks = (line: ExtractedLine): ExtractedLine => {
    const runs = added.get(line);
    return runs === undefined ? line : { ...line, runs: [...line.runs, ...runs] };
  };
  const kept = page.elements.filter((element) => !joined.has(element));
  return { ...page, elements: kept.map((element) => mapLines(element, withMarks)) };
}
