/** Leaves out letters that are drawn twice at one place, for a shadow or to look bold. */
import type { ExtractedPage, Run } from '../model/extraction.ts';
import { elementLines, mapLines } from './element-lines.ts';

/** Copies are less apart than this, other letters more. In parts of the font size. */
const distanceMax = 0.1;

/** Letters of a ligature, and both halves of a rare character, end at the same place. */
function glyphEnd(ends: readonly number[], start: number): number {
  let at = start + 1;
  while (at < ends.length && ends[at] === ends[start]) at += 1;
  return at;
}

/** Positions of letters that stand where the same letter stands already. */
function doubledAt({ text, ends = [], size }: Run): ReadonlySet<number> {
  const doubled = new Set<number>();
  const seen = new Map<string, number[]>();
  for (let [at, next] = [0, 0]; at < text.length; at = next) {
    next = glyphEnd(ends, at);
    const [glyph, end] = [text.slice(at, next), ends[at] ?? 0];
    const before = seen.get(glyph) ?? [];
    seen.set(glyph, before);
    const isCopy = glyph !== ' ' && before.some((one) => Math.abs(one - end) < distanceMax * size);
    if (isCopy) for (let copied = at; copied < next; copied += 1) doubled.add(copied);
    else before.push(end);
  }
  return doubled;
}

/** Letters of a run that stand one after the other have no copies among them. */
function goesBack({ ends, size }: Run): boolean {
  return ends?.some((end, at) => at > 0 && end - (ends[at - 1] ?? 0) < -distanceMax * size) ?? false;
}

function withoutCopies(run: Run): Run {
  if (!goesBack(run)) return run;
  const doubled = doubledAt(run);
  if (doubled.size === 0) return run;
  const isKept = (_: unknown, at: number) => !doubled.has(at);
  return {
    ...run,
    text: run.text.split('').filter(isKept).join(''),
    ends: run.ends?.filter(isKept) ?? [],
    ...(run.starts && { starts: run.starts.filter(isKept) }),
  };
}

/** A page without such letters stays the same. */
export function dropDoubledLetters(page: ExtractedPage): ExtractedPage {
  for (const { runs } of elementLines(page.elements)) {
    if (runs.every((run) => withoutCopies(run) === run)) continue;
    const elements = page.elements.map((element) =>
      mapLines(element, (line) => ({ ...line, runs: line.runs.map(withoutCopies) })),
    );
    return { ...page, elements };
  }
  return page;
}
