/** What a comparison says, by example and for any documents. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../model/blocks.ts';
import type { DocumentStream } from '../model/document.ts';
import { arbitraryDocument } from '../properties/arbitrary-document.ts';
import { documentOf, heading, item, list, paragraph, table, textBlock } from '../write/sample-document.ts';
import { compareDocuments } from './compare-documents.ts';
import type { DiffItem, DiffOptions, WordEdit } from './diff.ts';
import { unitsOf } from './units.ts';

const source = (document: DocumentStream) => ({ document, includeHeaderFooter: false });

const compare = (base: DocumentStream, head: DocumentStream, scope: DiffOptions['scope'] = 'text') =>
  compareDocuments(source(base), source(head), { scope });

const blocks = (base: readonly Block[], head: readonly Block[], scope?: DiffOptions['scope']) =>
  compare(documentOf([base]), documentOf([head]), scope);

const marked = (words: readonly WordEdit[]) =>
  words
    .map(({ op, text }) => (op === 'equal' ? text : op === 'delete' ? `[-${text}-]` : `{+${text}+}`))
    .join('');

const short = ({ op, base, head, words }: DiffItem) => {
  const refs = [base?.ref, head?.ref].filter((ref) => ref !== undefined).join(' ');
  return `${op} ${refs}${words.length > 0 ? `: ${marked(words)}` : ''}`;
};

const amount = (value: string) => `The aggregate liability shall not exceed EUR ${value} in a contract year.`;
const other = 'Notices are sent by registered mail to the address of the other party.';
const third = 'The agreement ends after two years unless the parties renew it in writing.';

describe('a text', () => {
  it('that is the same in other lines is no difference', () => {
    expect(blocks([paragraph(amount('5'))], [paragraph(amount('5'))]).items).toEqual([]);
  });

  it('with another number is changed, and the number is one word', () => {
    const { items, summary } = blocks([paragraph(amount('500,000'))], [paragraph(amount('600,000'))]);
    expect(items.map(short)).toEqual([
      'changed /kids/0 /kids/0: The aggregate liability shall not exceed EUR [-500,000-]{+600,000+} in a contract year.',
    ]);
    expect(summary.blocks).toEqual({ equal: 0, added: 0, removed: 0, changed: 1, moved: 0 });
    expect(summary.similarity).toBeGreaterThan(0.8);
  });

  it('with several words next to each other replaced has one replacement', () => {
    const { items } = blocks([paragraph(`Whereas all ${other}`)], [paragraph(`Given that ${other}`)]);
    expect(items.map(({ words }) => marked(words))).toEqual([`[-Whereas all-]{+Given that+} ${other}`]);
  });

  it('that has nothing in common with the one at its place is removed and added', () => {
    const { items } = blocks(
      [heading(1, 'Scope'), paragraph(other), paragraph(third)],
      [heading(1, 'Scope'), paragraph(amount('1')), paragraph(third)],
    );
    expect(items.map(short)).toEqual(['removed /kids/1', 'added /kids/1']);
    expect(items[0]?.base).toMatchObject({ section: 'Scope', text: other, type: 'paragraph', page: 1 });
  });

  it('of a few words with another number is another text, wherever it is', () => {
    const texts = [paragraph(amount('1')), paragraph(other), paragraph(third)];
    const { items } = blocks(
      [...texts, heading(3, '3.18.1. Purpose')],
      [heading(3, '3.15.1. Purpose'), ...texts],
    );
    expect(items.map(short)).toEqual(['added /kids/0', 'removed /kids/3']);
  });

  it('that moved is moved, also if it was changed a little', () => {
    const others = ['one', 'two', 'six', 'ten'].map((word) => paragraph(`${word} ${third} ${word}`));
    const { items } = blocks(
      [paragraph(amount('1')), paragraph(other), ...others],
      [paragraph(other), ...others, paragraph(amount('2'))],
    );
    expect(items.map(short)).toEqual([
      'moved /kids/0 /kids/5: The aggregate liability shall not exceed EUR [-1-]{+2+} in a contract year.',
    ]);
  });

  it('that is divided into blocks elsewhere is no difference', () => {
    const { items, summary } = blocks([paragraph(`${other} ${third}`)], [paragraph(other), paragraph(third)]);
    expect(items).toEqual([]);
    expect(summary.similarity).toBe(1);
  });

  it('keeps the lines of code', () => {
    const { items } = blocks(
      [textBlock('code', 'a = 1\nb = 2\nc = 3')],
      [textBlock('code', 'a = 1\nb = 7\nc = 3')],
    );
    expect(marked(items[0]?.words ?? [])).toBe('a = 1\nb = [-2-]{+7+}\nc = 3');
  });
});

describe('a list', () => {
  const before = list([item(third, [], '1.'), item(amount('1'), [], '2.')], {});
  const after = list([item(other, [], '1.'), item(third, [], '2.'), item(amount('1'), [], '3.')], {});

  it('with one item more has one difference, although the labels of the others changed', () => {
    expect(blocks([before], [after]).items.map(short)).toEqual(['added /kids/0/kids/0']);
  });

  it('has the labels as differences of the structure', () => {
    const { items } = blocks([before], [after], 'structure');
    expect(items.map(({ op, base, head }) => [op, base?.label, head?.label])).toEqual([
      ['added', undefined, '1.'],
      ['changed', '1.', '2.'],
      ['changed', '2.', '3.'],
    ]);
  });
});

it('reports another type or level only as a difference of the structure', () => {
  const [base, head] = [[heading(1, third)], [heading(2, third)]];
  expect(blocks(base, head).items).toEqual([]);
  expect(blocks(base, head, 'structure').items).toMatchObject([
    { op: 'changed', base: { level: 1 }, head: { level: 2 }, words: [] },
  ]);
});

describe('a table', () => {
  const rows = [
    ['Item', 'Price', 'Stock'],
    ['bicycle', '100', '7'],
    ['car', '900', '2'],
    ['boat', '400', '1'],
  ];

  const changes = (change: (copy: string[][]) => void) => {
    const copy = rows.map((row) => [...row]);
    change(copy);
    return blocks([table(rows)], [table(copy)]).items.map((found) => found.table);
  };

  it('has the cells that changed', () => {
    const [found] = changes((copy) => {
      (copy[2] ?? [])[1] = '950';
    });
    expect(found).toMatchObject({ rows: [], columns: [] });
    expect(
      found?.cells.map(({ base, head, words }) => [base.row, base.column, head.row, marked(words)]),
    ).toEqual([[3, 2, 3, '[-900-]{+950+}']]);
  });

  it('has rows and columns that were added or removed', () => {
    const [row] = changes((copy) => copy.splice(1, 1));
    expect(row).toMatchObject({
      rows: [{ op: 'removed', index: 2, cells: rows[1] }],
      columns: [],
      cells: [],
    });
    const [column] = changes((copy) => {
      for (const [at, line] of copy.entries()) line.splice(1, 0, `new ${at}`);
    });
    expect(column).toMatchObject({
      columns: [{ op: 'added', index: 2, cells: ['new 0', 'new 1', 'new 2', 'new 3'] }],
      rows: [],
      cells: [],
    });
  });
});

describe('any documents', () => {
  it('do not differ from themselves', () => {
    fc.assert(
      fc.property(
        arbitraryDocument(true),
        fc.constantFrom('text' as const, 'structure' as const),
        (document, scope) => {
          const { items, summary } = compare(document, document, scope);
          expect(items).toEqual([]);
          expect(summary).toMatchObject({
            similarity: 1,
            blocks: { added: 0, removed: 0, changed: 0, moved: 0 },
          });
        },
      ),
      { numRuns: 100 },
    );
  });

  it('have words of changed blocks that are the texts of both sides, and the same result each time', () => {
    fc.assert(
      fc.property(arbitraryDocument(false), arbitraryDocument(false), (base, head) => {
        const diff = compare(base, head);
        expect(compare(base, head)).toEqual(diff);
        for (const { words, base: before, head: after } of diff.items) {
          if (words.length === 0) continue;
          const textWithout = (op: WordEdit['op']) =>
            words.flatMap((edit) => (edit.op === op ? [] : edit.text)).join('');
          expect(textWithout('insert')).toBe(before?.text);
          expect(textWithout('delete')).toBe(after?.text);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('become the other one if the differences are applied', () => {
    const letters = (texts: readonly string[]) => [...texts.join('').replace(/\s+/g, '')].sort().join('');
    fc.assert(
      fc.property(arbitraryDocument(false), arbitraryDocument(false), (base, head) => {
        const { items } = compare(base, head);
        const taken = new Set(items.flatMap((found) => found.base?.ref ?? []));
        const kept = unitsOf(source(base)).filter(({ ref }) => !taken.has(ref));
        const written = items.flatMap((found) => found.head?.text ?? []);
        const applied = [...kept.map(({ text }) => text), ...written];
        expect(letters(applied)).toBe(letters(unitsOf(source(head)).map(({ text }) => text)));
      }),
      { numRuns: 100 },
    );
  });
});
