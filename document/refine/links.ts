/** Gives the words under a link's rectangles their link. */
import type { Link } from '../model/blocks.ts';
import type { Box } from '../model/document.ts';
import type { ExtractedLink } from '../model/extraction.ts';
import type { Glyph, LineDraft } from '../read/draft.ts';
import { angledPoints } from './angled-points.ts';
import { safeUrl } from './safe-url.ts';

/** A link of the page and whether text was found under it. */
export type PageLink = { readonly link: Link; readonly boxes: readonly Box[]; found: boolean };

type Place = { readonly link: PageLink; readonly box: Box; readonly order: number };

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

function meets(one: Box, other: Box): boolean {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

type Point = readonly [x: number, y: number];

const middleOf = ({ left, right, style }: Glyph): Point => [
  (left + right) / 2,
  (style.bottom + style.top) / 2,
];

function covers(box: Box, [x, y]: Point): boolean {
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

/** Height of the strips of a page by which rectangles are found; one over many strips is tried for every line. */
const stripHeight = 16;
const stripsMax = 64;

/** The links of a page, found by place. */
export class PageLinks {
  readonly #links: readonly PageLink[];
  readonly #strips = new Map<number, Place[]>();
  readonly #tall: Place[] = [];

  constructor(links: readonly ExtractedLink[], pageCount: number) {
    this.#links = carriedLinks(links, pageCount);
    let order = 0;
    for (const link of this.#links)
      for (const box of link.boxes) {
        this.#add({ link, box, order });
        order += 1;
      }
  }

  #add(place: Place): void {
    const [first, last] = [Math.floor(place.box[1] / stripHeight), Math.floor(place.box[3] / stripHeight)];
    if (last - first > stripsMax) {
      this.#tall.push(place);
      return;
    }
    for (let strip = first; strip <= last; strip += 1) {
      const places = this.#strips.get(strip);
      if (places === undefined) this.#strips.set(strip, [place]);
      else places.push(place);
    }
  }

  #near(box: Box): readonly Place[] {
    if (this.#links.length === 0) return [];
    const near = new Set<Place>(this.#tall);
    const last = Math.min(Math.floor(box[3] / stripHeight), Math.floor(box[1] / stripHeight) + stripsMax);
    for (let strip = Math.floor(box[1] / stripHeight); strip <= last; strip += 1)
      for (const place of this.#strips.get(strip) ?? []) near.add(place);
    return [...near].filter((place) => meets(place.box, box)).sort((one, other) => one.order - other.order);
  }

  /** A glyph is linked if its middle lies in a rectangle, text at an angle by words; of two links, the first. */
  linkLine(line: LineDraft): LineDraft {
    const near = this.#near(line.box);
    if (near.length === 0) return line;
    const points = line.angled ? angledPoints(line.glyphs) : line.glyphs.map(middleOf);
    const glyphs = line.glyphs.map((glyph, at) => {
      const hit = near.find(({ box }) => covers(box, points[at] ?? middleOf(glyph)));
      if (hit === undefined || glyph.text === ' ') return glyph;
      hit.link.found = true;
      return { ...glyph, link: hit.link.link };
    });
    return { ...line, glyphs };
  }

  /** Links without any word under them. */
  lost(): number {
    return this.#links.filter((link) => !link.found).length;
  }
}
