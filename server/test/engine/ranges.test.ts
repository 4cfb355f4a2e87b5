/** Long documents are converted in ranges of pages, and documents on which the engine fails are divided. */
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DocumentOutcome } from '../../src/actions/convert-document.ts';
import { type ParserOptions, withDefaults } from '../../src/domain/options.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { treeUsage } from '../../src/engine/process-tree.ts';
import type { ConvertRequest, EngineProgress, LaidOut } from '../../src/ports/engine.ts';
import { failure } from '../../src/processes/failure.ts';
import { PdfWriter } from '../fixtures/pdf-writer.ts';
import { latinFonts, line, paragraph } from '../fixtures/typesetting.ts';
import { openTestEngine, type TestEngine, traversableDir } from './test-engine.ts';

const mebibyte = 1_048_576;
const longPages = 230;
let testEngine: TestEngine | undefined;
afterEach(() => testEngine?.close());

function longDocument(): Buffer {
  const pdf = new PdfWriter();
  const fonts = latinFonts(pdf);
  for (let page = 1; page <= longPages; page += 1) {
    const heading = page % 10 === 1 ? line(`Chapter ${(page + 9) / 10}`, 72, 740, 18, 'B') : '';
    const lines = [
      `This is page ${page} of a long document, which has`,
      'two lines of text on each of its pages.',
    ];
    const text = page % 50 === 0 ? '' : paragraph(lines, 72, 700);
    pdf.page({
      fonts,
      content: `${line('A long document', 72, 800, 9)}${heading}${text}${line(`${page}`, 290, 40, 9)}`,
    });
  }
  return pdf.finish({ title: 'Long' });
}

/** The engine keeps all operators of a page in memory; 400,000 are too many for the heap of a small engine. */
function documentWithSlowPages(slowPages: readonly number[]): Buffer {
  const pdf = new PdfWriter();
  const fonts = latinFonts(pdf);
  for (let page = 1; page <= 5; page += 1) {
    const operators = slowPages.includes(page) ? '1 0 0 1 0 0 cm\n'.repeat(400_000) : '';
    // Lines at the same height of all pages would be taken for a running title.
    pdf.page({ fonts, content: `${line(`Words of page ${page}`, 72, 750 - 90 * page)}q\n${operators}Q\n` });
  }
  return pdf.finish();
}

async function convert(
  document: Buffer,
  options: Partial<ParserOptions>,
  more: Partial<ConvertRequest> = {},
): Promise<{ readonly outcome: DocumentOutcome; readonly files: Readonly<Record<string, string>> }> {
  if (!testEngine) throw new Error('no engine');
  const outDir = await testEngine.outDir();
  const sourcePath = join(outDir, 'source.pdf');
  await writeFile(sourcePath, document);
  const outcome = await testEngine.engine.convert({
    ...{ sourcePath, outDir, fileName: 'a.pdf', pageCount: longPages, timeoutMs: 120_000 },
    options: withDefaults({ ocr: 'off', ...options }),
    ...more,
  });
  const outputs = outcome.status === 'converted' ? outcome.outputs : [];
  const read = outputs.map(async ({ format, path }) => [format, await readFile(path, 'utf8')] as const);
  return { outcome, files: Object.fromEntries(await Promise.all(read)) };
}

describe('a long document', () => {
  const format = ['markdown', 'json', 'html', 'text'] as const;

  it('has the same outputs with one slot, with three slots, and as a whole', async () => {
    testEngine = await openTestEngine();
    const one = await convert(longDocument(), { format });
    // Images are numbered through the document, so it is converted as a whole. It has none.
    const whole = await convert(longDocument(), { format, imageOutput: 'external' });
    await testEngine.close();
    testEngine = await openTestEngine({ slots: 3 });
    const progress: EngineProgress[] = [];
    const onProgress = (one: EngineProgress) => progress.push(one);
    const three = await convert(longDocument(), { format }, { onProgress });
    expect(three.files).toEqual(one.files);
    expect(whole.files).toEqual(one.files);
    expect(one.files['markdown']).toContain('This is page 229 of a long document');
    expect(three.outcome).toMatchObject({
      status: 'converted',
      pageCount: longPages,
      pagesConverted: longPages,
    });
    const layout = progress.filter(({ stage }) => stage === 'layout');
    expect(layout.at(-1)).toEqual({ stage: 'layout', done: longPages, total: longPages });
    expect(layout.map(({ done }) => done)).toEqual(layout.map(({ done }) => done).toSorted((a, b) => a - b));
  });

  it('has the warnings of all ranges, and only of the chosen pages', async () => {
    testEngine = await openTestEngine({ slots: 2 });
    const { outcome, files } = await convert(longDocument(), { format: ['text'], pages: '5-220' });
    expect(outcome).toMatchObject({
      pagesConverted: 216,
      warnings: [{ code: 'page_without_content', pages: [50, 100, 150, 200], count: 4 }],
    });
    expect(files['text']).toContain('This is page 220 of');
    expect(files['text']).not.toContain('This is page 221 of');
  });
});

