/** What the structure tree says about the texts and pictures of a page. */
import type { Box } from '../model/document.ts';
import type { ExtractedStructure } from '../model/extraction.ts';
import type { LineDraft, TitleMark } from '../read/draft.ts';
import { BoxIndex } from './box-index.ts';

/** The parts of a line or of a picture that the tagged box covers. */
const [lineShareMin, pictureShareMin] = [0.8, 0.6];
/** What programs write if an author gives no text. */
const placeholder = /^(?:figure|image|graphic|picture|photo|shape|diagram|chart|bild|grafik)?\s*\d*$/iu;

function sharedPart(box: Box, other: Box): number {
  const width = Math.min(box[2], other[2]) - Math.max(box[0], other[0]);
  const height = Math.min(box[3], other[3]) - Math.max(box[1], other[1]);
  const area = (box[2] - box[0]) * (box[3] - box[1]);
  return width > 0 && height > 0 && area > 0 ? (width * height) / area : 0;
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
    const over = this.#titles.near(line.box).find(({ box }) => sharedPart(line.box, box) >= lineShareMin);
    return over === undefined ? line : { ...line, title: over.value };
  }

  /** The text that the author gave a picture. */
  altOf(box: Box): string | undefined {
    return this.#figures.find(
      (figure) =>
        sharedPart(box, figure.box) >= pictureShareMin || sharedPart(figure.box, box) >= pictureShareMin,
    )?.alt;
  }
}
