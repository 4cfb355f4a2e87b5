/** Removes the text of a page that only repeats the value of a form field, printed in the field's own box. */
import type { BlockDraft, FieldDraft, Glyph, LineDraft } from '../read/draft.ts';
import { isText, linesOf, mapBlocks } from '../read/draft.ts';

function isInside({ box }: FieldDraft, glyph: Glyph): boolean {
  const [x, y] = [(glyph.left + glyph.right) / 2, (glyph.style.bottom + glyph.style.top) / 2];
  return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
}

/** Beyond this, a value that is also drawn stays twice. */
const comparisonsMax = 20_000_000;

function letters(text: string): string {
  return text.replace(/\s+/gu, '');
}

/** Glyphs that are the value of one of the fields, letter by letter. */
function drawnGlyphs(blocks: readonly BlockDraft[], fields: readonly FieldDraft[]): ReadonlySet<Glyph> {
  const filled = fields.filter(
    ({ field }) => field.field_type !== 'checkbox' && letters(field.content) !== '',
  );
  const drawn = new Set<Glyph>();
  if (filled.length === 0) return drawn;
  const glyphs = blocks.flatMap((block) => linesOf(block)).flatMap((line) => line.glyphs);
  if (filled.length * glyphs.length > comparisonsMax) return drawn;
  for (const field of filled) {
    const inside = glyphs.filter((glyph) => isInside(field, glyph));
    if (letters(inside.map((glyph) => glyph.text).join('')) !== letters(field.field.content)) continue;
    for (const glyph of inside) drawn.add(glyph);
  }
  return drawn;
}

function withoutGlyphs(lines: readonly LineDraft[], drawn: ReadonlySet<Glyph>): readonly LineDraft[] {
  return lines
    .map((line) => ({ ...line, glyphs: line.glyphs.filter((glyph) => !drawn.has(glyph)) }))
    .filter((line) => line.glyphs.some((glyph) => glyph.text !== ' '));
}

/** Texts in lists stay: a field is not drawn over an item's own text. */
export function withoutDrawnValues(
  blocks: readonly BlockDraft[],
  fields: readonly FieldDraft[],
): readonly BlockDraft[] {
  const drawn = drawnGlyphs(blocks, fields);
  if (drawn.size === 0) return blocks;
  return mapBlocks(blocks, (block) => {
    if (!isText(block) || !block.lines.some((line) => line.glyphs.some((glyph) => drawn.has(glyph))))
      return [block];
    const lines = withoutGlyphs(block.lines, drawn);
    return lines.length === 0 ? [] : [{ ...block, lines }];
  });
}
