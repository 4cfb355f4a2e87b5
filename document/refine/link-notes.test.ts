/** Footnotes and the marks that refer to them. */
import { describe, expect, it } from 'vitest';
import type { Block, Footnote, Paragraph, Span } from '../model/blocks.ts';
import type { DocumentPart } from '../model/document.ts';
import { at, item, list, paragraph, table, textBlock, words } from '../write/sample-document.ts';
import { linkNotes } from './link-notes.ts';

/** Text with raised marks in braces: `A word{1} and more`. */
function marked(text: string): { readonly content: string; readonly spans: readonly Span[] } {
  const spans: Span[] = [];
  let content = '';
  for (const [index, piece] of text.split(/[{}]/).entries()) {
    if (index % 2 === 1) spans.push({ start: content.length, end: content.length + piece.length, sup: true });
    content += piece;
  }
  return { content, spans };
}

const text = (source: string): Paragraph => ({ ...paragraph(''), ...marked(source) });
const note = (source: string): Footnote => ({ ...textBlock('footnote', ''), ...marked(source) });

const linked = (...pages: readonly (readonly Block[])[]): readonly DocumentPart[] => [
  ...linkNotes(pages.map((kids, index) => ({ page: index + 1, kids }))),
];

/** `word[1]` for each mark in the text, `[1]` for each named footnote. */
const linksOf = (parts: readonly DocumentPart[]): readonly string[] =>
  parts.flatMap(({ kids }) =>
    kids.flatMap((block) => {
      if (block.type === 'footnote') return block.note === undefined ? [] : [`[${block.note}]`];
      if (!('spans' in block)) return [];
      return block.spans.flatMap(({ start, end, note: name }) =>
        name === undefined ? [] : [`${block.content.slice(start, end)}[${name}]`],
      );
    }),
  );

describe('footnotes', () => {
  it.each<[string, readonly Block[], readonly string[]]>([
    ['numbers', [text('A word{1} more'), note('{1} The note')], ['1[1]', '[1]']],
    [
      'two in one raised text',
      [text('Word{1,2}'), note('{1} N'), note('{2} N')],
      ['1[1]', '2[2]', '[1]', '[2]'],
    ],
    [
      'signs',
      [text('Author{∗}, other{†}'), note('∗N'), note('†N')],
      ['∗[note]', '†[note-2]', '[note]', '[note-2]'],
    ],
    ['brackets', [text('Word ({13})'), note('(13) N')], ['(13)[13]', '[13]']],
    ['numbers on the line', [text('Word{33}'), note('33. N')], ['33[33]', '[33]']],
    ['raised characters', [text('Word¹.'), note('¹ N')], ['¹[1]', '[1]']],
    ['after a year', [text('In 1998{2}'), note('{2} N')], ['2[2]', '[2]']],
  ])('are joined with their marks: %s', (_, blocks, expected) => {
    expect(linksOf(linked(blocks))).toEqual(expected);
  });

  it.each<[string, readonly Block[]]>([
    ['two marks', [text('A word{1} and one{1}'), note('{1} N')]],
    ['two notes', [text('A word{1}'), note('{1} N'), note('{1} M')]],
    ['no mark', [text('A word{2}'), note('{1} N')]],
    ['no note', [text('A word{1}'), paragraph('1 N')]],
    ['a power', [text('of 10{3} and 5 km{2} and x{4}'), note('{2} N'), note('{3} N'), note('{4} N')]],
    ['marks that do not count up', [text('A word{2} and one{1}'), note('{1} N'), note('{2} N')]],
    ['a mark at the beginning', [text('{1} Department'), note('{1} N')]],
    ['a mark in a table', [table([[{ kids: [text('Cell{1}')] }]]), note('{1} N')]],
    ['a note without text', [text('A word{1}'), note('{1}')]],
    ['a mark in a word', [text('A H{2}O'), note('{2} N')]],
  ])('stay as they are: %s', (_, blocks) => {
    expect(linked(blocks)).toEqual([{ page: 1, kids: blocks }]);
  });

  it.each(['*', '1', '1, ', '*†', '(', 'a '])('take no time for raised texts of many %j', (unit) => {
    const blocks = [text(`Word{${unit.repeat(20_000)}!}`), note(`{${unit.repeat(20_000)}!} N`)];
    const before = process.cpuUsage();
    expect(linked(blocks)).toEqual([{ page: 1, kids: blocks }]);
    const { user } = process.cpuUsage(before);
    expect(user).toBeLessThan(2_000_000);
  });

  it('have names that are unique in the document', () => {
    const page = (number: number) => [{ ...text('A word{1}'), page: number }, note('{1} N')];
    expect(linksOf(linked(page(1), page(2)))).toEqual(['1[1]', '[1]', '1[1-2]', '[1-2]']);
  });

  it('belong to marks on their page, also in a text that begins on the page before', () => {
    const { content, spans } = marked('Begins{1} here and goes on{1} there');
    const lines = [
      { page: 1, box: at.box, start: 0, end: 11 },
      { page: 2, box: at.box, start: 12, end: content.length },
    ];
    const parts = linked([{ ...paragraph(content, spans), lines }, note('{1} N')], [note('{1} M')]);
    expect(linksOf(parts)).toEqual(['1[1]', '1[1-2]', '[1]', '[1-2]']);
  });

  it('are found from items of lists', () => {
    const [part] = linked([list([{ ...item(''), ...marked('Item{1}') }]), note('{1} N')]);
    expect(part?.kids[0]?.kids[0]).toMatchObject({ spans: [{ start: 4, end: 5, sup: true, note: '1' }] });
  });

  it('are led to instead of their page', () => {
    const block = { ...paragraph(''), ...words('See1', [{ start: 0, end: 4, link: { page: 1 } }]) };
    const raised = { start: 3, end: 4, sup: true as const };
    const [part] = linked([{ ...block, spans: [...block.spans, raised] }, note('{1} N')]);
    expect(part?.kids[0]).toMatchObject({
      spans: [
        { start: 0, end: 3, link: { page: 1 } },
        { ...raised, note: '1' },
      ],
    });
  });
});
