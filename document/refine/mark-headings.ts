/** Marks lines in the style of headings, and takes the mark from text that only looks like a heading. */

import { isCaptionStart } from '../read/caption-start.ts';
import type { Glyph, LineDraft } from '../read/draft.ts';
import { isDate } from './dates.ts';
import { isDistinct, lineStyle, styleKey } from './heading-styles.ts';
import { labelOf } from './line-label.ts';
import { isNextLine, leading, leftOf } from './line-measures.ts';
import type { PageLine } from './page-lines.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { plainLine, plainLines } from './text-builder.ts';

const [titleLinesMax, titleCharsMax] = [4, 250];
const leadingMax = 1.8;
/** In parts of the font size. */
const columnGap = 1.5;
/** In parts of the size of most text. */
const largeMin = 1.2;

const chapterNumber =
  /^(?:(?:chapter|appendix|part|kapitel|anhang|teil|chapitre|capítulo)\s+(?:\d{1,3}|[a-z]|[ivx]{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/iu;
const chapterLeadingMax = 5;
const pointsMin = 3;

/** Lines of one block, or lines of one style below each other. */
function groupEnd(lines: readonly PageLine[], at: number): number {
  const first = lines[at];
  if (first === undefined) return at + 1;
  const key = styleKey(lineStyle(first.line));
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const [above, line] = [lines[end - 1], lines[end]];
    if (above === undefined || line === undefined || line.starts || line.role !== first.role) break;
    if (first.role === 'heading') continue;
    if (styleKey(lineStyle(line.line)) !== key || !isNextLine(above.line, line.line, leadingMax)) break;
  }
  return end;
}

function textOf(lines: readonly LineDraft[]): string {
  return plainLines(lines).trim();
}

/** What stands below a title is not one. */
const address = /^(?:\S+@\S+\.\S+|@\w+|(?:https?:\/\/|www\.)\S+|[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}\/\S*)$/iu;

/** A title has words, few lines, and does not end as a sentence does. */
function isTitleText(lines: readonly LineDraft[]): boolean {
  const text = textOf(lines);
  if (lines.length > titleLinesMax || text.length > titleCharsMax || isCaptionStart(text)) return false;
  if (/^\p{Ll}/u.test(text) && /[.,;]$/.test(text)) return false;
  if (text.split(/\s+/).every((word) => address.test(word)) || (lines[0]?.page === 1 && isDate(text)))
    return false;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 2;
}

/** Words far apart are cells of a table, except after a number. */
function hasColumns(line: LineDraft): boolean {
  let [gaps, before]: [number, Glyph | undefined] = [0, undefined];
  for (let at = 0; at < line.glyphs.length; at += 1) {
    const glyph = line.glyphs[at];
    if (glyph === undefined || glyph.text === ' ') continue;
    const isNumber = at < 12 && before !== undefined && /[\d.)]/.test(before.text);
    if (before !== undefined && !isNumber && glyph.left - before.right > columnGap * glyph.style.size)
      gaps += 1;
    before = glyph;
  }
  return gaps > 0;
}

function isSentence(text: string): boolean {
  return /[.,;:]$/.test(text) && !/^[\d.]+\s\S+(\s\S+){0,6}$/.test(text);
}

/** Names in a monospaced font, in a line that is neither bold nor clearly larger than the text: a function is declared. */
function isDeclaration(line: LineDraft, { body, bodyMono }: SurveyFacts): boolean {
  const { size, bold } = lineStyle(line);
  if (bodyMono || bold || size >= body.size * largeMin) return false;
  return line.glyphs.some(({ style }) => style.mono);
}

const hasBullet = (line: LineDraft | undefined): boolean =>
  line !== undefined && labelOf(line)?.style === 'bullet';

/** Engine headings stay if their style can be told from the text. */
function keepsHeading(lines: readonly LineDraft[], facts: SurveyFacts): boolean {
  const style = lineStyle(lines[0]);
  const page = lines[0]?.page ?? 1;
  if (hasBullet(lines[0]) || lines.some((line) => isDeclaration(line, facts))) return false;
  return isTitleText(lines) && isDistinct(style, facts.body) && facts.isUnlistedHeading(style, page);
}

/** Named by a tag or the outline, or clearly larger than the text, in the style of other headings. */
export function isClearTitle(lines: readonly LineDraft[], facts: SurveyFacts): boolean {
  if (isNamed(lines, facts)) return !isCaptionStart(textOf(lines));
  const style = lineStyle(lines[0]);
  const isLarge = style.size >= facts.body.size * largeMin && facts.isHeadingStyle(style);
  return isLarge && keepsHeading(lines, facts);
}

function becomesHeading(lines: readonly PageLine[], at: number, end: number, facts: SurveyFacts): boolean {
  const found = lines.slice(at, end).map(({ line }) => line);
  const [first] = found;
  if (first === undefined || first.angled || hasBullet(first)) return false;
  if (found.some((line) => isDeclaration(line, facts))) return false;
  const style = lineStyle(first);
  if (!facts.isHeadingStyle(style) || !facts.isUnlistedHeading(style, first.page)) return false;
  if (!isTitleText(found) || isSentence(textOf(found)) || found.some(hasColumns)) return false;
  const after = lines[end];
  // Emphasis at the beginning of a text whose other lines are plain is not a title.
  const goesOn =
    after !== undefined && !after.starts && isNextLine(lines[end - 1]?.line ?? first, after.line, 1.3);
  return !goesOn || lineStyle(first).size > facts.body.size * 1.08 || leftOf(after.line) < leftOf(first);
}

function isNamed(found: readonly LineDraft[], facts: SurveyFacts): boolean {
  if (found.some(({ title }) => title !== undefined)) return true;
  return found.some((line) => facts.isOutlineTitle([line], line.page)) || isOutlineTitle(found, facts);
}

const isOutlineTitle = (lines: readonly LineDraft[], facts: SurveyFacts): boolean =>
  facts.isOutlineTitle(lines, lines[0]?.page ?? 1);

function markGroup(lines: readonly PageLine[], at: number, end: number, facts: SurveyFacts): void {
  const group = lines.slice(at, end);
  const role = group[0]?.role;
  if (role === 'heading') {
    const found = group.map(({ line }) => line);
    if (!isNamed(found, facts) && !keepsHeading(found, facts)) for (const line of group) line.role = 'text';
  } else if ((role === 'text' || role === 'item') && becomesHeading(lines, at, end, facts)) {
    for (const [index, line] of group.entries())
      Object.assign(line, { role: 'heading', starts: index === 0 });
    const after = lines[end];
    if (after !== undefined) after.starts = true;
  }
}

/** A line such as `Chapter 3` belongs to the title below it. */
function joinNumbers(lines: readonly PageLine[], facts: SurveyFacts): void {
  for (const [at, line] of lines.entries()) {
    const next = lines[at + 1];
    // The engine takes the first words of a chapter for the only item of a list.
    if (next?.role !== 'heading' || !next.starts || !['heading', 'text', 'item'].includes(line.role))
      continue;
    if (!line.starts || !chapterNumber.test(plainLine(line.line).trim())) continue;
    if (isNamed([line.line], facts) || /^\d/.test(plainLine(next.line))) continue;
    const distance = leading(line.line, next.line);
    if (distance === undefined || distance > chapterLeadingMax) continue;
    line.role = 'heading';
    next.starts = false;
  }
}

const numberOf = ({ line }: PageLine): number | undefined => {
  const label = labelOf(line);
  return label?.style === 'decimal' && /^\d{1,2}[.)]$/.test(label.text) ? label.number : undefined;
};

