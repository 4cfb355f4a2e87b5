import { describe, expect, it } from 'vitest';
import type { AnnotationText, ExtractedPage } from '../model/extraction.ts';
import { line, page, paragraph, run, table } from '../testing/extraction-builder.ts';
import { withAnnotationTexts } from './annotation-texts.ts';

function typed(text: string, x: number, y: number): AnnotationText {
  const lines = [line(run(text, x, y))];
  return { box: lines[0]?.box ?? [0, 0, 0, 0], lines };
}

const textsOf = ({ elements }: ExtractedPage): readonly string[] =>
  elements.flatMap((element) =>
    'lines' in element ? element.lines.flatMap(({ runs }) => runs.map(({ text }) => text)) : [],
  );

describe('text of annotations', () => {
  it('is a paragraph of the page', () => {
    const given = page(1, [paragraph(['Printed'])], { texts: [typed('Typed', 50, 500)] });
    expect(textsOf(withAnnotationTexts(given, false))).toEqual(['Printed', 'Typed']);
  });

  it('is in the cell that it was typed into', () => {
    const given = page(1, [table([['Name', '']])], { texts: [typed('Ann', 160, 488)] });
    const [element] = withAnnotationTexts(given, false).elements;
    const cells = element?.type === 'table' ? element.cells : [];
    expect(cells.map(({ kids }) => kids.length)).toEqual([1, 1]);
    expect(cells[1]?.kids[0]).toMatchObject({ type: 'paragraph', lines: [{ runs: [{ text: 'Ann' }] }] });
  });

  it('is not written twice if it is printed on the page, too', () => {
    const given = page(1, [paragraph(['Typed  twice'])], { texts: [typed('Typed twice', 50, 700)] });
    expect(textsOf(withAnnotationTexts(given, false))).toEqual(['Typed  twice']);
  });

  it('stays next to other text in the same place, unless the page is read from a picture of it', () => {
    const given = page(1, [paragraph(['Typcd'])], { texts: [typed('Typed', 50, 700)] });
    expect(textsOf(withAnnotationTexts(given, false))).toEqual(['Typcd', 'Typed']);
    expect(textsOf(withAnnotationTexts(given, true))).toEqual(['Typcd']);
  });
});
