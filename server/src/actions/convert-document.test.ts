/** What the writer is asked for, and when its result is accepted. */
import { describe, expect, it, vi } from 'vitest';
import { nothingDropped } from '../domain/dropped.ts';
import type { Format } from '../domain/formats.ts';
import { withDefaults } from '../domain/options.ts';
import type { ExtractionWriteRequest, LayOutRequest, WriteOutcome } from '../ports/document-writer.ts';
import type { ConvertOutcome, ConvertRequest, EngineOutput } from '../ports/engine.ts';
import { convertDocument } from './convert-document.ts';

const file = (format: Format): EngineOutput =>
  ({ format, path: `/out/${format}`, bytes: 1, sha256: '', mediaType: '' }) as EngineOutput;
const document = { path: '/out/document', bytes: 1, sha256: '' };
const warningOf = (code: 'page_only_image' | 'font_unreadable') => ({
  code,
  message: '',
  pages: [1],
  count: 1,
});

const extracted = {
  status: 'converted',
  outputs: [file('images'), file('tagged-pdf')],
  extraction: { path: '/out/extraction', bytes: 1, imagesDir: '/out/images' },
  warnings: [warningOf('font_unreadable')],
  dropped: nothingDropped,
  ...{ pageCount: 3, pagesConverted: 2 },
  spent: { durationMs: 1, memoryPeakBytes: 5 },
} as unknown as ConvertOutcome;

const written = {
  status: 'written',
  outputs: [file('markdown'), file('json')],
  ...{ document, reading: null, pageCount: 3, pagesConverted: 2 },
  warnings: [warningOf('page_only_image')],
} as unknown as WriteOutcome;

type Given = {
  readonly convert?: (request: ConvertRequest) => Promise<ConvertOutcome>;
  readonly write?: WriteOutcome;
  readonly imageOutput?: 'embedded' | 'external';
  readonly language?: string | null;
};

async function run({
  convert = async () => extracted,
  write = written,
  imageOutput = 'external',
  language = null,
}: Given = {}) {
  const requests: ExtractionWriteRequest[] = [];
  const laidOut: LayOutRequest[] = [];
  const onProgress = vi.fn();
  const outcome = await convertDocument(
    {
      engine: { convert, recognize: async () => ({ status: 'unavailable' }) },
      writer: {
        layOut: async (request) => {
          laidOut.push(request);
          return { status: 'laid_out', path: request.outPath, bytes: 1 };
        },
        writeFromExtraction: async (request) => {
          requests.push(request);
          return write;
        },
      },
    },
    {
      ...{ sourcePath: '/in.pdf', fileName: 'a.pdf', pageCount: 3, outDir: '/out', timeoutMs: 60_000 },
      options: withDefaults({ format: ['json', 'images', 'markdown', 'tagged-pdf'], imageOutput, language }),
      onProgress,
    },
  );
  return { outcome, requests, laidOut, onProgress };
}

describe('convertDocument', () => {
  it('lets the writer lay out each range of pages, and says so when it writes', async () => {
    const { signal } = new AbortController();
    const convert = async ({ layOut }: ConvertRequest): Promise<ConvertOutcome> => {
      const range = await layOut?.('/out/range', signal);
      if (range?.status !== 'laid_out') throw new Error('not laid out');
      const extraction = { path: range.path, bytes: range.bytes, imagesDir: null, isLaidOut: true };
      return { ...extracted, extraction } as ConvertOutcome;
    };
    const { outcome, requests, laidOut } = await run({ convert });
    expect(outcome.status).toBe('converted');
    expect(laidOut).toMatchObject([{ extractionPath: '/out/range', signal }]);
    expect(laidOut[0]?.timeoutMs).toBeGreaterThan(50_000);
    expect(requests).toMatchObject([{ extractionPath: laidOut[0]?.outPath, isLaidOut: true }]);
  });

  it('asks the writer for the text formats and returns all outputs in the order of the request', async () => {
    const { outcome, requests, onProgress } = await run();
    expect(requests).toMatchObject([
      {
        extractionPath: '/out/extraction',
        formats: ['json', 'markdown'],
        embedImages: false,
        outDir: '/out',
      },
    ]);
    expect(onProgress).toHaveBeenLastCalledWith({ stage: 'write', done: 2, total: 4 });
    expect(outcome).toMatchObject({
      status: 'converted',
      outputs: [{ format: 'json' }, { format: 'images' }, { format: 'markdown' }, { format: 'tagged-pdf' }],
      warnings: [{ code: 'font_unreadable' }, { code: 'page_only_image' }],
      document,
    });
    expect(outcome).not.toHaveProperty('extraction');
  });

  it('embeds images on request', async () => {
    expect((await run({ imageOutput: 'embedded' })).requests).toMatchObject([{ embedImages: true }]);
  });

  it('tells the writer the language of the option, and none without it', async () => {
    expect((await run({ language: 'de-CH' })).requests[0]?.language).toBe('de-CH');
    expect((await run()).requests[0]?.language).toBeUndefined();
  });

  it('gives the writer what is left of the time limit, and at least ten seconds', async () => {
    const { requests } = await run();
    expect(requests[0]?.timeoutMs).toBeGreaterThan(50_000);
    expect(requests[0]?.timeoutMs).toBeLessThanOrEqual(60_000);
    const now = vi.spyOn(performance, 'now');
    const late = await run({
      convert: async () => {
        const started = performance.now();
        now.mockImplementation(() => started + 59_000);
        return extracted;
      },
    });
    now.mockRestore();
    expect(late.requests[0]?.timeoutMs).toBe(10_000);
    expect(late.outcome.spent.durationMs).toBeGreaterThanOrEqual(58_000);
    expect(late.outcome.spent.durationMs).toBeLessThan(60_000);
  });

  it.each(['pageCount', 'pagesConverted'])(
    'fails if the engine and the document differ in %s',
    async (name) => {
      const { outcome } = await run({ write: { ...written, [name]: 1 } as WriteOutcome });
      expect(outcome).toMatchObject({ status: 'failed', failure: { class: 'crash' } });
    },
  );

  it('fails as the engine or the writer does, and asks no writer after a failed engine', async () => {
    const failure = { class: 'memory', retryable: true, message: 'It failed.' };
    const failed = { status: 'failed', failure, spent: { durationMs: 1, memoryPeakBytes: null } };
    const first = await run({ convert: async () => failed as unknown as ConvertOutcome });
    expect(first.outcome).toMatchObject({ status: 'failed', failure });
    expect(first.requests).toEqual([]);
    const second = await run({ write: { status: 'failed', failure } as unknown as WriteOutcome });
    expect(second.outcome).toMatchObject({ status: 'failed', failure, spent: { memoryPeakBytes: 5 } });
  });
});
