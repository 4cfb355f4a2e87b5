/** Html of small documents. */
import { describe, expect, it } from 'vitest';
import type { Block } from '../model/blocks.ts';
import type { DocumentHead } from '../model/document.ts';
import { defaultWriteOptions, type WriteOptions } from '../model/write-options.ts';
import { documentOf, figure, heading, item, list, paragraph, table, textBlock } from './sample-document.ts';
import { writeHtml } from './write-html.ts';

const html = (
  blocks: readonly Block[],
  { head = {}, options = {} }: { head?: Partial<DocumentHead>; options?: Partial<WriteOptions> } = {},
) => [...writeHtml(documentOf([blocks], head), { ...defaultWriteOptions, ...options })].join('');

const body = (blocks: readonly Block[]) =>
  /<section id="page-1">\n(.*)\n<\/section>/s.exec(html(blocks))?.[1] ?? '';

describe('the document', () => {
  it('has language, direction and title', () => {
    const found = html([], { head: { language: 'ar-EG', title: 'Sheets & books' } });
    expect(found).toMatch(/^<!DOCTYPE html>\n<html lang="ar-EG" dir="rtl">\n<head>\n<meta charset="utf-8">/);
    expect(found).toContain('<title>Sheets &amp; books</title>');
  });

  it('is named after the file if it has no title, and says that the language is unknown', () => {
    const found = html([], { head: { title: ' ', file_name: 'a.pdf', language: 'not a tag' } });
    expect(found).toContain('<title>a.pdf</title>');
    expect(found).toContain('<html lang="und" dir="ltr">');
  });

  it('cuts long titles', () => {
    const found = html([], { head: { title: 'word '.repeat(40) } });
    expect(/<title>(.*)<\/title>/.exec(found)?.[1]).toMatch(/^(?:word )+word…$/);
  });

  it('writes the separator as it is', () => {
    const found = html([paragraph('x')], {
      options: { htmlPageSeparator: '<hr id="before-%page-number%">' },
    });
    expect(found).toContain('<body>\n<hr id="before-1">\n<section id="page-1">');
  });
});

describe('blocks', () => {
  it.each<[string, Block, string]>([
    ['a heading', heading(3, 'A < B'), '<h3>A &lt; B</h3>'],
    ['text that runs right to left', { ...paragraph('שלום'), direction: 'rtl' }, '<p dir="rtl">שלום</p>'],
    ['a numbered list', list([item('a')], { start: 3 }), '<ol start="3"><li>a</li></ol>'],
    ['a nested list', list([item('a', [list([item('b')])])]), '<ul><li>a<ul><li>b</li></ul></li></ul>'],
    ['labels', list([item('a', [], '(i)')], {}), '<ul class="labels"><li>(i) a</li></ul>'],
    [
      'a figure',
      figure([textBlock('caption', 'Fig.')], 'a.png', 'alt'),
      '<figure><img src="a.png" alt="alt"><figcaption>Fig.</figcaption></figure>',
    ],
    ['code', textBlock('code', 'a  \n <b>'), '<pre><code>a\n &lt;b></code></pre>'],
    ['a footnote', textBlock('footnote', '1 See'), '<p class="footnote">1 See</p>'],
    [
      'the mark of a footnote',
      paragraph('a1', [{ start: 1, end: 2, sup: true, note: '1' }]),
      '<p>a<a id="note-mark-1" href="#note-1"><sup>1</sup></a></p>',
    ],
    [
      'a footnote with its way back',
      { ...textBlock('footnote', '1 See'), note: '1', spans: [{ start: 0, end: 1, note: '1' }] },
      '<p class="footnote" id="note-1"><a href="#note-mark-1">1</a> See</p>',
    ],
  ])('writes %s', (_, block, expected) => {
    expect(body([block])).toBe(expected);
  });

  it('writes header cells with their scope, leading rows as head, and fills gaps', () => {
    const header = (content: string) => ({ header: 'column' as const, kids: [paragraph(content)] });
    expect(body([table([[header('A'), header('B')], ['1']])])).toBe(
      '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead><tbody><tr><td>1</td><td></td></tr></tbody></table>',
    );
  });

  it('writes marks and links', () => {
    const spans = [
      { start: 0, end: 1, sup: true as const },
      { start: 2, end: 6, bold: true as const, link: { page: 2 } },
    ];
    expect(body([paragraph('1 here', spans)])).toBe(
      '<p><sup>1</sup> <a href="#page-2"><strong>here</strong></a></p>',
    );
  });
});
