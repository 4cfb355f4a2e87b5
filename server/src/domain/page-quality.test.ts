/** The quality of a page: the worst of what its warnings and the confidence of its recognition say. */
import { expect, it } from 'vitest';
import { pageQuality } from './page-quality.ts';

const warning = (code: string, ...pages: number[]) => ({ code, pages });

it('is full without anything against it', () => {
  expect(pageQuality([warning('repaired', 2)], [{ page: 1 }])).toEqual([
    { score: 1, reasons: [], ocrConfidence: null },
  ]);
});

it('is the worst of its warnings, which are the reasons', () => {
  const warnings = [warning('math_as_text', 1), warning('font_unreadable', 1), warning('font_unreadable', 1)];
  expect(pageQuality(warnings, [{ page: 1 }])).toEqual([
    { score: 0.3, reasons: ['font_unreadable', 'math_as_text'], ocrConfidence: null },
  ]);
});

it('is the confidence of recognized text, unless something else is worse', () => {
  const warnings = [warning('ocr_applied', 1, 2, 3), warning('content_skipped', 2)];
  const pages = [
    { page: 1, ocr: { confidence: 0.93 } },
    { page: 2, ocr: { confidence: 0.93 } },
    // A document of an earlier version, without confidences.
    { page: 3 },
  ];
  const qualities = pageQuality(warnings, pages);
  expect(qualities.map(({ score }) => score)).toEqual([0.93, 0.5, 0.8]);
  expect(qualities.map(({ ocrConfidence }) => ocrConfidence)).toEqual([0.93, 0.93, null]);
});
