/** Text that is taken for plain is written by the library without escapes. */
import fc from 'fast-check';
import { gfmStrikethroughToMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { toMarkdown } from 'mdast-util-to-markdown';
import { describe, expect, it } from 'vitest';
import { isPlain } from './markdown-escapes.ts';

const library = (value: string) =>
  toMarkdown(
    { type: 'root', children: [{ type: 'paragraph', children: [{ type: 'text', value }] }] },
    { extensions: [gfmStrikethroughToMarkdown(), gfmTableToMarkdown()] },
  ).replace(/\n$/, '');

const nearlyPlain = fc.stringMatching(/^[A-Za-z0-9("'.:+=>#!&@|*_~<[\]\\`ü– -]{1,16}$/);

describe('plain text', () => {
  it('needs no escapes', () => {
    let plain = 0;
    fc.assert(
      fc.property(nearlyPlain, (text) => {
        if (!isPlain(text, '\n', '\n')) return;
        plain++;
        expect(library(text)).toBe(text);
      }),
      { numRuns: 4_000, seed: 25 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it.each(['(a)', '"a" b', "'a'", 'a > b', 'Tom & Jerry', 'a: b'])('is %s', (text) => {
    expect(isPlain(text, '\n', '\n')).toBe(true);
    expect(library(text)).toBe(text);
  });

  it.each(['1. a', '2) a', '- a', '# a', '> a', 'a_b', '[a]', 'a*', '+ a', 'a '])('is not %j', (text) => {
    expect(isPlain(text, '\n', '\n')).toBe(false);
  });
});
