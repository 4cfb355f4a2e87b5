/** What the structure tree says about the texts and pictures of a page. */
import { areaOf, overlapOf } from '../model/box.ts';
import type { Box } from '../model/document.ts';
import type { ExtractedStructure } from '../model/extraction.ts';
import type { LineDraft, TitleMark } from '../read/draft.ts';
import { BoxIndex } from './box-index.ts';

/** The parts of a line or of a picture that the tagged box covers. */
const [lineShareMin, pictureShareMin] = [0.8, 0.6];
/** In heights of the line: the box of large text reaches over several. */
const boxHeightMax = 2.5;
/** What programs write if an author gives no text. */
const placeholder = /^(?:figure|image|graphic|picture|photo|shape|diagram|chart|bild|grafik)?\s*\d*$/iu;

const heightOf = (box: Box): number => box[3] - box[1];

/** The part of the first box that the other covers. */
function sharedPart(box: Box, other: Box): number {
  const shared = overlapOf(box, other);
  return shared === 0 ? 0 : shared / areaOf(box);
}

/** 1 for equal boxes, however large they are. */
function likeness(box: Box, other: Box): number {
  const shared = overlapOf(box, other);
  return shared === 0 ? 0 : shared / (areaOf(box) + areaOf(other) - shared);
}

type Figure = { readonly alt: string; readonly box: Box };

export class PageTags {
  readonly #titles = new BoxIndex<TitleMark>();
  readonly #figures: readonly Figure[];

  constructor({ headings, figures }: ExtractedStructure) {
    this.#figures = figures.filter(({ alt }) => !placeholder.test(alt));
    for (const { level, boxes } of headings) {
      const title = { level };
      for (const box of boxes) this.#titles.add(box, title);
    }
  }

  markLine(line: LineDraft): LineDraft {
    if (line.angled) return line;
    const over = this.#titles
      .near(line.box)
      .find(
        ({ box }) =>
          sharedPart(line.box, box) >= lineShareMin && heightOf(box) <= boxHeightMax * heightOf(line.box),
      );
    return over === undefined ? line : { ...line, title: over.value };
  }

  /** The text that the author gave a picture. */
  altOf(box: Box): string | undefined {
    let [best, alt]: [number, string | undefined] = [0, undefined];
    for (const figure of this.#figures) {
      const isOver =
        sharedPart(box, figure.box) >= pictureShareMin || sharedPart(figure.box, box) >= pictureShareMin;
      const like = isOver ? likeness(box, figure.box) : 0;
      if (like > best) [best, alt] = [like, figure.alt];
    }
    return alt;
  }
}
