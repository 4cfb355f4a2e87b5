import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { AccessibilityReport } from '../domain/accessibility.ts';
import { nothingDropped } from '../domain/dropped.ts';
import { type ParserOptions, withDefaults } from '../domain/options.ts';
import type {
  ConvertOutcome,
  ConvertRequest,
  EngineWarning,
  FailureClass,
  RecognizeOutcome,
  RecognizeRequest,
} from '../ports/engine.ts';
import { convertWithOcr } from './convert-with-ocr.ts';

const spent = { durationMs: 1, memoryPeakBytes: null };

function failed(kind: FailureClass): Extract<ConvertOutcome, { status: 'failed' }> {
  const failure = {
    ...{ class: kind, retryable: true, message: '', detail: '' },
    ...{ failedFormats: [], workingFormats: [] },
  };
  return { status: 'failed', failure, spent };
}

function converted(...warnings: EngineWarning[]): ConvertOutcome {
  const extraction = { path: '', bytes: 0, imagesDir: null };
  const counts = { pageCount: 3, pagesConverted: 3 };
  return {
    status: 'converted',
    outputs: [],
    extraction,
    warnings,
    dropped: nothingDropped,
    ...counts,
    spent,
  };
}

const warning = (code: EngineWarning['code'], ...pages: number[]): EngineWarning => ({
  ...{ code, message: '', pages, count: pages.length },
});
const scan = converted(warning('page_only_image', 2));
const read = (page: number, confidence = 95) => ({ page, words: 9, confidence });

type Run = {
  readonly options?: Partial<ParserOptions>;
  readonly conversions: readonly ConvertOutcome[];
  readonly recognition?: RecognizeOutcome;
  readonly ocrPagesMax?: number;
};

async function run({ options = {}, conversions, recognition = { status: 'unavailable' }, ocrPagesMax }: Run) {
  const converts: ConvertRequest[] = [];
  const recognitions: RecognizeRequest[] = [];
  const engine = {
    convert: async (request: ConvertRequest) => {
      converts.push(request);
      return conversions[converts.length - 1] ?? failed('crash');
    },
    recognize: async (request: RecognizeRequest) => {
      recognitions.push(request);
      return recognition;
    },
  };
  const outDir = await mkdtemp(join(tmpdir(), 'octavo-ocr-'));
  const request = { sourcePath: 'source.pdf', fileName: 'a.pdf', pageCount: 3, outDir, timeoutMs: 1_000 };
  const outcome = await convertWithOcr(
    { engine },
    { ...request, ...(ocrPagesMax !== undefined && { ocrPagesMax }), options: withDefaults(options) },
  );
  const warnings = outcome.status === 'converted' ? outcome.warnings : [];
  return { outcome, converts, recognitions, codes: warnings.map(({ code, pages }) => [code, ...pages]) };
}

