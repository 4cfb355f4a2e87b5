/** Markdown of small documents, as a reader sees it. */
import { describe, expect, it } from 'vitest';
import type { Block, Span } from '../model/blocks.ts';
import { defaultWriteOptions, type WriteOptions } from '../model/write-options.ts';
import {
  at,
  documentOf,
  figure,
  heading,
  item,
  list,
  paragraph,
  table,
  textBlock,
} from './sample-document.ts';
import { writeMarkdown } from './write-markdown.ts';

const markdown = (blocks: readonly Block[], options: Partial<WriteOptions> = {}) =>
  [...writeMarkdown(documentOf([blocks]), { ...defaultWriteOptions, ...options })].join('').trimEnd();

const marked = (content: string, ...spans: Span[]) => markdown([paragraph(content, spans)]);

describe('text stays text', () => {
  it.each([
    ['1. not a list', '1\\. not a list'],
    ['- not a list', '\\- not a list'],
    ['# not a heading', '\\# not a heading'],
    ['> not a quote', '\\> not a quote'],
    ['```js', '\\`\\`\\`js'],
    ['a*b*c and _y_ ~~z~~', 'a\\*b\\*c and \\_y\\_ \\~\\~z\\~\\~'],
    ['<b>x</b>', '\\<b>x\\</b>'],
    ['&amp; stays, Word & Co. too', '\\&amp; stays, Word & Co. too'],
    ['[a](javascript:alert(1))', '\\[a]\\(javascript:alert(1))'],
    ['![x](http://x.example/beacon)', '!\\[x]\\(http://x.example/beacon)'],
    ['[^1]: note', '\\[^1]: note'],
    ['www.example.com and a@b.example', 'www.example.com and a@b.example'],
    ['  spaces around  ', 'spaces around'],
    ['snake_case_name', 'snake_case_name'],
    ['100 % (or more), "quoted": yes.', '100 % (or more), "quoted": yes.'],
  ])('writes %j as %j', (content, expected) => {
    expect(markdown([paragraph(content)])).toBe(expected);
  });
});

describe('marks', () => {
  it('leaves white space at the edges outside', () => {
    expect(marked('a bold b', { start: 1, end: 7, bold: true })).toBe('a **bold** b');
  });

  it('leaves punctuation outside where markdown could not end the mark', () => {
    expect(marked('Note:text', { start: 0, end: 5, bold: true })).toBe('**Note**:text');
  });

  it('leaves out a mark that would touch another one and a word', () => {
    const italic = { start: 0, end: 1, italic: true } as const;
    expect(marked('iNl', italic, { start: 1, end: 2, bold: true })).toBe('*i*Nl');
    expect(marked('iN l', italic, { start: 1, end: 2, bold: true })).toBe('*i*__N__ l');
  });

  it('joins neighbours and nests', () => {
    const bold = { bold: true } as const;
    expect(marked('ab cd', { start: 0, end: 3, ...bold }, { start: 3, end: 5, ...bold, italic: true })).toBe(
      '**ab _cd_**',
    );
  });

  it('writes links of allowed schemes and pages, others as text', () => {
    const url = { url: 'https://x.example/a(b)' };
    expect(marked('see here', { start: 4, end: 8, link: url })).toBe(
      'see [here](https://x.example/a\\(b\\))',
    );
    expect(marked('see here', { start: 4, end: 8, link: { page: 3 } })).toBe('see [here](#page-3)');
    expect(marked('see here', { start: 4, end: 8, link: { url: 'javascript:x' } })).toBe('see here');
  });

  it('raises digits, and everything else only with html', () => {
    expect(marked('m2', { start: 1, end: 2, sup: true })).toBe('m²');
    expect(marked('mn', { start: 1, end: 2, sup: true })).toBe('mn');
    const block = paragraph('mn', [{ start: 1, end: 2, sup: true }]);
    expect(markdown([block], { markdownWithHtml: true })).toBe('m<sup>n</sup>');
  });

  it('leaves out bold in headings', () => {
    const block = { ...heading(2, 'Title'), spans: [{ start: 0, end: 5, bold: true as const }] } as Block;
    expect(markdown([block])).toBe('## Title');
  });
});

describe('lists', () => {
  it('keeps numbers that count up, also from another start', () => {
    expect(markdown([list([item('a', [], '3.'), item('b', [], '4.')], { start: 3 })])).toBe('3. a\n4. b');
  });

  it('writes labels as text where a renderer would count differently', () => {
    expect(markdown([list([item('a', [], '(iv)'), item('b', [], '(v)')], {})])).toBe('- (iv) a\n- (v) b');
  });

  it('nests, and separates lists that follow each other', () => {
    const nested = list([item('a', [list([item('b')])])]);
    expect(markdown([nested, list([item('c')])])).toBe('- a\n  - b\n\n* c');
  });

  it('separates lists on pages that follow each other', () => {
    const document = documentOf([[list([item('a')])], [list([item('b')])]]);
    expect([...writeMarkdown(document, defaultWriteOptions)].join('')).toBe('- a\n\n* b\n');
  });
});