/** Where headings that count from `at` on, without text between them, end. */
function countedEnd(lines: readonly PageLine[], at: number): number {
  const first = lines[at];
  const key = styleKey(lineStyle(first?.line));
  let end = at;
  for (let line = first; line?.role === 'heading' && line.starts; line = lines[end]) {
    if (numberOf(line) !== end - at + 1 || styleKey(lineStyle(line.line)) !== key) break;
    end += 1;
  }
  return end;
}

/** On slides, points of a list are as large as headings. */
function unmarkPoints(lines: readonly PageLine[], facts: SurveyFacts): void {
  for (let at = 0; at < lines.length; at += 1) {
    const end = countedEnd(lines, at);
    const points = lines.slice(at, end);
    const isList = points.length >= pointsMin && !points.some((point) => isNamed([point.line], facts));
    if (isList) for (const point of points) point.role = 'text';
    if (end > at) at = end - 1;
    else if (continuesPoint(lines[at - 1], lines[at], facts))
      Object.assign(lines[at] ?? {}, { role: 'text' });
  }
}

/** The second line of a point with a bullet, which the engine took for a heading of its own. */
function continuesPoint(
  above: PageLine | undefined,
  line: PageLine | undefined,
  facts: SurveyFacts,
): boolean {
  if (above === undefined || line?.role !== 'heading' || !hasBullet(above.line)) return false;
  if (styleKey(lineStyle(above.line)) !== styleKey(lineStyle(line.line)) || isNamed([line.line], facts))
    return false;
  return isNextLine(above.line, line.line, leadingMax) && leftOf(line.line) > leftOf(above.line);
}

export function markHeadings(lines: readonly PageLine[], facts: SurveyFacts): void {
  for (let at = 0; at < lines.length; ) {
    const end = groupEnd(lines, at);
    markGroup(lines, at, end, facts);
    at = end;
  }
  joinNumbers(lines, facts);
  unmarkPoints(lines, facts);
}
