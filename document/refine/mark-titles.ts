/** Marks the lines that the outline of the PDF names as headings of their page. */
import type { LineDraft } from '../read/draft.ts';
import { isNextLine, sizeOf } from './line-measures.ts';
import type { PageLine } from './page-lines.ts';

/** Whether the outline has an entry with this text that leads to this page. */
export type IsOutlineTitle = (lines: readonly LineDraft[], page: number) => boolean;

const titleLinesMax = 4;

/** Lines of one title are printed alike. */
function isLike(one: LineDraft, other: LineDraft): boolean {
  const leadingMax = 1.8;
  return Math.abs(sizeOf(one) - sizeOf(other)) < 0.6 && isNextLine(one, other, leadingMax);
}

function linesOfTitle(lines: readonly PageLine[], at: number, isTitle: IsOutlineTitle): number {
  const found: LineDraft[] = [];
  let count = 0;
  for (const { line } of lines.slice(at, at + titleLinesMax)) {
    const last = found.at(-1);
    if (last !== undefined && !isLike(last, line)) break;
    found.push(line);
    if (isTitle(found, line.page)) count = found.length;
  }
  return count;
}

/** Within a text, a line in the style of the text is not a title, whatever it says. */
function mayBegin(lines: readonly PageLine[], at: number): boolean {
  const [before, line] = [lines[at - 1], lines[at]];
  if (line === undefined || before === undefined || line.starts) return line !== undefined;
  return !isNextLine(before.line, line.line) || Math.abs(sizeOf(before.line) - sizeOf(line.line)) > 0.6;
}

export function markTitles(lines: readonly PageLine[], isTitle: IsOutlineTitle): void {
  for (let at = 0; at < lines.length; ) {
    const count = mayBegin(lines, at) ? linesOfTitle(lines, at, isTitle) : 0;
    lines.slice(at, at + count).forEach((line, index) => {
      line.role = 'heading';
      line.starts = index === 0;
    });
    const after = lines[at + count];
    if (count > 0 && after !== undefined && !after.starts) {
      after.starts = true;
      if (after.role === 'heading') after.role = 'text';
    }
    at += Math.max(1, count);
  }
}
