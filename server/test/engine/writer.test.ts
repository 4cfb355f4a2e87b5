/** Writer processes: what they write, and what a document that breaks one costs. */
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { TextFormat } from '../../src/domain/formats.ts';
import { withDefaults } from '../../src/domain/options.ts';
import type {
  DocumentWriter,
  ExtractionWriteRequest,
  WriteOutcome,
} from '../../src/ports/document-writer.ts';
import { createDocumentWriter } from '../../src/writer/document-writer.ts';
import type { WriterSettings } from '../../src/writer/settings.ts';
import { processesWith } from './test-engine.ts';

const formats: readonly TextFormat[] = ['markdown', 'json', 'html', 'text'];
const png = Buffer.from('89504e470d0a1a0a49454e44ae426082', 'hex');

let root: string;
let writer: DocumentWriter;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'octavo-writer-test-'));
});

afterEach(async () => {
  await writer.close();
  await rm(root, { recursive: true });
});

async function open(change: Partial<WriterSettings> = {}): Promise<void> {
  writer = createDocumentWriter({ workDir: join(root, 'work'), ...change });
  await writer.start();
}

const paragraph = (page: number, text: string) => ({
  type: 'paragraph',
  page,
  box: [72, 700, 300, 712],
  lines: [
    {
      box: [72, 700, 300, 712],
      runs: [{ text, box: [72, 700, 300, 712], font: 'F', size: 11, baseline: 703 }],
    },
  ],
});

const image = (page: number) => ({ type: 'image', page, box: [72, 72, 90, 90], image: 'imageFile1.png' });

function pageRecord(page: number, elements: readonly unknown[]): object {
  const size = { width: 595, height: 842, rotation: 0 };
  return {
    record: 'page',
    page,
    ...size,
    elements,
    links: [],
    fields: [],
    rules: [],
    fills: [],
    not_carried: {},
  };
}

