/** The marks of footnotes in a text: raised numbers, letters and signs. */
import type { Span, Text } from '../model/blocks.ts';

export type NoteMark = {
  /** Without brackets and points, and not raised: `1`, `a`, `†`. */
  readonly mark: string;
  readonly start: number;
  readonly end: number;
};

const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** One mark, alone or with brackets or a point: `1`, `(13)`, `2)`, `a`, `**`. Bounded, so that it is matched in linear time. */
const token = /\(?(?<![\d\p{L}])(\d{1,3}|[a-z]|([*†‡§¶‖#])\2{0,2}(?!\2))(?![\d\p{L}])[).]?/gu;
/** Several marks may share a raised text: `1, 2`, `*†`. Longer texts are not marks. */
const marksCharsMax = 24;

const plainMark = (text: string): string =>
  text.replace(/[⁰¹²³⁴-⁹]/gu, (digit) => `${digits.indexOf(digit)}`).replace(/[∗⁎]/gu, '*');

function tokensIn(text: string, offset: number): readonly NoteMark[] {
  if (text.length > marksCharsMax) return [];
  const plain = plainMark(text);
  if (!/^[\s,;]*$/.test(plain.replace(token, ''))) return [];
  return [...plain.matchAll(token)].map(({ 0: whole, 1: mark = '', index }) => ({
    mark,
    start: offset + index,
    end: offset + index + whole.length,
  }));
}

/** Brackets around a raised mark belong to it. */
function withBrackets(content: string, mark: NoteMark): NoteMark {
  const { start, end } = mark;
  const isOpen = content[start - 1] === '(' && !content.slice(start, end).includes(')');
  return isOpen && content[end] === ')' ? { ...mark, start: start - 1, end: end + 1 } : mark;
}

const isRaised = ({ sup }: Span): boolean => sup === true;

/** Digits that are powers: after a unit, a number that is not a year, a single letter or an operator. */
function isPower(before: string): boolean {
  if (/\d$/u.test(before)) return !/(?:^|\D)(?:1[5-9]|20)\d\d$/u.test(before);
  return /(?:^|[^\p{L}’'])\p{L}$|[=+<>×·^]$|(?:^|[^\p{L}])(?:[kcdmµμn]m|ft|yd|mi|sec)$/u.test(before);
}

/** Signs that fonts raise by themselves, and characters that are raised digits. */
const raisedCharacters = /(?<=[\p{L}\p{P}])(?:[*∗⁎†‡]{1,3}(?![\p{L}\d])|[⁰¹²³⁴-⁹]{1,3})/gu;

/** Marks that may refer to a footnote; those at the beginning of a text are labels of it. */
export function referenceMarks({ content, spans }: Text): readonly NoteMark[] {
  const raised = spans.filter(isRaised);
  const inSpans = raised.flatMap(({ start, end }) =>
    tokensIn(content.slice(start, end), start).map((mark) => withBrackets(content, mark)),
  );
  const isCovered = (at: number) => raised.some(({ start, end }) => start <= at && at < end);
  const characters = [...content.matchAll(raisedCharacters)]
    .filter(({ index }) => !isCovered(index))
    .map(({ 0: text, index }) => ({ mark: plainMark(text), start: index, end: index + text.length }));
  return [...inSpans, ...characters]
    .filter(({ start }) => start > 0)
    .filter(({ mark, start }) => !/\d/.test(mark) || !isPower(content.slice(Math.max(0, start - 8), start)))
    .sort((one, other) => one.start - other.start);
}

const printedLabel = /^(?:[*∗⁎†‡§¶‖#]{1,3}|[⁰¹²³⁴-⁹]{1,3}|\(?\d{1,3}[).]|\d{1,3}(?= ?\p{L}))/u;

/** The mark with which a footnote begins. */
export function ownMark({ content, spans }: Text): NoteMark | undefined {
  const raised = spans.find((span) => isRaised(span) && span.start === 0);
  const label = raised ? content.slice(0, raised.end) : (printedLabel.exec(content)?.[0] ?? '');
  const marks = tokensIn(label, 0);
  const [mark] = marks;
  if (mark === undefined || marks.length > 1 || content.slice(mark.end).trim() === '') return undefined;
  return mark;
}