describe('auto', () => {
  it('converts a document of text once', async () => {
    const { converts, recognitions, codes } = await run({ conversions: [converted()] });
    expect([converts.length, recognitions.length, codes]).toEqual([1, 0, []]);
  });

  it('reads pages without usable text, and replaces garbled ones', async () => {
    const first = converted(warning('page_text_garbled', 1), warning('page_only_image', 3));
    const recognition = {
      status: 'recognized',
      pages: [read(1), read(3, 60)],
      failedPages: [],
      isReproducible: true,
    } as const;
    const ran = await run({ conversions: [first, converted()], recognition });
    const { outcome, converts, recognitions, codes } = ran;
    expect(outcome).toMatchObject({ extraction: { wordsPath: recognitions[0]?.wordsPath } });
    expect(recognitions[0]?.pages).toEqual([
      { page: 1, replace: true },
      { page: 3, replace: false },
    ]);
    expect(converts[1]?.sourcePath).toBe(recognitions[0]?.targetPath);
    expect(converts[1]?.outDir).not.toBe(converts[0]?.outDir);
    expect(codes).toEqual([
      ['ocr_applied', 1, 3],
      ['ocr_low_confidence', 3],
    ]);
  });

  it('reads a page once that has both an image only and garbled text', async () => {
    const first = converted(warning('page_only_image', 2, 3), warning('page_text_garbled', 1, 2));
    const recognition = {
      status: 'recognized',
      pages: [read(1), read(2), read(3)],
      failedPages: [],
      isReproducible: true,
    } as const;
    const { recognitions } = await run({ conversions: [first, converted()], recognition });
    expect(recognitions[0]?.pages).toEqual([
      { page: 1, replace: true },
      { page: 2, replace: true },
      { page: 3, replace: false },
    ]);
  });

  it('reports the check of the submitted file, not of its copy with recognized text', async () => {
    const report = (before: string, after: string) =>
      ({ before_error: before, after_error: after }) as unknown as AccessibilityReport;
    const [first, second] = [
      { ...scan, accessibility: report('submitted', 'first') } as ConvertOutcome,
      { ...converted(), accessibility: report('copy', 'second') } as ConvertOutcome,
    ];
    const recognition = {
      status: 'recognized',
      pages: [read(2)],
      failedPages: [],
      isReproducible: true,
    } as const;
    const { outcome } = await run({ conversions: [first, second], recognition });
    expect(outcome).toMatchObject({ accessibility: { before_error: 'submitted', after_error: 'second' } });
  });

  it('reads scans with little text, and leaves them alone if they turn out to be photographs', async () => {
    const first = { ...converted(), sparsePages: [1, 2] } as ConvertOutcome;
    const photograph = { page: 2, words: 0, confidence: 40 };
    const recognition = {
      status: 'recognized',
      pages: [read(1), photograph],
      failedPages: [],
      isReproducible: true,
    } as const;
    const { recognitions, codes } = await run({ conversions: [first, converted()], recognition });
    expect(recognitions[0]?.pages).toEqual([
      { page: 1, replace: true, lettersMin: 200 },
      { page: 2, replace: true, lettersMin: 200 },
    ]);
    expect(codes).toEqual([['ocr_applied', 1]]);
  });

  it('keeps the first result where no slots are for it', async () => {
    const { codes } = await run({ conversions: [scan] });
    expect(codes).toEqual([['page_only_image', 2]]);
  });

  it('still reports that the file was repaired', async () => {
    const first = converted(warning('repaired'), warning('page_only_image', 2));
    const recognition = {
      status: 'recognized',
      pages: [read(2)],
      failedPages: [],
      isReproducible: true,
    } as const;
    const { codes } = await run({ conversions: [first, converted()], recognition });
    expect(codes).toEqual([['repaired'], ['ocr_applied', 2]]);
  });
});

it('does not say of pages that were read that they have no text', async () => {
  const conversions = [
    converted(warning('page_only_image', 1, 2)),
    converted(warning('page_only_image', 1, 2)),
  ];
  const recognition = {
    status: 'recognized',
    pages: [read(1)],
    failedPages: [],
    isReproducible: true,
  } as const;
  const { codes } = await run({ conversions, recognition });
  expect(codes).toEqual([
    ['page_only_image', 2],
    ['ocr_applied', 1],
  ]);
});

