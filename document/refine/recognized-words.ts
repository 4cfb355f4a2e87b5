/** Gives glyphs the recognized word (OCR) they belong to, and texts the confidences of their words. */
import type { Word } from '../model/blocks.ts';
import type { RecognizedWords } from '../model/extraction.ts';
import type { Glyph, LineDraft, WordMark } from '../read/draft.ts';
import { BoxIndex } from './box-index.ts';
import type { TextPart } from './text-builder.ts';

/** Of the size of a word, below and above its baseline: less than the distance of two lines. */
const [below, above] = [0.25, 0.5];
/** In points: glyphs are placed by rounded numbers. */
const slack = 0.05;

type Place = {
  readonly mark: WordMark;
  readonly left: number;
  readonly right: number;
  readonly baseline: number;
};

export class PageWords {
  readonly #index = new BoxIndex<Place>();

  constructor(page: RecognizedWords | undefined) {
    for (const [left, baseline, right, size, confidence] of page?.words ?? []) {
      const mark = { confidence: confidence / 100 };
      this.#index.add([left, baseline - below * size, right, baseline + above * size], {
        ...{ mark, left, right, baseline },
      });
    }
  }

  /** The word over the middle of a glyph whose baseline is closest to the glyph's own. */
  markLine(line: LineDraft): LineDraft {
    const near = line.angled ? [] : this.#index.near(line.box);
    if (near.length === 0) return line;
    const glyphs = line.glyphs.map((glyph): Glyph => {
      if (glyph.text === ' ') return glyph;
      const x = (glyph.left + glyph.right) / 2;
      let [found, distance]: [Place | undefined, number] = [undefined, Number.POSITIVE_INFINITY];
      for (const { value } of near) {
        const away = Math.abs(value.baseline - glyph.style.baseline);
        if (away < distance && x >= value.left - slack && x <= value.right + slack)
          [found, distance] = [value, away];
      }
      return found === undefined ? glyph : { ...glyph, word: found.mark };
    });
    return { ...line, glyphs };
  }
}

/** Empty for text that was not recognized. */
export function wordsOf(parts: readonly TextPart[]): readonly Word[] {
  const words: { start: number; end: number; readonly confidence: number }[] = [];
  let last: WordMark | undefined;
  for (const { start, end, glyph } of parts) {
    const { word } = glyph;
    const open = words.at(-1);
    if (word !== undefined && word === last && open !== undefined) open.end = end;
    else if (word !== undefined) words.push({ start, end, confidence: word.confidence });
    last = word;
  }
  return words;
}
