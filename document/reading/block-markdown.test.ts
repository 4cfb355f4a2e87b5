/** Markdown of single blocks is that of the markdown output. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block, Span } from '../model/blocks.ts';
import { defaultWriteOptions } from '../model/write-options.ts';
import { arbitraryDocument } from '../properties/arbitrary-document.ts';
import { cleanParts } from '../write/clean-document.ts';
import { documentOf, heading, item, list, paragraph, table } from '../write/sample-document.ts';
import { writeMarkdown } from '../write/write-markdown.ts';
import { blockMarkdown, markdownPieces } from './block-markdown.ts';

const written = (block: Parameters<typeof blockMarkdown>[0]) =>
  [...writeMarkdown(documentOf([[block]]), defaultWriteOptions)].join('').replace(/\n$/, '');

/** Characters that need escapes in some places and none in others. */
const nearlyPlain = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,;:'"()%/?.–-]{0,60}$/) },
  fc.stringMatching(/^[A-Za-z0-9 .):(+=>#!&@|*_~<ü–-]{0,12}$/),
);
const plainWords = fc.stringMatching(/^[A-Za-z0-9ü(][A-Za-z0-9 ,.;()ü–-]{0,14}$/);
const markedPiece = fc.record({
  text: fc.oneof({ weight: 4, arbitrary: plainWords }, nearlyPlain),
  gap: fc.constantFrom(' ', ' ', ' ', '', ', ', ' (', ') '),
  mark: fc.constantFrom<Partial<Span>>(
    {},
    {},
    { bold: true },
    { italic: true },
    { bold: true, italic: true },
    { code: true },
    { strike: true },
    { link: { url: 'https://example.com/a_b?c=d' } },
    { link: { url: 'https://example.com/(x)' } },
    { link: { page: 3 } },
  ),
});
type MarkedPiece = { readonly text: string; readonly gap: string; readonly mark: Partial<Span> };

/** One text with the marks of its pieces. */
function markedText(pieces: readonly MarkedPiece[]): { content: string; spans: Span[] } {
  let content = '';
  const spans: Span[] = [];
  for (const { text, gap, mark } of pieces) {
    const start = content.length;
    content += text;
    if (text !== '' && Object.keys(mark).length > 0) spans.push({ start, end: content.length, ...mark });
    content += gap;
  }
  return { content, spans };
}
const rowsOfOneLength = fc.integer({ min: 1, max: 4 }).chain((columns) =>
  fc.array(fc.array(nearlyPlain, { minLength: columns, maxLength: columns }), {
    minLength: 1,
    maxLength: 4,
  }),
);
const cleaned = (block: Block) =>
  [...cleanParts(documentOf([[block]]), defaultWriteOptions)][0]?.kids[0] as Block;

describe('the markdown of a block', () => {
  it('is that of the output for plain text', () => {
    fc.assert(
      fc.property(nearlyPlain, fc.constantFrom(1, 2, 6), (text, level) => {
        for (const block of [
          paragraph(text),
          heading(level as 1, text),
          { ...paragraph(text), type: 'caption' as const },
        ]) {
          expect(blockMarkdown(cleaned(block))).toBe(written(block));
        }
      }),
      { numRuns: 1_000, seed: 25 },
    );
  });

  it('is that of the output for plain lists and tables', () => {
    fc.assert(
      fc.property(rowsOfOneLength, fc.constantFrom(undefined, 0, 1, 9), (rows, start) => {
        const items = rows.flat().map((text) => item(text));
        const numbered = start === undefined ? {} : { ordered: true, start };
        for (const block of [table(rows), list(items, numbered)]) {
          expect(blockMarkdown(cleaned(block))).toBe(written(block));
        }
      }),
      { numRuns: 400, seed: 25 },
    );
  });

  it('is that of the output for texts with marks', () => {
    fc.assert(
      fc.property(fc.array(markedPiece, { minLength: 1, maxLength: 5 }), (pieces) => {
        const { content, spans } = markedText(pieces);
        for (const block of [
          paragraph(content, spans),
          { ...heading(2, content), spans } as Block,
          list([{ ...item(content), spans }]),
          table([[{ kids: [paragraph(content, spans)] }, 'x']]),
        ]) {
          expect(blockMarkdown(cleaned(block))).toBe(written(block));
        }
      }),
      { numRuns: 500, seed: 25 },
    );
  });

  it('is that of the output for any block, at once and in pieces', () => {
    fc.assert(
      fc.property(arbitraryDocument(false), (document) => {
        const [part] = [...document.parts()];
        for (const block of part?.kids.filter(({ type }) => type !== 'artifact') ?? []) {
          const markdown = blockMarkdown(block);
          if (block.type === 'paragraph' || block.type === 'heading') {
            expect(markdownPieces(block).pieces.join('\n')).toBe(markdown);
          }
        }
      }),
      { numRuns: 30, seed: 25 },
    );
  });

  it('has a piece for each row and each item', () => {
    const rows = markdownPieces(table([['A'], ['1'], ['2']]));
    expect(rows).toMatchObject({ head: '| A |\n| - |', pieces: ['| A |\n| - |', '| 1 |', '| 2 |'] });
    const numbered = list([item('one'), item('two', [list([item('inner')])])], { start: 4 });
    expect(markdownPieces(numbered).pieces).toEqual(['4. one', '5. two\n   - inner']);
    expect(markdownPieces(numbered).pieces.join('\n')).toBe(blockMarkdown(numbered));
  });
});
