/** Pages that were laid out before make the same document. */
import { describe, expect, it } from 'vitest';
import { defaultWriteOptions } from '../model/write-options.ts';
import { ExtractionError } from '../read/extraction-error.ts';
import type { ExtractionSource } from '../read/read-extraction.ts';
import { extraction, line, page, paragraph, run, table } from '../testing/extraction-builder.ts';
import { writeJson } from '../write/write-json.ts';
import { layOutExtraction } from './lay-out-extraction.ts';
import type { LayoutOptions } from './lay-out-page.ts';
import { refineDocument } from './refine-document.ts';

const twoColumns = page(1, [
  paragraph(['A title over both columns of the text'], { y: 760, look: { size: 16 } }),
  ...Array.from({ length: 8 }, (_, at) => [
    paragraph([`In the left column line ${at} of the text on this`], { y: 700 - 14 * at }),
    paragraph([`In the right column line ${at} of the text on this`], { x: 320, y: 700 - 14 * at }),
  ]).flat(),
]);
/** Its fonts show by their widths that they are of one width. */
const listing = page(2, [paragraph(['if (i == m) { will = mill; }', 'while (lit) m += 1;'], { page: 2 })]);
const noted = page(3, [paragraph(['The text of the page.'], { page: 3 })], {
  texts: [{ box: [40, 500, 300, 520], lines: [line(run('A note on it', 50, 505))] }],
});
const source = extraction([twoColumns, listing, noted, page(4, [table([['a', 'b']], { page: 4 })])]);

const laidOut = (from: ExtractionSource, options: LayoutOptions = {}): ExtractionSource => {
  const lines = [...layOutExtraction(from, options)].map((text) => text.slice(0, -1));
  return { lines: () => lines };
};
const json = (from: ExtractionSource, options: LayoutOptions = {}) =>
  [...writeJson(refineDocument(from, options), defaultWriteOptions)].join('');

describe('layOutExtraction', () => {
  it.each([{}, { keepOrder: true }, { keepStructure: true }])(
    'changes nothing in a document: %j',
    (options) => {
      expect(json(laidOut(source, options), options)).toBe(json(source, options));
      expect(json(laidOut(laidOut(source, options), options), options)).toBe(json(source, options));
    },
  );

  it('is not done again when the document is made', () => {
    const [order, engine] = [laidOut(source), laidOut(source, { keepOrder: true })];
    expect(json(order, { keepOrder: true })).toBe(json(source));
    expect(json(engine)).toBe(json(source, { keepOrder: true }));
    expect(json(engine)).not.toBe(json(source));
  });

  it('leaves pages with annotations, whose text depends on text recognition', () => {
    const records = [...laidOut(source).lines()].map((text) => JSON.parse(text));
    expect(records.map(({ laid_out: done }) => done !== undefined)).toEqual([
      ...[false, true, true, false, true, false, false],
    ]);
  });

  it('refuses an extraction that is not complete', () => {
    const lines = [...source.lines()].slice(0, -1);
    expect(() => laidOut({ lines: () => lines })).toThrow(ExtractionError);
  });
});
