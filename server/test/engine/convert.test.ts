/** Results of a conversion: outputs, names, pages, progress and warnings, and the options that affect them. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentOutcome } from '../../src/actions/convert-document.ts';
import { type ParserOptions, withDefaults } from '../../src/domain/options.ts';
import type { EngineProgress } from '../../src/ports/engine.ts';
import { requestFor } from '../fixtures/golden.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

const run = promisify(execFile);
let testEngine: TestEngine;
beforeAll(async () => {
  testEngine = await openTestEngine();
});
afterAll(() => testEngine.close());

async function convert(
  name: string,
  asked: Partial<ParserOptions>,
  more: object = {},
): Promise<DocumentOutcome> {
  const request = requestFor(name, await testEngine.outDir());
  return testEngine.engine.convert({ ...request, options: withDefaults(asked), ...more });
}

async function textOf(outcome: DocumentOutcome, format: string): Promise<string> {
  if (outcome.status === 'failed') {
    throw new Error(outcome.failure.detail);
  }
  const output = outcome.outputs.find((one) => one.format === format);
  return readFile(output?.path ?? '', 'utf8');
}

describe('names', () => {
  it('puts the customer’s file name into json and html, escaped for each', async () => {
    const fileName = 'a "b" <i>&</i> \\ ü.pdf';
    const outcome = await convert('lists', { format: ['json', 'html'] }, { fileName });
    expect(JSON.parse(await textOf(outcome, 'json')).file_name).toBe(fileName);
    expect(await textOf(outcome, 'html')).toContain('<title>a "b" &lt;i>&amp;&lt;/i> \\ ü.pdf</title>');
  });
});

describe('pages', () => {
  it('converts and counts only the chosen pages, and counts a repeated page once', async () => {
    const outcome = await convert('headings', { format: ['text'], pages: '2,2-2' });
    expect(outcome).toMatchObject({ status: 'converted', pageCount: 2, pagesConverted: 1 });
    expect(await textOf(outcome, 'text')).not.toContain('The Folded Sheet');
  });

  it('fails as invalid for pages the document does not have, without starting the engine', async () => {
    const outcome = await convert('headings', { format: ['text'], pages: '1-2000000000' });
    expect(outcome).toMatchObject({ status: 'failed', failure: { class: 'invalid', retryable: false } });
  });

  it('fails when the engine finds more pages than were admitted', async () => {
    const outcome = await convert('headings', { format: ['text'] }, { pageCount: 1 });
    expect(outcome).toMatchObject({ status: 'failed', failure: { class: 'invalid' } });
  });
});

describe('options', () => {
  it('finds the table without borders with both methods', async () => {
    const plain = await convert('tables', { format: ['markdown'] });
    const cluster = await convert('tables', { format: ['markdown'], tableMethod: 'cluster' });
    expect((await textOf(plain, 'markdown')).match(/^\| octavo \|/gm)).toHaveLength(2);
    expect((await textOf(cluster, 'markdown')).match(/^\| octavo \|/gm)).toHaveLength(2);
  });

  it('writes page separators with the page number', async () => {
    const asked = { format: ['text'], textPageSeparator: '~~ %page-number% ~~' } as const;
    expect(await textOf(await convert('headings', asked), 'text')).toMatch(/~~ 1 ~~[\s\S]*~~ 2 ~~/);
  });

  it('embeds images when requested, without image files', async () => {
    const asked = {
      format: ['markdown', 'html', 'json'],
      imageOutput: 'embedded',
      imageFormat: 'jpeg',
    } as const;
    const outcome = await convert('images', asked);
    expect(await textOf(outcome, 'markdown')).toContain('data:image/jpeg;base64,');
    expect(await textOf(outcome, 'html')).toContain('data:image/jpeg;base64,');
  });

  it('reads the structure tree of a tagged document, and warns when there is none', async () => {
    const tagged = await convert('tagged', { format: ['json'], useStructTree: true });
    expect(await textOf(tagged, 'json')).toContain('A tagged page');
    const untagged = await convert('lists', { format: ['json'], useStructTree: true });
    expect(untagged).toMatchObject({ warnings: [{ code: 'structure_tree_missing' }] });
  });
});

describe('progress and warnings', () => {
  it('reports the stages in order, with the last page at the end of the layout stage', async () => {
    const seen: EngineProgress[] = [];
    await convert(
      'long',
      { format: ['text'] },
      { onProgress: (progress: EngineProgress) => seen.push(progress) },
    );
    expect(seen[0]).toEqual({ stage: 'read', done: 0, total: 40 });
    expect(seen).toContainEqual({ stage: 'layout', done: 40, total: 40 });
    expect(seen.at(-1)?.stage).toBe('write');
  });

  it('warns about empty pages, image-only pages and garbled text', async () => {
    const asked = { format: ['text'] } as const;
    expect(await convert('blank', asked)).toMatchObject({
      warnings: [{ code: 'page_without_content', pages: [1] }],
    });
    expect(await convert('images', asked)).toMatchObject({
      warnings: [{ code: 'page_only_image', pages: [2] }],
    });
    const unmapped = await convert('unmapped', asked);
    expect(unmapped).toMatchObject({ status: 'converted' });
    expect(JSON.stringify(unmapped)).toContain('page_text_garbled');
  });
});

describe('images', () => {
  it('is a valid zip of the images in order, and a valid empty zip without images', async () => {
    const full = await convert('images', { format: ['images'] });
    const empty = await convert('lists', { format: ['images'] });
    if (full.status === 'failed' || empty.status === 'failed') {
      throw new Error('failed');
    }
    const { stdout } = await run('unzip', ['-Z1', full.outputs[0]?.path ?? '']);
    expect(stdout.trim().split('\n')).toEqual([1, 2, 3].map((n) => `images/imageFile${n}.png`));
    await run('unzip', ['-tq', full.outputs[0]?.path ?? '']);
    expect(empty.outputs[0]?.bytes).toBe(22);
  });
});

describe('encrypted documents', () => {
  it('reports which format failed and which formats work', async () => {
    const outcome = await convert('encrypted-open', { format: ['markdown', 'tagged-pdf', 'text'] });
    expect(outcome).toMatchObject({
      status: 'failed',
      failure: {
        class: 'encrypted',
        retryable: false,
        failedFormats: ['tagged-pdf'],
        workingFormats: ['markdown', 'text'],
        message:
          'The engine cannot make tagged-pdf from this document because it is encrypted; submit it again with markdown, text only.',
      },
    });
  });

  it('fails as encrypted with a wrong password, and does not reuse a password for the next document', async () => {
    const asked = { format: ['text'] } as const;
    expect(await convert('encrypted-locked', asked)).toMatchObject({ status: 'converted' });
    const wrong = await convert('encrypted-locked', asked, { password: 'wrong' });
    const none = await convert('encrypted-locked', asked, { password: undefined });
    expect([wrong, none]).toMatchObject([
      { failure: { class: 'encrypted' } },
      { failure: { class: 'encrypted' } },
    ]);
  });
});
