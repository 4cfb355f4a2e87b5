/** Builds the content of a text from lines of glyphs, and knows which glyph and line each part of it comes from. */
import type { Line } from '../model/blocks.ts';
import type { Glyph, LineDraft } from '../read/draft.ts';
import { lineJoint } from './line-joints.ts';

/** A part of the content. Parts do not overlap; spaces between lines belong to none. */
export type TextPart = { start: number; end: number; readonly glyph: Glyph; readonly line: LineDraft };

export type BuiltText = {
  readonly content: string;
  readonly parts: readonly TextPart[];
  readonly lines: readonly Line[];
};

/** Characters that can be composed with the one before them: marks, and vowels and finals of Hangul. */
const composable = /^[\p{M}\u1161-\u1175\u11a8-\u11c2]/u;

function composes(text: string): boolean {
  return text.charCodeAt(0) >= 0x300 && composable.test(text);
}

type OpenText = { content: string; parts: TextPart[]; lines: { -readonly [K in keyof Line]: Line[K] }[] };

function dropLast(text: OpenText): void {
  text.content = text.content.slice(0, -1);
  const [part, line] = [text.parts.at(-1), text.lines.at(-1)];
  if (part !== undefined) part.end = Math.max(part.start, Math.min(part.end, text.content.length));
  if (line !== undefined) line.end = Math.max(line.start, Math.min(line.end, text.content.length));
}

/** The composed character can be shorter than its parts were: the part before ends where the content does. */
function appendComposed(text: OpenText, addition: string): void {
  const part = text.parts.at(-1);
  const from = part === undefined ? text.content.length : part.start;
  text.content = text.content.slice(0, from) + (text.content.slice(from) + addition).normalize('NFC');
  if (part !== undefined) part.end = text.content.length;
}

/** Soft hyphens are kept at the end of a line only, where they say that the word goes on. */
function glyphText(glyph: Glyph, isLast: boolean): string {
  if (!glyph.text.includes('\u00ad')) return glyph.text;
  return isLast ? glyph.text.replace(/\u00ad(?!$)/g, '') : glyph.text.replaceAll('\u00ad', '');
}

function appendGlyphs(text: OpenText, line: LineDraft): void {
  const start = text.content.length;
  line.glyphs.forEach((glyph, index) => {
    const addition = glyphText(glyph, index === line.glyphs.length - 1);
    if (addition === '') return;
    const at = text.content.length;
    if (addition === ' ' && (at === start || text.content.endsWith(' '))) return;
    if (composes(addition) && at > start && !text.content.endsWith(' ')) {
      appendComposed(text, addition);
      return;
    }
    text.content += addition;
    text.parts.push({ start: at, end: text.content.length, glyph, line });
  });
  text.lines.push({ page: line.page, box: line.box, start, end: text.content.length });
}

const plainTexts = new WeakMap<LineDraft, string>();

/** The text of one line. */
export function plainLine(line: LineDraft): string {
  const before = plainTexts.get(line);
  if (before !== undefined) return before;
  let text = '';
  for (const [index, glyph] of line.glyphs.entries())
    text += glyphText(glyph, index === line.glyphs.length - 1);
  text = text.normalize('NFC');
  plainTexts.set(line, text);
  return text;
}

function trimEnd(text: OpenText): void {
  while (text.content.endsWith(' ') || text.content.endsWith('\u00ad')) dropLast(text);
}

/** Joins the lines to one text without line breaks. */
export function joinLines(lines: readonly LineDraft[], hasWord: (word: string) => boolean): BuiltText {
  const text: OpenText = { content: '', parts: [], lines: [] };
  for (const line of lines) {
    const next = plainLine(line).trim();
    if (next === '') continue;
    while (text.content.endsWith(' ')) dropLast(text);
    if (text.content !== '') {
      const joint = lineJoint(text.content, next, hasWord);
      if (joint === 'drop_hyphen') dropLast(text);
      if (joint === 'space') text.content += ' ';
    }
    appendGlyphs(text, line);
  }
  trimEnd(text);
  return { ...text, parts: text.parts.filter((part) => part.end > part.start) };
}

/** Keeps one line of text for each printed line, with the given indent in spaces. */
export function stackLines(lines: readonly LineDraft[], indents: readonly number[]): BuiltText {
  const text: OpenText = { content: '', parts: [], lines: [] };
  lines.forEach((line, index) => {
    if (index > 0) text.content += '\n';
    text.content += ' '.repeat(indents[index] ?? 0);
    appendGlyphs(text, line);
  });
  trimEnd(text);
  return { ...text, parts: text.parts.filter((part) => part.end > part.start) };
}
