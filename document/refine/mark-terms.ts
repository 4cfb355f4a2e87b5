/** Finds the terms of definition lists: printed in another style, with their description indented below or next to them. */
import type { Glyph, LineDraft } from '../read/draft.ts';
import { lineStyle, styleKey } from './heading-styles.ts';
import { labelOf } from './line-label.ts';
import { isMonospacedLine, isNextLine, leftOf, shareOf, sizeOf } from './line-measures.ts';
import type { PageLine } from './page-lines.ts';
import { splitLine } from './split-line.ts';

/** In parts of the font size. */
const [indentMin, indentMax, gapMin, tolerance] = [1.2, 12, 0.9, 0.25];
const termLinesMax = 16;
const styledMin = 0.5;
/** A term without a style of its own is shorter than this part of the lines of its description. */
const plainTermShare = 0.6;

function isStyled({ style }: Glyph): boolean {
  return style.mono || style.bold || style.italic;
}

function isIndented(line: LineDraft, left: number): boolean {
  const indent = (leftOf(line) - left) / sizeOf(line);
  return indent >= indentMin && indent <= indentMax;
}

function isAligned(line: LineDraft, x: number): boolean {
  return Math.abs(leftOf(line) - x) <= tolerance * sizeOf(line);
}

/** What a declaration declares, such as `[Function]`, at the right edge of its line. */
const declaredKind = /^\[[^[\]]{1,40}\]$/;

/** Where the description begins on the line of its term, as an index of glyphs. */
function gapOf({ glyphs, angled }: LineDraft): number | undefined {
  if (angled) return undefined;
  let before: Glyph | undefined;
  for (let at = 0; at < glyphs.length; at += 1) {
    const glyph = glyphs[at];
    if (glyph === undefined || glyph.text === ' ') continue;
    if (before !== undefined && glyph.left - before.right > gapMin * glyph.style.size) {
      const isKind = glyph.text.startsWith('[') && declaredKind.test(textFrom(glyphs, at));
      return isKind ? undefined : at;
    }
    before = glyph;
  }
  return undefined;
}

const textFrom = (glyphs: readonly Glyph[], at: number): string =>
  glyphs
    .slice(at)
    .map(({ text }) => text)
    .join('')
    .trim();

function isOpen(line: LineDraft): boolean {
  let depth = 0;
  for (const { text } of line.glyphs) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
  }
  return depth > 0;
}

/** Whether a declaration goes on in an indented line. */
const goesOn = (above: LineDraft, line: LineDraft) =>
  isOpen(above) && shareOf(line.glyphs, isStyled) >= styledMin;

const isFurtherTerm = (line: LineDraft, left: number) =>
  isAligned(line, left) && shareOf(line.glyphs, isStyled) >= styledMin && gapOf(line) === undefined;

/** The index after the terms that begin at `at`, if an indented description follows. */
function endOfTerms(lines: readonly PageLine[], at: number): number | undefined {
  const first = lines[at]?.line;
  if (first === undefined) return undefined;
  const left = leftOf(first);
  let last = first;
  for (let end = at + 1; end < lines.length && end - at <= termLinesMax; end += 1) {
    const next = lines[end];
    if (next === undefined || next.role === 'heading' || !isNextLine(last, next.line)) return undefined;
    const indented = isIndented(next.line, left);
    if (indented && !goesOn(last, next.line)) return isMonospacedLine(next.line) ? undefined : end;
    if (!indented && !isFurtherTerm(next.line, left)) return undefined;
    last = next.line;
  }
  return undefined;
}

/** The last line of a paragraph is not a term, even if the paragraph below begins with an indent. */
function endsParagraph(lines: readonly PageLine[], at: number): boolean {
  const [before, line] = [lines[at - 1], lines[at]];
  if (before === undefined || line === undefined || line.starts || before.role === 'term') return false;
  return isAligned(before.line, leftOf(line.line)) && isNextLine(before.line, line.line);
}

/** Only the first line of a paragraph is indented, all lines of a description are. */
function beginsParagraph(lines: readonly PageLine[], at: number, left: number): boolean {
  const [line, next] = [lines[at], lines[at + 1]];
  if (line === undefined || next === undefined || next.starts) return false;
  return isAligned(next.line, left) && isNextLine(line.line, next.line) && gapOf(next.line) === undefined;
}

/** Without a style of its own, a term is short, stands apart from what is above, and its description has lines. */
function isPlainTerm(lines: readonly PageLine[], at: number): boolean {
  const [before, term, below, next] = [lines[at - 1], lines[at], lines[at + 1], lines[at + 2]];
  if (term === undefined || below === undefined || next === undefined) return false;
  if (!isAligned(next.line, leftOf(below.line)) || !isNextLine(below.line, next.line)) return false;
  const isShort =
    term.line.box[2] - term.line.box[0] < (below.line.box[2] - term.line.box[0]) * plainTermShare;
  const isContinued = before !== undefined && isAligned(before.line, leftOf(term.line));
  return isShort && !(isContinued && isNextLine(before.line, term.line));
}

const isMono = ({ style }: Glyph) => style.mono;

/** As the lines of a centered title do. */
const looksAlike = (line: LineDraft, below: LineDraft) =>
  styleKey(lineStyle(line)) === styleKey(lineStyle(below)) &&
  shareOf(line.glyphs, isMono) < styledMin === shareOf(below.glyphs, isMono) < styledMin;

