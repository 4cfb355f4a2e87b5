/** Gives the words under a link's rectangles their link. */
import type { Link } from '../model/blocks.ts';
import type { Box } from '../model/document.ts';
import type { ExtractedLink } from '../model/extraction.ts';
import type { Glyph, LineDraft } from '../read/draft.ts';
import { angledPoints } from './angled-points.ts';
import { BoxIndex } from './box-index.ts';
import { safeUrl } from './safe-url.ts';

/** A link of the page and whether text was found under it. */
export type PageLink = { readonly link: Link; readonly boxes: readonly Box[]; found: boolean };

/** Links that outputs can carry: allowed schemes, and pages of the document. */
function carriedLinks(links: readonly ExtractedLink[], pageCount: number): readonly PageLink[] {
  return links.flatMap(({ boxes, url, page }): PageLink[] => {
    const target = url === undefined ? undefined : safeUrl(url);
    if (target !== undefined) return [{ link: { url: target }, boxes, found: false }];
    if (url === undefined && page !== undefined && page <= pageCount)
      return [{ link: { page }, boxes, found: false }];
    return [];
  });
}

type Point = readonly [x: number, y: number];

const middleOf = ({ left, right, style }: Glyph): Point => [
  (left + right) / 2,
  (style.bottom + style.top) / 2,
];

function covers(box: Box, [x, y]: Point): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

/** The links of a page, found by place. */
export class PageLinks {
  readonly #links: readonly PageLink[];
  readonly #index = new BoxIndex<PageLink>();

  constructor(links: readonly ExtractedLink[], pageCount: number) {
    this.#links = carriedLinks(links, pageCount);
    for (const link of this.#links) for (const box of link.boxes) this.#index.add(box, link);
  }

  /** A glyph is linked if its middle lies in a rectangle, text at an angle by words; of two links, the first. */
  linkLine(line: LineDraft): LineDraft {
    const near = this.#index.near(line.box);
    if (near.length === 0) return line;
    const points = line.angled ? angledPoints(line.glyphs) : line.glyphs.map(middleOf);
    const glyphs = line.glyphs.map((glyph, at) => {
      const hit = near.find(({ box }) => covers(box, points[at] ?? middleOf(glyph)));
      if (hit === undefined || glyph.text === ' ') return glyph;
      hit.value.found = true;
      return { ...glyph, link: hit.value.link };
    });
    return { ...line, glyphs };
  }

  /** Links without any word under them. */
  lost(): number {
    return this.#links.filter((link) => !link.found).length;
  }
}
