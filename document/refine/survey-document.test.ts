/** A document that was surveyed in ranges of pages is the one that was surveyed as a whole. */
import { describe, expect, it } from 'vitest';
import { defaultWriteOptions } from '../model/write-options.ts';
import type { ExtractionSource } from '../read/read-extraction.ts';
import { readSurveys } from '../read/survey-record.ts';
import { extraction, heading, page, paragraph } from '../testing/extraction-builder.ts';
import { writeJson } from '../write/write-json.ts';
import { layOutExtraction } from './lay-out-extraction.ts';
import { refineDocument } from './refine-document.ts';

const pageCount = 12;
const outline = [1, 4, 9].map((at) => ({ title: `Chapter ${at}`, level: 1, page: at }));

/** Running titles, headings of two levels, numbers, and words that are cut at the end of each page. */
function pageOf(number: number) {
  const at = { page: number };
  return page(number, [
    paragraph([`A running title ${number}`], { ...at, y: 810, look: { size: 8 } }),
    heading(number % 3 === 1 ? `Chapter ${number}` : `${number}.1 A section`, 1, {
      ...at,
      y: 690,
      look: { size: number % 3 === 1 ? 18 : 14, bold: true },
    }),
    paragraph([`${number}. The frame of the house on page ${number} is green and has a win-`], {
      ...at,
      y: 600,
    }),
    paragraph(['dow, so that a window can be opened by the host', 'and a frame-'], { ...at, y: 500 }),
  ]);
}

const pages = Array.from({ length: pageCount }, (_, at) => pageOf(at + 1));
const whole = extraction(pages, { outline });

const joined = (ranges: readonly (readonly string[])[]): ExtractionSource => {
  const lines = [
    ranges[0]?.[0] ?? '',
    ...ranges.flatMap((range) => range.slice(1, -1)),
    JSON.stringify({ record: 'end', pages: pageCount }),
  ];
  return { lines: () => lines };
};

function range(from: number, size: number, head = { outline }): readonly string[] {
  const source = extraction(pages.slice(from, from + size), { ...head, page_count: pageCount });
  return [...layOutExtraction(source, {})].map((text) => text.slice(0, -1));
}

const inRanges = (size: number): ExtractionSource =>
  joined(Array.from({ length: Math.ceil(pageCount / size) }, (_, at) => range(at * size, size)));

const json = (source: ExtractionSource, isSurveyed: boolean) =>
  [...writeJson(refineDocument(source, { isSurveyed }), defaultWriteOptions)].join('');

describe('a document that was surveyed in ranges', () => {
  it.each([1, 3, 5, 12])('is the same in ranges of %i pages', (size) => {
    const source = inRanges(size);
    expect(readSurveys(source)?.surveys).toHaveLength(Math.ceil(pageCount / size));
    expect(json(source, true)).toBe(json(whole, false));
  });

  it('has what only several ranges tell: running titles and levels', () => {
    const { type, kids } = JSON.parse(json(inRanges(1), true));
    expect(type).toBe('document');
    expect(JSON.stringify(kids)).not.toContain('A running title');
    expect(kids.filter((kid: { type: string }) => kid.type === 'heading').slice(0, 2)).toMatchObject([
      { level: 1, content: 'Chapter 1' },
      { level: 2, content: '2.1 A section' },
    ]);
  });

  it('is surveyed again if a page was not surveyed, or with another outline', () => {
    const [first, second] = [range(0, 6), range(6, 6)];
    const isSurveyLine = (text: string) => text.includes('"survey"');
    const incomplete = joined([first.filter((text) => !isSurveyLine(text)), second]);
    const other = joined([first, range(6, 6, { outline: [] })]);
    for (const source of [incomplete, other]) {
      expect(readSurveys(source)).toBeUndefined();
      expect(json(source, true)).toBe(json(whole, false));
    }
  });

  it('is not believed surveys of an extraction that the engine wrote', () => {
    const forged = [...inRanges(12).lines()].map((text) =>
      text.replace('"has_text":true', '"has_text":false'),
    );
    expect(json({ lines: () => forged }, true)).not.toBe(json(whole, false));
    expect(json({ lines: () => forged }, false)).toBe(json(whole, false));
  });

  it('is refused if a survey is damaged', () => {
    const damaged = [...inRanges(6).lines()].map((text) => text.replace('"has_text":true', '"has_text":1'));
    expect(() => refineDocument({ lines: () => damaged }, { isSurveyed: true })).toThrow('survey');
  });
});
