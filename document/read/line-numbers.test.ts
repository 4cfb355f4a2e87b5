import { describe, expect, it } from 'vitest';
import type { Element, ExtractedLine, ExtractedPage } from '../model/extraction.ts';
import { line, list, page, paragraph, run } from '../testing/extraction-builder.ts';
import { elementLines } from './element-lines.ts';
import { takeLineNumbers } from './line-numbers.ts';

const textOf = ({ runs }: ExtractedLine): string => runs.map(({ text }) => text).join('');
const linesOf = (elements: readonly Element[]): readonly string[] => [...elementLines(elements)].map(textOf);
const text = ({ elements }: ExtractedPage) => linesOf(elements.filter(({ type }) => type !== 'footer'));
const numbers = ({ elements }: ExtractedPage) => linesOf(elements.filter(({ type }) => type === 'footer'));

type Numbers = {
  readonly size?: number;
  readonly font?: string;
  readonly x?: number;
  readonly raised?: number;
};

/** A line with its number at the left, 30 points from the text. */
function numbered(number: number, words: string, at: number, { x = 50, raised = 0, ...look }: Numbers = {}) {
  const y = 700 - at * 12;
  return line(run(`${number} `, x, y + raised, look), run(words, x + 30, y, { size: 10, font: 'Courier' }));
}

const code = ['for (const a of b) {', '  call(a);', '}', 'return b;'];
const asItems = (lines: readonly ExtractedLine[]): Element => ({
  ...(list(lines.map((): [string, number] => ['', 50])) as Extract<Element, { type: 'list' }>),
  kids: lines.map((one) => ({ type: 'list_item', page: 1, box: one.box, lines: [one], kids: [] })),
});
const prose = (at: number): string => (at % 3 === 0 ? 'A sentence that goes on' : 'and on in this one line');

describe('takeLineNumbers', () => {
  it('makes a text of a listing that the engine took for a list, with the numbers as furniture', () => {
    const lines = code.map((words, at) => numbered(at + 8, words, at, { size: 7 }));
    const found = takeLineNumbers(page(1, [asItems(lines)]));
    expect(found.elements.map(({ type }) => type)).toEqual(['paragraph', 'footer']);
    expect(text(found)).toEqual(code);
    expect(numbers(found)).toEqual(['8', '9', '10', '11']);
  });

  it('takes numbers of full size in another font than the code', () => {
    const lines = code.map((words, at) => numbered(at + 1, words, at));
    expect(text(takeLineNumbers(page(1, [paragraph(lines)])))).toEqual(code);
  });

  it('takes small numbers beside every fifth line', () => {
    const lines = Array.from({ length: 15 }, (_, at) =>
      (at + 1) % 5 === 0
        ? numbered(at + 1, prose(at), at, { size: 7 })
        : line(run(prose(at), 80, 700 - at * 12)),
    );
    const found = takeLineNumbers(page(1, [paragraph(lines)]));
    expect(text(found)).toEqual(Array.from({ length: 15 }, (_, at) => prose(at)));
    expect(numbers(found)).toEqual(['5', '10', '15']);
  });

  it('takes the numbers of a transcript, whose size is that of the text', () => {
    const lines = Array.from({ length: 25 }, (_, at) => numbered(at + 1, prose(at), at, { font: 'Courier' }));
    const found = takeLineNumbers(page(1, [paragraph(lines)]));
    expect(text(found)).toEqual(Array.from({ length: 25 }, (_, at) => prose(at)));
  });

  it('takes numbers that have no text beside them', () => {
    const lines = [...code.map((words, at) => numbered(at + 1, words, at, { size: 7 }))];
    const last = line(run('5', 50, 652, { size: 7 }));
    const found = takeLineNumbers(page(1, [paragraph(lines), paragraph([last])]));
    expect(text(found)).toEqual(code);
    expect(numbers(found)).toEqual(['1', '2', '3', '4', '5']);
  });

  it('takes small numbers in the margin that are lines of their own', () => {
    const text = paragraph(Array.from({ length: 18 }, (_, at) => line(run(prose(at), 80, 700 - at * 13))));
    const lines = Array.from({ length: 20 }, (_, at) =>
      line(run(`${at + 53}`, 50, 702 - at * 11, { size: 6 })),
    );
    const found = takeLineNumbers(page(1, [asItems(lines), text]));
    expect(found.elements.map(({ type }) => type)).toEqual(['paragraph', 'footer']);
    expect(numbers(found)).toHaveLength(20);
  });

  it('leaves hours beside a timetable', () => {
    const text = paragraph(Array.from({ length: 30 }, (_, at) => line(run(prose(at), 80, 700 - at * 12))));
    const hours = Array.from({ length: 20 }, (_, at) =>
      line(run(`${at + 1}`, 50, 702 - at * 30, { size: 6 })),
    );
    const before = page(1, [asItems(hours), text]);
    expect(takeLineNumbers(before)).toBe(before);
  });

  it.each<readonly [string, readonly ExtractedLine[]]>([
    ['a list of items', code.map((_, at) => line(run(`${at + 1} An item`, 50, 700 - at * 12)))],
    ['raised marks of notes', code.map((words, at) => numbered(at + 1, words, at, { size: 6, raised: 4 }))],
    [
      'rows that begin with a year',
      [2019, 2021, 2022, 2024].map((year, at) => numbered(year, 'Sum', at, { size: 7 })),
    ],
    [
      'numbers at different places',
      code.map((words, at) => numbered(at + 1, words, at, { size: 7, x: 50 + at * 9 })),
    ],
    ['two numbers', code.slice(0, 2).map((words, at) => numbered(at + 1, words, at, { size: 7 }))],
    [
      'a program whose lines have numbers',
      code.map((words, at) => numbered(at * 10 + 10, words, at, { font: 'Courier' })),
    ],
    [
      'titles with numbers in front of them',
      Array.from({ length: 14 }, (_, at) => numbered(at + 1, 'A Title', at, { font: 'Courier' })),
    ],
  ])('leaves %s', (_, lines) => {
    const before = page(1, [paragraph(lines)]);
    expect(takeLineNumbers(before)).toBe(before);
  });
});
