/** Text recognition: scans become text, tables and headings; text documents stay as they are; a page that fails is a warning. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentOutcome } from '../../src/actions/convert-document.ts';
import { type ParserOptions, withDefaults } from '../../src/domain/options.ts';
import type { ConvertRequest } from '../../src/ports/engine.ts';
import { fixturePath } from '../fixtures/golden.ts';
import { imageBomb, imageBombs } from '../fixtures/image-bombs.ts';
import { PdfWriter } from '../fixtures/pdf-writer.ts';
import { scanPath, scans, tableRows } from '../fixtures/scans.ts';
import { latinFonts, line } from '../fixtures/typesetting.ts';
import { eventually, openTestEngine, processesWith, type TestEngine } from './test-engine.ts';

const run = promisify(execFile);
let testEngine: TestEngine;
beforeAll(async () => {
  testEngine = await openTestEngine({ recognizeSlots: 1 });
});
afterAll(() => testEngine.close());

/** Other test runs on this machine may have programs of the same name. */
function isDescendant(pid: number): boolean {
  for (let one = pid; one > 1; ) {
    if (one === process.pid) return true;
    const stat = readFileSync(`/proc/${one}/stat`, 'latin1');
    one = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  }
  return false;
}

type Asked = Partial<ParserOptions> &
  Pick<ConvertRequest, 'signal' | 'onProgress'> & { readonly pageCount?: number };

type Recognized = {
  readonly content: string;
  readonly words?: readonly { readonly start: number; readonly end: number }[];
};

async function convert(sourcePath: string, asked: Asked, on = testEngine): Promise<DocumentOutcome> {
  const { pageCount = 1, signal, onProgress, ...options } = asked;
  const outDir = await on.outDir();
  const request = {
    sourcePath,
    fileName: 'scan.pdf',
    pageCount,
    outDir,
    timeoutMs: 120_000,
    signal,
    onProgress,
  };
  return on.engine.convert({ ...request, options: withDefaults(options) });
}

async function outputOf(outcome: DocumentOutcome, format: string): Promise<string> {
  if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
  return readFile(outcome.outputs.find((one) => one.format === format)?.path ?? '', 'utf8');
}

function codesOf(outcome: DocumentOutcome): readonly string[] {
  return outcome.status === 'failed' ? [outcome.failure.class] : outcome.warnings.map(({ code }) => code);
}

const hashesOf = (outcome: DocumentOutcome) =>
  outcome.status === 'failed' ? [] : outcome.outputs.map(({ sha256 }) => sha256);