describe('tables', () => {
  it('escapes pipes and joins blocks of a cell with a space', () => {
    const cell = { kids: [paragraph('one'), list([item('two', [], '-')])] };
    expect(
      markdown([
        table([
          ['a|b', 'c'],
          [cell, ''],
        ]),
      ]),
    ).toBe('| a\\|b | c |\n| - | - |\n| one • two | |');
  });

  const spanning = table([[{ column_span: 2, kids: [paragraph('wide')] }], ['a', 'b']]);

  it('writes empty cells where a span covers them', () => {
    expect(markdown([spanning])).toBe('| wide | |\n| - | - |\n| a | b |');
  });

  it('writes html for spans if allowed', () => {
    expect(markdown([spanning], { markdownWithHtml: true })).toBe(
      '<table><tbody><tr><td colspan="2">wide</td></tr><tr><td>a</td><td>b</td></tr></tbody></table>',
    );
  });

  it('writes no blank line into html, which would end it', () => {
    const cell = { kids: [textBlock('code', 'a\n\nb')] };
    expect(markdown([table([[cell]])], { markdownWithHtml: true })).toContain('<code>a&#10;\nb</code>');
  });
});

describe('line breaks', () => {
  const line = (start: number, end: number) => ({ page: 1, box: at.box, start, end });
  const broken = { ...paragraph('one two'), lines: [line(0, 3), line(4, 7)] };

  it('are hard breaks where printed lines end', () => {
    expect(markdown([broken], { keepLineBreaks: true })).toBe('one\\\ntwo');
  });

  it('are spaces in cells, and elements if html is allowed', () => {
    const cells = table([[{ kids: [broken] }]]);
    expect(markdown([cells], { keepLineBreaks: true })).toBe('| one two |\n| - |');
    expect(markdown([cells], { keepLineBreaks: true, markdownWithHtml: true })).toBe('| one<br>two |\n| - |');
  });
});

it('writes block quotes', () => {
  expect(markdown([paragraph('a'), { ...paragraph('> b'), quote: true }])).toBe('a\n\n> \\> b');
});

describe('footnotes', () => {
  const mark = (start: number, end: number) => ({ start, end, sup: true as const, note: '1' });
  const note: Block = { ...textBlock('footnote', '1 See *there*'), note: '1', spans: [mark(0, 1)] };

  it('are references and definitions without their printed marks', () => {
    expect(markdown([paragraph('Text1 (more)', [mark(4, 5)]), note])).toBe(
      'Text[^1] (more)\n\n[^1]: See \\*there\\*',
    );
  });
  it('cannot be read as something else next to brackets', () => {
    expect(markdown([paragraph('Text!1(more)', [mark(5, 6)]), note])).toContain('Text\\![^1]\\(more)');
  });
  it('keep their printed mark without a name', () => {
    expect(markdown([textBlock('footnote', '1 See')])).toBe('1 See');
  });
});

describe('figures, fields and code', () => {
  it('writes an image with its caption, and without an image the caption alone', () => {
    const caption = textBlock('caption', 'Figure 1');
    expect(markdown([figure([caption], 'images/a.png', 'A [sheet]')])).toBe(
      '![A \\[sheet\\]](images/a.png)\n\nFigure 1',
    );
    expect(markdown([figure([caption])])).toBe('Figure 1');
    expect(markdown([figure([caption], 'http://x.example/a.png')])).toBe('Figure 1');
  });

  it('writes fields with their label', () => {
    const field = { type: 'field', ...at, name: 'f1', label: 'Your name', kids: [] } as const;
    expect(markdown([{ ...field, field_type: 'text', value: 'Jo', content: 'Jo' }])).toBe(
      '**Your name:** Jo',
    );
    expect(markdown([{ ...field, field_type: 'text', value: null, content: '' }])).toBe('');
    expect(markdown([{ ...field, field_type: 'checkbox', value: true, content: '✓' }])).toBe('☑ Your name');
  });

  it('fences code with more backticks than it contains', () => {
    expect(markdown([textBlock('code', 'a\n```\nb')])).toBe('````\na\n```\nb\n````');
  });
});

it('writes the separator before each page, also before pages without blocks', () => {
  const document = documentOf([[paragraph('one')], [], [paragraph('three')]]);
  const options = { ...defaultWriteOptions, markdownPageSeparator: '--- %page-number% ---' };
  expect([...writeMarkdown(document, options)].join('')).toBe(
    '--- 1 ---\n\none\n\n--- 2 ---\n\n--- 3 ---\n\nthree\n',
  );
});