function extraction(pages: readonly (readonly unknown[])[]): string {
  const records = [
    { record: 'document', page_count: pages.length, outline: [] },
    ...pages.map((elements, index) => pageRecord(index + 1, elements)),
    { record: 'end', pages: pages.length },
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const plain = extraction([[paragraph(1, 'The first page.')], [paragraph(2, 'The second page.')]]);

async function write(content: string, more: Partial<ExtractionWriteRequest> = {}): Promise<WriteOutcome> {
  const directory = await mkdtemp(join(root, 'job-'));
  const [extractionPath, outDir] = [join(directory, 'extraction.ndjson'), join(directory, 'out')];
  await writeFile(extractionPath, content);
  await mkdir(outDir);
  return writer.writeFromExtraction({
    ...{ extractionPath, outDir, imagesDir: null, embedImages: false, fileName: 'report.pdf', formats },
    options: withDefaults({}),
    timeoutMs: 60_000,
    ...more,
  });
}

function written(outcome: WriteOutcome): Extract<WriteOutcome, { status: 'written' }> {
  if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
  return outcome;
}

async function textsOf(outcome: WriteOutcome): Promise<Record<string, string>> {
  const { outputs } = written(outcome);
  const entries = outputs.map(async ({ format, path }) => [format, await readFile(path, 'utf8')]);
  return Object.fromEntries(await Promise.all(entries));
}

/** A page that takes seconds: every line of it is compared with others. */
const slow = () => extraction([Array.from({ length: 40_000 }, (_, n) => paragraph(1, `Line ${n}`))]);

describe('from an extraction', () => {
  it('writes every format and the document, and counts pages', async () => {
    await open();
    const outcome = await write(plain);
    expect(written(outcome)).toMatchObject({ pageCount: 2, pagesConverted: 2, warnings: [] });
    const texts = await textsOf(outcome);
    expect(texts['markdown']).toBe('The first page.\n\nThe second page.\n');
    expect(texts['html']).toContain('<title>report.pdf</title>');
    expect(JSON.parse(texts['json'] ?? '')).toMatchObject({ file_name: 'report.pdf', page_count: 2 });
    expect(written(outcome).document.bytes).toBeGreaterThan(100);
  });

  it('writes only the formats that were asked for, and the document in any case', async () => {
    await open();
    const outcome = written(await write(plain, { formats: [] }));
    expect(outcome.outputs).toEqual([]);
    expect(await readdir(join(outcome.document.path, '..'))).toEqual(['document.jsonl.zst', 'reading.index']);
  });

  it('leaves out, links or embeds images, as the options say', async () => {
    await open();
    const imagesDir = join(root, 'images');
    await mkdir(imagesDir);
    await writeFile(join(imagesDir, 'imageFile1.png'), png);
    const content = extraction([[image(1)]]);
    const markdownOf = async (more: Partial<ExtractionWriteRequest>) =>
      (await textsOf(await write(content, more)))['markdown'];
    expect(await markdownOf({})).not.toContain('imageFile1');
    expect(await markdownOf({ options: withDefaults({ imageOutput: 'external' }) })).toContain(
      '(images/imageFile1.png)',
    );
    const embedded = { options: withDefaults({ imageOutput: 'embedded' }), imagesDir, embedImages: true };
    expect(await markdownOf(embedded)).toContain(`(data:image/png;base64,${png.toString('base64')})`);
  });
});

describe('a range of pages', () => {
  const layOut = async (content: string) => {
    const directory = await mkdtemp(join(root, 'range-'));
    const [extractionPath, outPath] = [join(directory, 'range.ndjson'), join(directory, 'laid-out')];
    await writeFile(extractionPath, content);
    return writer.layOut({ extractionPath, outPath, options: withDefaults({}), timeoutMs: 60_000 });
  };

  it('is laid out, and the document is the same', async () => {
    await open();
    const range = await layOut(plain);
    if (range.status === 'failed') throw new Error(range.failure.detail);
    const content = await readFile(range.path, 'utf8');
    expect(range.bytes).toBe(Buffer.byteLength(content));
    expect(content.match(/"laid_out"/g)).toHaveLength(2);
    expect(await textsOf(await write(content, { isLaidOut: true }))).toEqual(
      await textsOf(await write(plain)),
    );
  });

  it('has files of the same bytes with headers and separators, and each size is limited', async () => {
    await open();
    const pages = Array.from({ length: 60 }, (_, n) => [
      paragraph(n + 1, `Paragraph of page ${n + 1}. ${'It goes on and on. '.repeat(500)}`),
    ]);
    const content = extraction(pages);
    const range = await layOut(content);
    if (range.status === 'failed') throw new Error(range.failure.detail);
    const laidOut = await readFile(range.path, 'utf8');
    const separator = '<!-- page %page-number% -->';
    const separators = { markdownPageSeparator: separator, htmlPageSeparator: separator };
    const options = withDefaults({ ...separators, textPageSeparator: '-', includeHeaderFooter: true });
    const hashesOf = (outcome: WriteOutcome) => {
      const { outputs, document, reading } = written(outcome);
      return [...outputs, document, reading].map((file) => file?.sha256);
    };
    const whole = await write(content, { options });
    expect(hashesOf(await write(laidOut, { options, isLaidOut: true }))).toEqual(hashesOf(whole));
    await writer.close();
    await open({ outputBytesMax: 200_000 });
    const tooLarge = await write(laidOut, { isLaidOut: true });
    expect(tooLarge).toMatchObject({ failure: { class: 'disk', retryable: false } });
    expect(written(await write(plain)).pagesConverted).toBe(2);
  });

  it('is not laid out if it is not an extraction, and the next one is', async () => {
    await open();
    expect(await layOut(plain.slice(0, 60))).toMatchObject({ failure: { class: 'crash' } });
    expect(await layOut(plain)).toMatchObject({ status: 'laid_out' });
  });
});

describe('from a stored document', () => {
  it.each([
    ['short', 2],
    ['long', 500],
  ])('writes the same bytes as from the extraction of a %s document', async (_name, count) => {
    await open();
    const words = 'A printer folds a sheet three times. '.repeat(100);
    const elements = (page: number) =>
      Array.from({ length: 5 }, (_, n) => paragraph(page, `Paragraph ${n} of page ${page}. ${words}`));
    const pages = Array.from({ length: count }, (_, n) => elements(n + 1));
    const first = written(await write(extraction(pages)));
    const outDir = await mkdtemp(join(root, 'again-'));
    const request = { options: withDefaults({}), timeoutMs: 60_000, formats, outDir };
    const again = written(await writer.writeFromStored({ ...request, documentPath: first.document.path }));
    const hashes = (outcome: typeof first) => outcome.outputs.map(({ format, sha256 }) => [format, sha256]);
    expect(hashes(again)).toEqual(hashes(first));
    expect(again.document).toEqual(first.document);
  });
});

describe('a document that breaks its process fails alone:', () => {
  afterEach(async () => {
    expect((await textsOf(await write(plain)))['text']).toContain('The second page.');
  });

  it.each([
    ['is cut', plain.split('\n').slice(0, -2).join('\n')],
    ['is not JSON', `${plain.slice(0, 60)}\n`],
    ['has an unknown element', extraction([[{ type: 'script', page: 1 }]])],
    ['is empty', ''],
  ])('an extraction that %s is a crash', async (_name, content) => {
    await open();
    expect(await write(content)).toMatchObject({ failure: { class: 'crash', retryable: true } });
  });

  it('one that needs more than the heap is out of memory', async () => {
    await open({ heapBytes: 48 * 1_048_576 });
    expect(await write(slow())).toMatchObject({ failure: { class: 'out_of_memory', retryable: true } });
  });

  it('one that takes longer than its time limit is a timeout', async () => {
    await open();
    expect(await write(slow(), { timeoutMs: 100 })).toMatchObject({ failure: { class: 'timeout' } });
  });

  it('one with a longer page or larger outputs than allowed is too large', async () => {
    await open({ lineBytesMax: 1_000_000 });
    expect(await write(slow())).toMatchObject({ failure: { class: 'disk', retryable: false } });
    await writer.close();
    await open({ outputBytesMax: 10_000 });
    expect(await write(slow())).toMatchObject({ failure: { class: 'disk', retryable: false } });
  });

  it('one that is cancelled, while it runs or while it waits', async () => {
    await open();
    const cancelling = new AbortController();
    const [running, waiting] = [
      write(slow(), { signal: cancelling.signal }),
      write(slow(), { signal: cancelling.signal }),
    ];
    setTimeout(() => cancelling.abort(), 100);
    expect(await Promise.all([running, waiting])).toMatchObject([
      { failure: { class: 'cancelled' } },
      { failure: { class: 'cancelled' } },
    ]);
  });
});

describe('a process', () => {
  it('is replaced after its number of documents, and one is used for all before', async () => {
    await open({ documentsPerProcess: 2 });
    const own = () => processesWith(`--allow-fs-write=${join(root, 'work')}`);
    const first = await own();
    await write(plain);
    expect(await own()).toEqual(first);
    await write(plain);
    await write(plain);
    expect((await own()).filter((pid) => first.includes(pid))).toEqual([]);
    await writer.close();
    expect(await own()).toEqual([]);
    expect(await readdir(join(root, 'work'))).toEqual([]);
  });
});

describe('compiled code', () => {
  async function codeFiles(): Promise<Record<string, number>> {
    const work = join(root, 'work');
    const names = (await readdir(work, { recursive: true })).filter((name) => /^[^/]+-code\//.test(name));
    const entries = names.map(async (name) => [name, (await stat(join(work, name))).mtimeMs] as const);
    return Object.fromEntries(await Promise.all(entries));
  }

  it('is made by the first process before its first document, and no process changes it', async () => {
    await open({ slots: 2, documentsPerProcess: 1 });
    const made = await codeFiles();
    expect(Object.keys(made).length).toBeGreaterThan(100);
    for (let number = 0; number < 3; number += 1) await write(plain);
    expect(await codeFiles()).toEqual(made);
  });

  it('is used by the second process', async () => {
    await open({ slots: 2 });
    const environments = (await processesWith(`--allow-fs-write=${join(root, 'work')}`)).map((pid) =>
      readFile(`/proc/${pid}/environ`, 'utf8'),
    );
    const caches = (await Promise.all(environments)).join('').match(/NODE_COMPILE_CACHE=[^\0]*/g);
    expect(caches?.filter((cache) => cache.endsWith('-code'))).not.toEqual([]);
  });

  it('that was removed is done without', async () => {
    await open({ documentsPerProcess: 1 });
    const [made = ''] = (await readdir(join(root, 'work'))).filter((name) => name.endsWith('-code'));
    await rm(join(root, 'work', made), { recursive: true });
    await write(plain);
    expect((await textsOf(await write(plain)))['text']).toContain('The second page.');
  });
});

describe('comparing two stored documents', () => {
  async function compare(before: string, after: string, format: 'json' | 'html') {
    const side = async (content: string, name: string) => ({
      documentPath: written(await write(content)).document.path,
      jobId: name,
      fileName: `${name}.pdf`,
      options: withDefaults({}),
    });
    const [base, head] = [await side(before, 'base'), await side(after, 'head')];
    const outPath = join(await mkdtemp(join(root, 'diff-')), 'diff');
    const limits = { timeoutMs: 60_000, scope: 'text' } as const;
    const outcome = await writer.compare({ base, head, format, outPath, ...limits });
    if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
    const text = await readFile(outPath, 'utf8');
    expect(outcome.file).toMatchObject({ path: outPath, bytes: Buffer.byteLength(text) });
    return text;
  }

  it('writes the differences as json and html', async () => {
    await open();
    const after = plain.replace('The second page.', 'The third page.');
    const diff = JSON.parse(await compare(plain, after, 'json')) as { items: unknown[] };
    expect(diff).toMatchObject({ base: { job_id: 'base' }, head: { file_name: 'head.pdf' }, scope: 'text' });
    expect(diff.items).toMatchObject([
      { op: 'changed', base: { page: 2, ref: '/kids/1' }, head: { page: 2, text: 'The third page.' } },
    ]);
    expect(await compare(plain, after, 'html')).toContain('The <del>second</del><ins>third</ins> page.');
  });

  it('finds nothing between a document and itself', async () => {
    await open();
    expect(JSON.parse(await compare(plain, plain, 'json'))).toMatchObject({ items: [] });
  });
});
