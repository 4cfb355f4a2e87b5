/** Makes a text safe for every format without moving an offset: each code unit stays one code unit. */

import { isAllowedUrl } from '../model/allowed-targets.ts';
import type { Line, Link, Span, Text, Word } from '../model/blocks.ts';
import type { Box } from '../model/document.ts';
import { isNoteName } from '../model/note-names.ts';

/** Controls, line separators, and noncharacters: html and markdown forbid or replace them. */
const breaking = /[\p{Cc}\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]/gu;
const breakingInCode = /(?![\n\t])[\p{Cc}\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]/gu;
const plainAscii = /^[ -~]*$/;

/** Lone surrogates become U+FFFD, so that text is the same before and after UTF-8. */
export const cleanString = (text: string): string =>
  plainAscii.test(text) ? text : text.toWellFormed().replace(breaking, ' ');

/** Keeps the lines and tabs of code. */
export const cleanCode = (text: string): string => text.toWellFormed().replace(breakingInCode, ' ');

export const round = (value: number): number =>
  Number.isFinite(value) ? Math.round(value * 100) / 100 + 0 : 0;

export const cleanBox = (box: Box): Box => [round(box[0]), round(box[1]), round(box[2]), round(box[3])];

/** Inside the text, and never between the halves of a surrogate pair. */
function offsetIn(content: string, offset: number): number {
  const inside = Math.min(Math.max(Math.trunc(offset) || 0, 0), content.length);
  const splitsPair =
    (content.charCodeAt(inside) & 0xfc00) === 0xdc00 && (content.charCodeAt(inside - 1) & 0xfc00) === 0xd800;
  return splitsPair ? inside - 1 : inside;
}

function cleanLink(link: Link): Link | undefined {
  if ('url' in link) return isAllowedUrl(link.url) ? { url: link.url } : undefined;
  return Number.isSafeInteger(link.page) && link.page > 0 ? { page: link.page } : undefined;
}

function cleanSpan(content: string, span: Span): Span | undefined {
  const [start, end] = [offsetIn(content, span.start), offsetIn(content, span.end)];
  const link = span.link && cleanLink(span.link);
  const note = span.note !== undefined && isNoteName(span.note) ? span.note : undefined;
  const { bold, italic, strike, code, sup, sub } = span;
  if (start >= end || !(bold || italic || strike || code || sup || sub || link || note)) return undefined;
  return {
    start,
    end,
    ...(bold && { bold }),
    ...(italic && { italic }),
    ...(strike && { strike }),
    ...(code && { code }),
    ...(sup && { sup }),
    ...(sub && { sub }),
    ...(link && { link }),
    ...(note && { note }),
  };
}

const cleanLine = (content: string, line: Line): Line => ({
  page: line.page,
  box: cleanBox(line.box),
  start: offsetIn(content, line.start),
  end: offsetIn(content, line.end),
});

function cleanWord(content: string, word: Word): readonly Word[] {
  const [start, end] = [offsetIn(content, word.start), offsetIn(content, word.end)];
  const confidence = round(Math.min(Math.max(word.confidence, 0), 1));
  return start < end ? [{ start, end, confidence }] : [];
}

export function cleanText(text: Text, clean: (text: string) => string): Text {
  const content = clean(text.content);
  const spans = text.spans.flatMap((span) => cleanSpan(content, span) ?? []);
  return {
    content,
    ...(text.direction && { direction: text.direction }),
    spans: spans.sort((a, b) => a.start - b.start || b.end - a.end),
    lines: text.lines.map((line) => cleanLine(content, line)),
    ...(text.words && { words: text.words.flatMap((word) => cleanWord(content, word)) }),
  };
}