const wordsOf = (text: string) => text.split(/[\s|#*\\-]+/).filter((word) => word !== '');

/** The share of the expected words that occur, each as often as expected. */
function recall(expected: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of found) left.set(word, (left.get(word) ?? 0) + 1);
  const hits = expected.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return hits.length / expected.length;
}

/** The same scan with so few dots that nobody can read it. */
async function coarse(sourcePath: string): Promise<string> {
  const target = join(await testEngine.outDir(), 'coarse');
  await run('pdftoppm', ['-gray', '-singlefile', '-r', '36', sourcePath, target]);
  const file = await readFile(`${target}.pgm`);
  const [header = '', width, height] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(file.toString('latin1', 0, 64)) ?? [];
  const pdf = new PdfWriter();
  const image = pdf.add(
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
    file.subarray(header.length),
  );
  pdf.page({ images: { I: image }, content: 'q 595 0 0 842 0 0 cm /I Do Q', size: [595, 842] });
  await writeFile(`${target}.pdf`, pdf.finish());
  return `${target}.pdf`;
}

describe('a scan', () => {
  it('that cannot be read has no text, rather than words that are not there', async () => {
    const outcome = await convert(await coarse(scanPath('book-skew-2')), { format: ['text', 'json'] });
    expect(codesOf(outcome)).toEqual(['page_only_image']);
    expect(await outputOf(outcome, 'text')).toBe('');
    expect(JSON.parse(await outputOf(outcome, 'json')).pages[0].ocr).toEqual({ words: 0, confidence: 0 });
  });

  it.each(Object.keys(scans))('is read in order: %s', async (name) => {
    const { title = '', lines = [] } = scans[name] ?? {};
    const ocrLanguages = name === 'german' ? (['deu'] as const) : (['eng'] as const);
    const outcome = await convert(scanPath(name), { format: ['markdown', 'text'], ocrLanguages });
    expect(codesOf(outcome)).toEqual(['ocr_applied']);
    const markdown = await outputOf(outcome, 'markdown');
    expect(markdown.startsWith(`# ${title}\n`)).toBe(true);
    const words = wordsOf(await outputOf(outcome, 'text'));
    expect(recall(wordsOf(lines.join(' ')), words)).toBeGreaterThanOrEqual(0.98);
    const places = lines.map((line) => markdown.replaceAll(/[|\s]+/g, ' ').indexOf(line.slice(0, 12)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  it.each(['table', 'table-skew-1'])('keeps its table: %s', async (name) => {
    const markdown = await outputOf(await convert(scanPath(name), { format: ['markdown'] }), 'markdown');
    const rows = markdown.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'));
    expect(rows).toEqual(tableRows.map((cells) => `| ${cells.join(' | ')} |`));
  });

  it('has the confidence of each word and of the page, and reports its pages one by one', async () => {
    const progress: unknown[] = [];
    const outcome = await convert(scanPath('book-skew-2'), {
      format: ['json'],
      onProgress: (step) => void progress.push(step),
    });
    const { pages, kids } = JSON.parse(await outputOf(outcome, 'json'));
    const words = kids.flatMap(({ words: own = [] }: Recognized) => own);
    const read = kids.flatMap(({ content, words: own = [] }: Recognized) =>
      own.map(({ start, end }) => content.slice(start, end)),
    );
    const expected = wordsOf((scans['book-skew-2']?.lines ?? []).join(' '));
    expect(recall(expected, read)).toBeGreaterThanOrEqual(0.98);
    expect(words.length).toBeGreaterThanOrEqual(0.98 * pages[0].ocr.words);
    expect(pages[0].ocr.confidence).toBeGreaterThan(0.85);
    expect(progress).toContainEqual({ stage: 'recognize', done: 0, total: 1 });
    expect(progress).toContainEqual({ stage: 'recognize', done: 1, total: 1 });
  });

  it('has the same outputs each time', async () => {
    const asked = { format: ['markdown', 'json', 'html', 'tagged-pdf', 'annotated-pdf'] } as const;
    const first = await convert(scanPath('book-skew-2'), asked);
    expect(hashesOf(first)).toHaveLength(5);
    expect(hashesOf(await convert(scanPath('book-skew-2'), asked))).toEqual(hashesOf(first));
  });

  it('is read although it has a stamp as text, once with it', async () => {
    const stamp = new PdfWriter();
    stamp.page({ fonts: latinFonts(stamp), content: line('RECEIVED 17 MARCH', 380, 40) });
    const path = join(await testEngine.outDir(), 'stamped.pdf');
    await writeFile(`${path}.stamp`, stamp.finish());
    await run('qpdf', [scanPath('book'), '--static-id', '--overlay', `${path}.stamp`, '--', path]);
    const outcome = await convert(path, { format: ['text'] });
    expect(codesOf(outcome)).toEqual(['ocr_applied']);
    const words = wordsOf(await outputOf(outcome, 'text'));
    expect(recall(wordsOf((scans['book']?.lines ?? []).join(' ')), words)).toBeGreaterThanOrEqual(0.98);
    expect(words.filter((word) => word === 'RECEIVED')).toHaveLength(1);
  });

  it('stays without text if recognition is off', async () => {
    const outcome = await convert(scanPath('book'), { format: ['text'], ocr: 'off' });
    expect(codesOf(outcome)).toEqual(['page_only_image']);
    expect(await outputOf(outcome, 'text')).not.toContain('octavo');
  });
});

describe('a photograph with a caption', () => {
  it('keeps its own text', async () => {
    const pdf = new PdfWriter();
    const image = pdf.add(
      '/Type /XObject /Subtype /Image /Width 4 /Height 4 /ColorSpace /DeviceGray /BitsPerComponent 8',
      Buffer.from([250, 90, 120, 200, 180, 30, 60, 240, 100, 220, 140, 70, 50, 160, 210, 110]),
    );
    const content = `q 595 0 0 842 0 0 cm /I Do Q ${line('The harbour in spring', 72, 60)}`;
    pdf.page({ fonts: latinFonts(pdf), images: { I: image }, content });
    const path = join(await testEngine.outDir(), 'photograph.pdf');
    await writeFile(path, pdf.finish());
    const outcome = await convert(path, { format: ['text', 'json'] });
    const off = await convert(path, { format: ['text', 'json'], ocr: 'off' });
    expect(codesOf(outcome)).not.toContain('ocr_applied');
    expect(await outputOf(outcome, 'text')).toContain('The harbour in spring');
    expect(hashesOf(outcome)).toEqual(hashesOf(off));
  });
});

describe('a document of text', () => {
  it('is converted to the same bytes with and without recognition', async () => {
    const asked = { format: ['markdown', 'json', 'tagged-pdf'], pageCount: 2 } as const;
    const auto = await convert(fixturePath('headings'), asked);
    expect(hashesOf(auto)).toEqual(
      hashesOf(await convert(fixturePath('headings'), { ...asked, ocr: 'off' })),
    );
  });

  it('is read from its picture with force', async () => {
    const outcome = await convert(fixturePath('lists'), { format: ['text'], ocr: 'force' });
    expect(codesOf(outcome)).toContain('ocr_applied');
    expect(await outputOf(outcome, 'text')).toContain('Gather the sections.');
  });

  it('keeps its pages of text unchanged next to scans', async () => {
    const path = join(await testEngine.outDir(), 'mixed.pdf');
    await run('qpdf', [
      '--empty',
      '--static-id',
      '--pages',
      fixturePath('headings'),
      scanPath('german'),
      '--',
      path,
    ]);
    const asked = { format: ['json', 'markdown'], pageCount: 3, ocrLanguages: ['deu'] } as const;
    const auto = await convert(path, asked);
    expect(auto).toMatchObject({ status: 'converted', pageCount: 3 });
    expect(await outputOf(auto, 'markdown')).toContain('Der gefaltete Bogen');
    const nodes = async (outcome: DocumentOutcome) =>
      (JSON.parse(await outputOf(outcome, 'json')).kids as { page: number }[]).filter(({ page }) => page < 3);
    expect(await nodes(auto)).toEqual(await nodes(await convert(path, { ...asked, ocr: 'off' })));
  });
});

describe('limits', () => {
  it('turn a page that takes too long into a warning', async () => {
    const hurried = await openTestEngine({ recognizeSlots: 1, recognizePageMs: 0 });
    try {
      const outcome = await convert(scanPath('book'), { format: ['text'] }, hurried);
      expect(outcome.status).toBe('converted');
      expect(codesOf(outcome)).toEqual(['page_only_image', 'ocr_failed', 'result_not_reproducible']);
    } finally {
      await hurried.close();
    }
  });

  it('turn a program that needs too much memory into a warning', async () => {
    const small = await openTestEngine({ recognizeSlots: 1, recognizeMemoryBytesMax: 16 * 1_048_576 });
    try {
      const outcome = await convert(scanPath('book'), { format: ['text'] }, small);
      expect(codesOf(outcome)).toEqual(['page_only_image', 'ocr_failed']);
    } finally {
      await small.close();
    }
  });

  it('turn a program that is killed into a warning', async () => {
    const converting = convert(scanPath('book-skew-2'), { format: ['text'] });
    let own: number[] = [];
    const started = await eventually(async () => {
      own = (await processesWith('/usr/bin/tesseract')).filter(isDescendant);
      return own.length > 0;
    }, 60_000);
    expect(started).toBe(true);
    for (const pid of own) process.kill(pid, 'SIGKILL');
    expect(codesOf(await converting)).toEqual(['page_only_image', 'ocr_failed', 'result_not_reproducible']);
  });

  it.each(imageBombs)('hold for 60,000 × 60,000 pixels as %s: the other pages are read', async (name) => {
    const directory = await testEngine.outDir();
    const [bomb, path] = [join(directory, 'bomb.pdf'), join(directory, 'both.pdf')];
    await writeFile(bomb, imageBomb(name));
    await run('qpdf', ['--empty', '--static-id', '--pages', bomb, scanPath('book'), '--', path]);
    const outcome = await convert(path, { format: ['text'], pageCount: 2 });
    expect(outcome).toMatchObject({ status: 'converted', pageCount: 2 });
    const applied =
      outcome.status === 'converted' && outcome.warnings.find(({ code }) => code === 'ocr_applied');
    expect(applied).toMatchObject({ pages: [2] });
    expect(await outputOf(outcome, 'text')).toContain('The Folded Sheet');
  });

  it('make a full disk a failure of the machine, which is tried again', async () => {
    const small = await openTestEngine({ recognizeSlots: 1, recognize: { tempBytesMax: 1_048_576 } });
    try {
      expect(codesOf(await convert(scanPath('book'), { format: ['text'] }, small))).toEqual(['disk']);
    } finally {
      await small.close();
    }
  });

  it('end with the job: a cancelled recognition leaves no program behind', async () => {
    const stopping = new AbortController();
    const converting = convert(scanPath('book-skew-2'), { format: ['text'], signal: stopping.signal });
    expect(await eventually(async () => (await processesWith('/usr/bin/tesseract')).length > 0, 60_000)).toBe(
      true,
    );
    stopping.abort();
    expect(codesOf(await converting)).toEqual(['cancelled']);
    expect(
      await eventually(async () => (await processesWith('/usr/bin/tesseract')).length === 0, 5_000),
    ).toBe(true);
  });
});
