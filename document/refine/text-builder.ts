/** Builds the content of a text from lines of glyphs, and knows which glyph and line each part of it comes from. */
import type { Line } from '../model/blocks.ts';
import type { Glyph, LineDraft } from '../read/draft.ts';
import type { CodeLine } from './code.ts';
import { continuesAddress, continuesPrintedAddress, type Joint, lineJoint } from './line-joints.ts';

/** A part of the content. Parts do not overlap; spaces between lines belong to none. */
export type TextPart = { start: number; end: number; readonly glyph: Glyph; readonly line: LineDraft };

export type BuiltText = {
  readonly content: string;
  readonly parts: readonly TextPart[];
  readonly lines: readonly Line[];
};

/** Characters that can be composed with the one before them: marks, and vowels and finals of Hangul. */
const composable = /^[\p{M}\u1161-\u1175\u11a8-\u11c2]/u;
/** How much of the text before a line end is looked at. */
const tailChars = 120;

function composes(text: string): boolean {
  return text.charCodeAt(0) >= 0x300 && composable.test(text);
}

/** Text in chunks, so that long texts are not copied for each glyph. */
class OpenText {
  readonly #chunks: string[] = [];
  readonly parts: TextPart[] = [];
  readonly lines: { -readonly [K in keyof Line]: Line[K] }[] = [];
  length = 0;

  append(text: string): void {
    this.#chunks.push(text);
    this.length += text.length;
  }

  endsWith(char: string): boolean {
    return this.#chunks.at(-1)?.endsWith(char) === true;
  }

  dropLast(): void {
    const last = this.#chunks.pop() ?? '';
    this.length -= last.length;
    if (last.length > 1) this.append(last.slice(0, -1));
    const [part, line] = [this.parts.at(-1), this.lines.at(-1)];
    if (part !== undefined) part.end = Math.max(part.start, Math.min(part.end, this.length));
    if (line !== undefined) line.end = Math.max(line.start, Math.min(line.end, this.length));
  }

  /** The composed character can be shorter than its parts were. */
  compose(addition: string): void {
    const last = this.#chunks.pop() ?? '';
    this.length -= last.length;
    this.append((last + addition).normalize('NFC'));
    const part = this.parts.at(-1);
    if (part !== undefined) part.end = this.length;
  }

  tail(): string {
    let text = '';
    for (let at = this.#chunks.length - 1; at >= 0 && text.length < tailChars; at -= 1)
      text = (this.#chunks[at] ?? '') + text;
    return text;
  }

  built(): BuiltText {
    while (this.endsWith(' ') || this.endsWith('\u00ad')) this.dropLast();
    const parts = this.parts.filter((part) => part.end > part.start);
    return { content: this.#chunks.join(''), parts, lines: this.lines };
  }
}

/** Soft hyphens are kept at the end of a line only, where they say that the word goes on. */
function glyphText(glyph: Glyph, isLast: boolean): string {
  if (!glyph.text.includes('\u00ad')) return glyph.text;
  return isLast ? glyph.text.replace(/\u00ad(?!$)/g, '') : glyph.text.replaceAll('\u00ad', '');
}

function appendGlyphs(text: OpenText, line: LineDraft): void {
  const start = text.length;
  line.glyphs.forEach((glyph, index) => {
    const addition = glyphText(glyph, index === line.glyphs.length - 1);
    const at = text.length;
    if (addition === '' || (addition === ' ' && (at === start || text.endsWith(' ')))) return;
    if (composes(addition) && at > start && !text.endsWith(' ')) {
      text.compose(addition);
      return;
    }
    text.append(addition);
    text.parts.push({ start: at, end: text.length, glyph, line });
  });
  text.lines.push({ page: line.page, box: line.box, start, end: text.length });
}

const plainTexts = new WeakMap<LineDraft, string>();

/** The text of one line. */
export function plainLine(line: LineDraft): string {
  const before = plainTexts.get(line);
  if (before !== undefined) return before;
  const last = line.glyphs.at(-1);
  let text = '';
  for (const glyph of line.glyphs) text += glyph.text;
  if (text.includes('\u00ad')) {
    text = '';
    for (const glyph of line.glyphs) text += glyphText(glyph, glyph === last);
  }
  text = text.normalize('NFC');
  plainTexts.set(line, text);
  return text;
}

/** The lines as they are, without a decision about hyphens. */
export const plainLines = (lines: readonly LineDraft[]): string => lines.map(plainLine).join(' ');

const urlOf = (glyph: Glyph | undefined): string | undefined =>
  glyph?.link !== undefined && 'url' in glyph.link ? glyph.link.url : undefined;

/** The address to which the last word of a line and the first of the next one link. */
function sharedUrl(above: LineDraft | undefined, below: LineDraft): string | undefined {
  const isText = ({ text }: Glyph) => text.trim() !== '';
  const url = urlOf(above?.glyphs.findLast(isText));
  return url === urlOf(below.glyphs.find(isText)) ? url : undefined;
}

/** Names in code are cut at their own hyphens. */
function isCutCode(above: LineDraft | undefined, below: LineDraft): boolean {
  const [last, first] = [above?.glyphs.at(-1), below.glyphs[0]];
  return last?.style.mono === true && first?.style.mono === true && /^[-‐]$/.test(last.text);
}

function jointOf(
  before: string,
  after: string,
  url: string | undefined,
  hasWord: (word: string) => boolean,
): Joint {
  if (url !== undefined && continuesAddress(before, after, url)) return 'nothing';
  if (url === undefined && continuesPrintedAddress(before, after)) return 'nothing';
  return lineJoint(before, after, hasWord);
}

/** Joins the lines to one text without line breaks. */
export function joinLines(lines: readonly LineDraft[], hasWord: (word: string) => boolean): BuiltText {
  const text = new OpenText();
  let above: LineDraft | undefined;
  for (const line of lines) {
    const next = plainLine(line).trim();
    if (next === '') continue;
    while (text.endsWith(' ')) text.dropLast();
    if (text.length > 0) {
      const joint = jointOf(text.tail(), next, sharedUrl(above, line), hasWord);
      if (joint === 'drop_hyphen' && !isCutCode(above, line)) text.dropLast();
      if (joint === 'space') text.append(' ');
    }
    appendGlyphs(text, line);
    above = line;
  }
  return text.built();
}

/** Quotes that only close are straight quotes that were set as text. */
function withStraightQuotes(code: string): string {
  const straight = code.includes('“') || code.includes('„') ? code : code.replaceAll('”', '"');
  return straight.includes('‘') || straight.includes('‚') ? straight : straight.replaceAll('’', "'");
}

/** Keeps one line of text for each printed line of a listing. */
export function stackLines(lines: readonly CodeLine[]): BuiltText {
  const text = new OpenText();
  lines.forEach(({ line, blankLinesBefore, indent }, index) => {
    if (index > 0) text.append('\n'.repeat(1 + blankLinesBefore));
    if (indent > 0) text.append(' '.repeat(indent));
    appendGlyphs(text, line);
  });
  const built = text.built();
  return { ...built, content: withStraightQuotes(built.content) };
}
