/** One printed line: runs become glyphs with clean letters, accents on their letters, and spaces between words. */
import type { ExtractedLine } from '../model/extraction.ts';
import type { Glyph, LineDraft, RunStyle } from '../read/draft.ts';
import { readGlyphs } from '../read/read-glyphs.ts';
import { composeAccents } from './accents.ts';
import { cleanLetters } from './letters.ts';
import { spaceGlyphs } from './line-spaces.ts';
import { attachMarks } from './marks.ts';
import { dropStretching } from './stretching.ts';

/** Typewriter fonts of TeX print an accent grave and an apostrophe as quotes. */
const typewriter = /(^|\+)cm(sl|it|v|csc)?tt/i;

function codeQuotes(text: string, { font, mono }: RunStyle): string {
  if (!mono || (text !== '‘' && text !== '’') || !typewriter.test(font)) return text;
  return text === '‘' ? '`' : "'";
}

function cleanGlyph(glyph: Glyph): Glyph {
  const text = codeQuotes(cleanLetters(glyph.text), glyph.style);
  return text === glyph.text ? glyph : { ...glyph, text };
}

/** Glyphs of the result are still in printed order. */
export function readLine(line: ExtractedLine, page: number, monospaced?: ReadonlySet<string>): LineDraft {
  const angled = line.runs.some((run) => run.ends === undefined && run.text.length > 0);
  const glyphs: Glyph[] = [];
  for (const run of line.runs)
    for (const glyph of readGlyphs(run, monospaced)) glyphs.push(cleanGlyph(glyph));
  return {
    page,
    box: line.box,
    glyphs: spaceGlyphs(dropStretching(angled ? glyphs : attachMarks(composeAccents(glyphs)))),
    angled,
  };
}