function isTermAbove(lines: readonly PageLine[], at: number): number | undefined {
  const end = endsParagraph(lines, at) ? undefined : endOfTerms(lines, at);
  const line = lines[at]?.line;
  if (end === undefined || line === undefined || beginsParagraph(lines, end, leftOf(line))) return undefined;
  const description = lines[end]?.line;
  const isOneText = description !== undefined && looksAlike(line, description);
  const styled = shareOf(line.glyphs, isStyled) >= styledMin && !isOneText;
  return styled || (end === at + 1 && isPlainTerm(lines, at)) ? end : undefined;
}

const isDescribedBelow = (line: LineDraft, description: LineDraft, next: PageLine | undefined) =>
  next !== undefined && isNextLine(line, next.line) && isAligned(next.line, leftOf(description));

/** Where the description begins, if it stands next to its term. */
function besideTerm(lines: readonly PageLine[], at: number, edges: ReadonlySet<string>): number | undefined {
  const line = lines[at]?.line;
  const gap = line && gapOf(line);
  if (line === undefined || gap === undefined) return undefined;
  const [term, description] = splitLine(line, gap);
  if (shareOf(term.glyphs, isStyled) < 0.9 || shareOf(description.glyphs, isStyled) > 0.9) return undefined;
  return isDescribedBelow(line, description, lines[at + 1]) ||
    edges.has(edgeKey(leftOf(term), leftOf(description)))
    ? gap
    : undefined;
}

function edgeKey(term: number, description: number): string {
  return `${Math.round(term / 2)} ${Math.round(description / 2)}`;
}

/** Where the description of a term would begin: next to it, or on the next line. */
function descriptionEdge(line: LineDraft, below: LineDraft | undefined): number | undefined {
  const gap = gapOf(line);
  if (shareOf(line.glyphs.slice(0, gap), isStyled) < 0.9) return undefined;
  if (gap !== undefined) return line.glyphs[gap]?.left;
  return below !== undefined && isNextLine(line, below) ? leftOf(below) : undefined;
}

/** Left edges of terms and their descriptions that are printed more than once. */
function repeatedEdges(lines: readonly PageLine[]): ReadonlySet<string> {
  const [once, more] = [new Set<string>(), new Set<string>()];
  for (const [at, { line }] of lines.entries()) {
    const edge = descriptionEdge(line, lines[at + 1]?.line);
    if (edge === undefined) continue;
    const key = edgeKey(leftOf(line), edge);
    if (once.has(key)) more.add(key);
    else once.add(key);
  }
  return more;
}

function isCandidate({ role, line }: PageLine): boolean {
  if (role === 'heading' || role === 'entry' || line.angled) return false;
  const label = labelOf(line);
  return label === undefined || (label.style !== 'bullet' && label.style !== 'decimal');
}

function splitBeside(line: PageLine, gap: number, next: PageLine | undefined): readonly PageLine[] {
  const [term, description] = splitLine(line.line, gap);
  if (next?.role === 'text' && isDescribedBelow(line.line, description, next)) next.starts = false;
  return [
    { ...line, line: term, role: 'term', starts: true },
    { ...line, line: description, role: 'text', starts: true },
  ];
}

/** Marks the terms from `at` to `end`, where their description begins. */
function markAbove(lines: readonly PageLine[], at: number, end: number): readonly PageLine[] {
  const terms = lines.slice(at, end);
  for (const [index, term] of terms.entries()) {
    const above = terms[index - 1]?.line;
    const isBegun = above !== undefined && isIndented(term.line, leftOf(terms[0]?.line ?? above));
    Object.assign(term, { role: 'term', starts: !isBegun });
  }
  const description = lines[end];
  if (description !== undefined) description.starts = true;
  if (description?.role === 'item') description.role = 'text';
  return terms;
}

/** A term that shares the description beside the term below it. */
function isSharingTerm(lines: readonly PageLine[], at: number, edges: ReadonlySet<string>): boolean {
  const [term, next] = [lines[at], lines[at + 1]];
  if (term === undefined || next === undefined || endsParagraph(lines, at)) return false;
  if (gapOf(term.line) !== undefined || shareOf(term.line.glyphs, isStyled) < 0.9) return false;
  if (!isAligned(next.line, leftOf(term.line)) || !isNextLine(term.line, next.line)) return false;
  return isCandidate(next) && besideTerm(lines, at + 1, edges) !== undefined;
}

type Marked = { readonly lines: readonly PageLine[]; readonly end: number };

function markAt(lines: readonly PageLine[], at: number, line: PageLine, edges: ReadonlySet<string>): Marked {
  const [unchanged, next] = [{ lines: [line], end: at + 1 }, lines[at + 1]];
  if (!isCandidate(line)) return unchanged;
  const gap = besideTerm(lines, at, edges);
  if (gap !== undefined) return { lines: splitBeside(line, gap, next), end: at + 1 };
  const end = isTermAbove(lines, at);
  if (end !== undefined) return { lines: markAbove(lines, at, end), end };
  if (!isSharingTerm(lines, at, edges)) return unchanged;
  return { lines: [{ ...line, role: 'term', starts: true }], end: at + 1 };
}

/** Lines of terms get that role; a line with a term and its description becomes two. */
export function markTerms(lines: readonly PageLine[]): PageLine[] {
  const edges = repeatedEdges(lines);
  const result: PageLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    if (line === undefined) break;
    const marked = markAt(lines, at, line, edges);
    result.push(...marked.lines);
    at = marked.end;
  }
  return result;
}
