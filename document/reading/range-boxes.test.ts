/** Offsets of the canonical text lead to the words on the page. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { blockText, cellText, fieldText } from '../model/block-text.ts';
import type { Block, Paragraph } from '../model/blocks.ts';
import { arbitraryDocument } from '../properties/arbitrary-document.ts';
import { item, list, paragraph, table } from '../write/sample-document.ts';
import { rangeBoxes } from './range-boxes.ts';
import { contentStart, hasLines, textSegments } from './text-segments.ts';

const placedAt = (block: Block, start = 0) => ({
  ref: '/kids/0',
  block,
  start,
  end: start + blockText(block).length,
  byte_start: start,
  byte_end: start,
  headings: [],
});

const lines: Paragraph['lines'] = [
  { page: 1, box: [100, 700, 200, 712], start: 0, end: 10 },
  { page: 2, box: [100, 685, 150, 697], start: 11, end: 16 },
];
const twoLines: Paragraph = { ...paragraph('aaaaaaaaaa bbbbb'), lines };

function expectSegments(block: Block): void {
  const text = blockText(block);
  for (const { node, start, end } of textSegments(block)) {
    const found = text.slice(start, end);
    if (node.type === 'cell') expect(found).toBe(cellText(node));
    else if (node.type === 'field') expect(found).toBe(fieldText(node));
    else if (hasLines(node)) expect(found.slice(contentStart(node))).toBe(node.content);
  }
}

it('cuts segments at the places where their nodes are in the text of the block', () => {
  fc.assert(
    fc.property(arbitraryDocument(false), (document) => {
      for (const part of document.parts()) part.kids.forEach(expectSegments);
    }),
    { numRuns: 100, seed: 25 },
  );
});

it('covers all visible text by segments', () => {
  fc.assert(
    fc.property(arbitraryDocument(false), (document) => {
      for (const block of [...document.parts()].flatMap(({ kids }) => kids)) {
        let rest = blockText(block);
        for (const { start, end } of [...textSegments(block)].toReversed()) {
          rest = rest.slice(0, start) + rest.slice(end);
        }
        expect(rest.trim()).toBe('');
      }
    }),
    { numRuns: 100, seed: 25 },
  );
});

it('cuts a line to the part that is asked for, by the widths of its letters', () => {
  expect(rangeBoxes(placedAt(twoLines), 0, 5)).toEqual([{ page: 1, box: [100, 700, 150, 712] }]);
  expect(rangeBoxes(placedAt(twoLines, 50), 55, 60)).toEqual([{ page: 1, box: [150, 700, 200, 712] }]);
});

it('has a box for each line, on the page of the line', () => {
  expect(rangeBoxes(placedAt(twoLines), 5, 16)).toEqual([
    { page: 1, box: [150, 700, 200, 712] },
    { page: 2, box: [100, 685, 150, 697] },
  ]);
});

it('counts from the right for right-to-left text', () => {
  const hebrew: Paragraph = {
    ...paragraph('אאאאא אאאאא'),
    lines: [{ page: 1, box: [100, 700, 210, 712], start: 0, end: 11 }],
  };
  const [found] = rangeBoxes(placedAt(hebrew), 0, 5);
  expect(found?.box[2]).toBe(210);
  expect(found?.box[0]).toBeGreaterThan(150);
});

it('does not cut lines of both directions or vertical lines', () => {
  const mixed: Paragraph = {
    ...paragraph('abcde שלום'),
    lines: [{ ...lines[0], page: 1, box: [0, 0, 100, 10], start: 0, end: 10 }],
  };
  expect(rangeBoxes(placedAt(mixed), 0, 5)[0]?.box).toEqual([0, 0, 100, 10]);
  const vertical: Paragraph = {
    ...paragraph('abcdefghij'),
    lines: [{ page: 1, box: [0, 0, 10, 100], start: 0, end: 10 }],
  };
  expect(rangeBoxes(placedAt(vertical), 0, 5)[0]?.box).toEqual([0, 0, 10, 100]);
});

it('finds words in cells and after the labels of list items', () => {
  const cell = (content: string, left: number) => ({
    kids: [
      {
        ...paragraph(content),
        lines: [{ page: 1, box: [left, 0, left + 40, 10], start: 0, end: content.length }],
      },
    ] as const,
  });
  const grid = table([[cell('aaaa', 0) as never, cell('bbbb', 50) as never]]);
  expect(rangeBoxes(placedAt(grid), 5, 7)).toEqual([{ page: 1, box: [50, 0, 70, 10] }]);
  const numbered = list([
    { ...item('cccc', [], '1.'), lines: [{ page: 1, box: [20, 0, 60, 10], start: 0, end: 4 }] },
  ]);
  expect(blockText(numbered)).toBe('1. cccc');
  expect(rangeBoxes(placedAt(numbered), 3, 5)).toEqual([{ page: 1, box: [20, 0, 40, 10] }]);
});
