/** Gives the words under a link's rectangles their link. */
import type { Link } from '../model/blocks.ts';
import type { Box } from '../model/document.ts';
import type { ExtractedLink } from '../model/extraction.ts';
import type { Glyph, LineDraft } from '../read/draft.ts';
import { safeUrl } from './safe-url.ts';

/** A link of the page and whether text was found under it. */
export type PageLink = { readonly link: Link; readonly boxes: readonly Box[]; found: boolean };

/** Links that outputs can carry: allowed schemes, and pages of the document. */
export function pageLinks(links: readonly ExtractedLink[], pageCount: number): readonly PageLink[] {
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

function covers(box: Box, glyph: Glyph): boolean {
  const x = (glyph.left + glyph.right) / 2;
  const y = (glyph.style.bottom + glyph.style.top) / 2;
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

/** The glyph's middle lies in the rectangle. The first link wins, as in viewers the one on top would be unclear. */
export function linkLine(line: LineDraft, links: readonly PageLink[]): LineDraft {
  const near = links.flatMap((link) =>
    link.boxes.filter((box) => meets(box, line.box)).map((box) => ({ link, box })),
  );
  if (near.length === 0) return line;
  const glyphs = line.glyphs.map((glyph) => {
    const hit = near.find(({ box }) => covers(box, glyph));
    if (hit === undefined || glyph.text === ' ') return glyph;
    hit.link.found = true;
    return { ...glyph, link: hit.link.link };
  });
  return { ...line, glyphs };
}
