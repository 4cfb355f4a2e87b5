/** Finds items of lists that the engine took for text, and text that it took for items. */
import { isCaptionStart } from '../read/caption-start.ts';
import { labelOf } from './line-label.ts';
import { isNextLine, leftOf, sizeOf } from './line-measures.ts';
import type { Label } from './list-labels.ts';
import { numberedLine } from './numbered-lines.ts';
import type { PageLine } from './page-lines.ts';
import type { SurveyFacts } from './survey-facts.ts';
import { plainLine } from './text-builder.ts';

/** Signs that stand for nothing but an item. Dashes, letters and numbers may begin a line of text. */
const clearBullet = /^[•◦▪▫■□●○‣⁃∙◆◇➢➤►▶▸✓✔❖❑❏\u2610-\u2612\u261a-\u261f\uf0b7\uf0a7\uf0d8]/u;
const tolerance = 0.3;
const numberDistanceMax = 60;

type Candidate = {
  readonly line: PageLine;
  readonly label: Label;
  readonly left: number;
  readonly at: number;
};

function isHanging(lines: readonly PageLine[], at: number): boolean {
  const [line, next] = [lines[at], lines[at + 1]];
  if (line === undefined || next === undefined || next.role !== 'text') return false;
  const indent = (leftOf(next.line) - leftOf(line.line)) / sizeOf(line.line);
  return indent > 0.5 && indent < 4 && isNextLine(line.line, next.line);
}

/** The same bullet, or the next number, at the same place. */
function isSibling(one: Candidate, other: Candidate): boolean {
  if (Math.abs(one.left - other.left) > tolerance * 2 * sizeOf(one.line.line)) return false;
  if (other.at - one.at > numberDistanceMax || one.label.shape !== other.label.shape) return false;
  const [before, after] = [one.label, other.label];
  if (before.number === undefined) return after.number === undefined && one.line.starts && other.line.starts;
  return after.number === before.number + 1 || after.roman === (before.roman ?? before.number) + 1;
}

type HasNeighbour = SurveyFacts['hasNeighbour'];

/** The list goes on from the page before, or on the next one. */
function isOfOtherPage({ line }: Candidate, hasNeighbour: HasNeighbour): boolean {
  const numbered = line.starts ? numberedLine(line.line) : undefined;
  return numbered !== undefined && hasNeighbour(numbered);
}

function markCandidates(
  lines: readonly PageLine[],
  candidates: readonly Candidate[],
  hasNeighbour: HasNeighbour,
): void {
  for (const [index, candidate] of candidates.entries()) {
    const { line, label, at } = candidate;
    if (line.role === 'item') continue;
    const near = [candidates[index - 1], candidates[index + 1]];
    const hasSibling =
      (near[0] !== undefined && isSibling(near[0], candidate)) ||
      (near[1] !== undefined && isSibling(candidate, near[1]));
    const isItem = hasSibling ? line.starts || isHanging(lines, at) : isOfOtherPage(candidate, hasNeighbour);
    if (isItem || clearBullet.test(label.text)) Object.assign(line, { role: 'item', starts: true });
  }
}

/** A line without a label that goes on where the line above ends is a part of its text. */
function isContinued(before: PageLine | undefined, line: PageLine): boolean {
  if (before === undefined || (before.role !== 'text' && before.role !== 'item')) return false;
  const isLevel = Math.abs(leftOf(before.line) - leftOf(line.line)) < tolerance * sizeOf(line.line);
  const isFirst = before.starts && leftOf(before.line) > leftOf(line.line);
  const isFull = before.line.box[2] >= line.line.box[2] && !/[.!?:]$/.test(plainLine(before.line).trim());
  return isFull && isNextLine(before.line, line.line, 1.3) && (isLevel || isFirst);
}

export function markItems(lines: readonly PageLine[], hasNeighbour: HasNeighbour): void {
  const candidates: Candidate[] = [];
  for (const [at, line] of lines.entries()) {
    if (line.role !== 'text' && line.role !== 'item') continue;
    const label = labelOf(line.line);
    if (label?.style === 'outline') continue;
    if (label !== undefined) candidates.push({ line, label, left: leftOf(line.line), at });
    else if (line.role === 'item' && isContinued(lines[at - 1], line))
      Object.assign(line, { role: 'text', starts: false });
    else if (line.role === 'item' && isCaptionStart(plainLine(line.line))) line.role = 'text';
  }
  markCandidates(lines, candidates, hasNeighbour);
}
