/** Markdown of single blocks is that of the markdown output. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultWriteOptions } from '../model/write-options.ts';
import { arbitraryDocument } from '../properties/arbitrary-document.ts';
import { documentOf, heading, item, list, paragraph, table } from '../write/sample-document.ts';
import { writeMarkdown } from '../write/write-markdown.ts';
import { blockMarkdown, markdownPieces } from './block-markdown.ts';

const written = (block: Parameters<typeof blockMarkdown>[0]) =>
  [...writeMarkdown(documentOf([[block]]), defaultWriteOptions)].join('').replace(/\n$/, '');

const plainish = fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ,;:'"()%/?.–-]{0,60}$/);

describe('the markdown of a block', () => {
  it('is that of the output for plain text', () => {
    fc.assert(
      fc.property(plainish, fc.constantFrom(1, 2, 6), (text, level) => {
        for (const block of [paragraph(text), heading(level as 1, text)]) {
          expect(blockMarkdown(block)).toBe(written(block));
        }
      }),
      { numRuns: 2_000, seed: 25 },
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