describe('ranges that are laid out while others are converted', () => {
  type Following = Pick<ConvertRequest, 'layOut' | 'onProgress'>;
  async function convertWith(following: Following, slots = 2) {
    const directory = await traversableDir();
    const engine = createEngine({ workDir: join(directory, 'work'), slots, preflightSlots: 0 });
    try {
      await engine.start();
      const [sourcePath, outDir] = [join(directory, 'source.pdf'), join(directory, 'out')];
      await writeFile(sourcePath, longDocument());
      await mkdir(outDir);
      return await engine.convert({
        ...{ sourcePath, outDir, fileName: 'a.pdf', pageCount: longPages, timeoutMs: 120_000 },
        ...following,
        options: withDefaults({ ocr: 'off', format: ['text'] }),
      });
    } finally {
      await engine.close();
      await rm(directory, { recursive: true });
    }
  }

  async function copied(extractionPath: string): Promise<LaidOut> {
    const outPath = `${extractionPath}.laid-out`;
    await copyFile(extractionPath, outPath);
    const { size: bytes } = await stat(outPath);
    return { status: 'laid_out', path: outPath, bytes };
  }

  it('are asked for once each, and the failure of one is that of the document', async () => {
    const asked: string[] = [];
    const outcome = await convertWith({
      layOut: async (extractionPath) => {
        asked.push(extractionPath);
        return copied(extractionPath);
      },
    });
    expect(outcome).toMatchObject({ status: 'converted', extraction: { isLaidOut: true } });
    expect(new Set(asked).size).toBe(3);
    expect(asked).toHaveLength(3);
    const writerFailed = failure('out_of_memory', 'writer ended, heap exhausted');
    const failing = await convertWith({ layOut: async () => ({ status: 'failed', failure: writerFailed }) });
    expect(failing).toMatchObject({ status: 'failed', failure: writerFailed });
    const throwing = await convertWith({ layOut: () => Promise.reject(new Error('no disk')) });
    expect(throwing).toMatchObject({ status: 'failed', failure: { class: 'environment' } });
  });

  it('do not queue up for a writer that is behind, before the documents of others', async () => {
    let [pagesDone, asked] = [0, 0];
    const askedWhileOneIsLaidOut: number[] = [];
    const outcome = await convertWith(
      {
        onProgress: ({ done }) => {
          pagesDone = done;
        },
        layOut: async (extractionPath) => {
          asked += 1;
          const askedBefore = asked;
          if (asked === 1) {
            await vi.waitUntil(() => pagesDone >= 200, { timeout: 60_000 });
            await setTimeout(1_000);
          }
          askedWhileOneIsLaidOut.push(asked - askedBefore);
          return copied(extractionPath);
        },
      },
      1,
    );
    expect(outcome.status).toBe('converted');
    expect(askedWhileOneIsLaidOut).toEqual([0, 0, 0]);
  });
});

describe('a document with a page on which the engine fails', () => {
  const limits = { convert: { heapBytes: 80 * mebibyte, memoryBytesMax: 700 * mebibyte } };
  const format = ['markdown'] as const;

  it('fails at the first attempt, and has all other pages at the next', async () => {
    testEngine = await openTestEngine(limits);
    const first = await convert(documentWithSlowPages([3]), { format }, { pageCount: 5, timeoutMs: 160_000 });
    expect(first.outcome).toMatchObject({ status: 'failed', failure: { class: 'out_of_memory' } });
    const next = await convert(
      documentWithSlowPages([3]),
      { format },
      { pageCount: 5, timeoutMs: 160_000, salvage: true },
    );
    expect(next.outcome).toMatchObject({
      status: 'converted',
      pagesConverted: 5,
      warnings: [{ code: 'page_simplified', pages: [3], count: 1 }],
    });
    const words = [1, 2, 3, 4, 5].map((page) => `Words of page ${page}`);
    expect(next.files['markdown']?.match(/Words of page \d/g)).toEqual(words);
  });

  it('that may be converted without it another time says so', async () => {
    testEngine = await openTestEngine();
    const { pids } = await treeUsage(process.pid);
    const engines = pids.filter((pid) => readFileSync(`/proc/${pid}/comm`, 'utf8') === 'java\n');
    expect(engines).not.toEqual([]);
    let isKilled = false;
    const onProgress = () => {
      if (isKilled) return;
      isKilled = true;
      for (const pid of engines) process.kill(pid, 'SIGKILL');
    };
    const { outcome } = await convert(
      documentWithSlowPages([1, 2, 3, 4, 5]),
      { format },
      { pageCount: 5, timeoutMs: 160_000, salvage: true, onProgress },
    );
    expect(outcome).toMatchObject({
      status: 'converted',
      pagesConverted: 5,
      warnings: [{ code: 'result_not_reproducible', pages: [], count: 1 }],
    });
  });
});