describe('the limit of pages', () => {
  const first = converted(warning('page_only_image', 1, 2, 3));

  it('leaves the pages beyond it, with a warning', async () => {
    const recognition = {
      status: 'recognized',
      pages: [read(1), read(2)],
      failedPages: [],
      isReproducible: true,
    } as const;
    const second = converted(warning('page_only_image', 3));
    const conversions = [first, second];
    const { recognitions, codes } = await run({ conversions, recognition, ocrPagesMax: 2 });
    expect(recognitions[0]?.pages.map(({ page }) => page)).toEqual([1, 2]);
    expect(codes).toEqual([
      ['page_only_image', 3],
      ['ocr_applied', 1, 2],
      ['ocr_page_limit', 3],
    ]);
  });

  it('of 0 reads nothing', async () => {
    const { converts, recognitions, codes } = await run({ conversions: [first], ocrPagesMax: 0 });
    expect([converts.length, recognitions.length]).toEqual([1, 0]);
    expect(codes).toEqual([
      ['page_only_image', 1, 2, 3],
      ['ocr_page_limit', 1, 2, 3],
    ]);
  });

  it('is not mentioned where no slots are for recognition', async () => {
    const { codes } = await run({ conversions: [first], ocrPagesMax: 1 });
    expect(codes).toEqual([['page_only_image', 1, 2, 3]]);
  });
});

describe('a failure', () => {
  it.each([
    ['of the recognition', [scan], failed('crash')],
    [
      'of every page',
      [scan],
      { status: 'recognized', pages: [], failedPages: [2], isReproducible: true } as const,
    ],
    [
      'of the second conversion',
      [scan, failed('crash')],
      { status: 'recognized', pages: [read(2)], failedPages: [], isReproducible: true } as const,
    ],
  ])(
    '%s leaves the document converted without it, with a warning',
    async (_what, conversions, recognition) => {
      const { codes } = await run({ conversions, recognition });
      expect(codes).toEqual([
        ['page_only_image', 2],
        ['ocr_failed', 2],
      ]);
    },
  );

  it('of one page names that page', async () => {
    const first = converted(warning('page_only_image', 2, 3));
    const recognition = {
      status: 'recognized',
      pages: [read(2)],
      failedPages: [3],
      isReproducible: true,
    } as const;
    const second = converted(warning('page_only_image', 3));
    const { codes } = await run({ conversions: [first, second], recognition });
    expect(codes).toEqual([
      ['page_only_image', 3],
      ['ocr_applied', 2],
      ['ocr_failed', 3],
    ]);
  });

  it('by time is said to be one that may not happen again, once', async () => {
    const first = converted(warning('page_only_image', 2, 3));
    const recognition = {
      status: 'recognized',
      pages: [read(2)],
      failedPages: [3],
      isReproducible: false,
    } as const;
    const second = converted(warning('page_only_image', 3));
    const { codes } = await run({ conversions: [first, second], recognition });
    expect(codes.slice(1)).toEqual([['ocr_applied', 2], ['ocr_failed', 3], ['result_not_reproducible']]);
    const all = await run({
      conversions: [scan],
      recognition: { ...recognition, pages: [], failedPages: [2] },
    });
    expect(all.codes.slice(1)).toEqual([['ocr_failed', 2], ['result_not_reproducible']]);
    const slow = await run({ conversions: [scan], recognition: failed('timeout') });
    expect(slow.codes.slice(1)).toEqual([['ocr_failed', 2], ['result_not_reproducible']]);
    const said = converted(warning('page_only_image', 3), warning('result_not_reproducible'));
    const twice = await run({ conversions: [first, said], recognition });
    expect(twice.codes.filter(([code]) => code === 'result_not_reproducible')).toHaveLength(1);
  });

  it.each(['cancelled', 'environment', 'disk'] as const)(
    'of the machine (%s) ends the attempt',
    async (kind) => {
      const { outcome } = await run({ conversions: [scan], recognition: failed(kind) });
      expect(outcome).toMatchObject({ status: 'failed', failure: { class: kind } });
    },
  );
});

describe('force', () => {
  it('reads every chosen page from its picture', async () => {
    const { recognitions } = await run({
      options: { ocr: 'force', pages: '1,3', ocrLanguages: ['deu', 'eng'] },
      conversions: [converted()],
    });
    expect(recognitions[0]).toMatchObject({
      pages: [
        { page: 1, replace: true },
        { page: 3, replace: true },
      ],
      languages: ['deu', 'eng'],
    });
  });
});
