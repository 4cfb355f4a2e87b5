/** Failing documents: every failure is classified, ends in time, and does not affect the next document on the slot. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DocumentOutcome } from '../../src/actions/convert-document.ts';
import { withDefaults } from '../../src/domain/options.ts';
import { treeUsage } from '../../src/engine/process-tree.ts';
import { convertFixture, type Golden, readGolden, requestFor } from '../fixtures/golden.ts';
import { hostileDocuments, writeHostile } from '../fixtures/hostile.ts';
import { eventually, openTestEngine, type TestEngine } from './test-engine.ts';

const mebibyte = 1_048_576;
let testEngine: TestEngine;
let golden: Golden;
beforeAll(async () => {
  testEngine = await openTestEngine({
    convert: { heapBytes: 256 * mebibyte, memoryBytesMax: 700 * mebibyte },
  });
  golden = await readGolden();
});
afterAll(() => testEngine.close());

async function expectNextIsGolden(): Promise<void> {
  expect((await convertFixture(testEngine.engine, 'headings')).hashes).toEqual(golden['headings']);
}

async function convertHostile(name: string, timeoutMs: number, more: object = {}): Promise<DocumentOutcome> {
  const outDir = await testEngine.outDir();
  return testEngine.engine.convert({
    sourcePath: await writeHostile(outDir, name),
    fileName: 'hostile.pdf',
    options: withDefaults({ format: ['markdown', 'images'] }),
    pageCount: 10_000,
    outDir,
    timeoutMs,
    ...more,
  });
}

/** `promise` resolves at the first progress, when the process works on the document. */
function firstProgress(): { readonly onProgress: () => void; readonly promise: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { onProgress: resolve, promise };
}

describe('a document', () => {
  it.each([
    ['garbage', 'invalid', false],
    ['truncated', 'invalid', false],
    ['deep-array', 'invalid', false],
    ['endless-forms', 'timeout', true],
    ['huge-image', 'out_of_memory', true],
  ] as const)(
    'of %s fails as %s, and the next one matches its golden result',
    async (name, kind, retryable) => {
      expect(Object.keys(hostileDocuments)).toContain(name);
      const timeoutMs = kind === 'timeout' ? 3_000 : 45_000;
      const outcome = await convertHostile(name, timeoutMs);
      expect(outcome).toMatchObject({ status: 'failed', failure: { class: kind, retryable } });
      expect(outcome.spent.durationMs).toBeLessThan(timeoutMs + 5_000);
      await expectNextIsGolden();
    },
  );

  it.each(['content-is-page-tree', 'content-is-catalog', 'deep-trailer'])(
    'of %s would produce a PDF that other readers cannot open, so only that format fails',
    async (name) => {
      const outcome = await convertHostile(name, 45_000, {
        options: withDefaults({ format: ['markdown', 'tagged-pdf'] }),
      });
      expect(outcome).toMatchObject({
        failure: { class: 'crash', retryable: false, failedFormats: ['tagged-pdf'] },
      });
      expect(await convertHostile(name, 45_000)).toMatchObject({ status: 'converted' });
    },
  );

  it('that is cancelled ends at once, and the next one matches its golden result', async () => {
    const controller = new AbortController();
    const { promise, onProgress } = firstProgress();
    const running = convertHostile('endless-forms', 60_000, { signal: controller.signal, onProgress });
    await promise;
    const cancelled = performance.now();
    controller.abort();
    expect(await running).toMatchObject({ failure: { class: 'cancelled', retryable: false } });
    expect(performance.now() - cancelled).toBeLessThan(5_000);
    await expectNextIsGolden();
  });

  it('that waits for a slot can be cancelled', async () => {
    const first = new AbortController();
    const running = convertHostile('endless-forms', 60_000, { signal: first.signal });
    const second = new AbortController();
    const waiting = convertHostile('garbage', 60_000, { signal: second.signal });
    second.abort();
    expect(await waiting).toMatchObject({ failure: { class: 'cancelled' } });
    first.abort();
    await running;
    await expectNextIsGolden();
  });
});

describe('a process', () => {
  let pids: readonly number[];
  beforeEach(async () => {
    pids = (await treeUsage(process.pid)).pids.slice(1);
  });

  it('that is killed during a document fails it as a retryable crash', async () => {
    const { promise, onProgress } = firstProgress();
    const running = convertHostile('endless-forms', 60_000, { onProgress });
    await promise;
    const killed = performance.now();
    for (const pid of pids) {
      process.kill(pid, 'SIGKILL');
    }
    expect(await running).toMatchObject({ failure: { class: 'crash', retryable: true } });
    await expectNextIsGolden();
    // Far below the time limit of a document; a busy machine needs seconds to start an engine.
    expect(performance.now() - killed).toBeLessThan(30_000);
  });

  it('that was killed while idle is replaced before the next document', async () => {
    for (const pid of pids) {
      process.kill(pid, 'SIGKILL');
    }
    await expectNextIsGolden();
  });
});

it('leaves no files of a document in its slot', async () => {
  const outDir = await testEngine.outDir();
  await testEngine.engine.convert(requestFor('images', outDir));
  const filesLeft = async () => {
    const left = await readdir(testEngine.workDir, { recursive: true, withFileTypes: true });
    return left.filter((entry) => entry.isFile());
  };
  // The slot is emptied after the answer, and before its next document.
  await expect.poll(filesLeft).toEqual([]);
});

it('fails a conversion that exceeds the output limit, as not retryable', async () => {
  const small = await openTestEngine({ convert: { outputFilesMax: 2 } });
  const outcome = await small.engine.convert(requestFor('images', await small.outDir()));
  await small.close();
  expect(outcome).toMatchObject({ failure: { class: 'disk', retryable: false } });
});

it('classifies failures by the memory limit of the kernel as out_of_memory', async () => {
  const memoryLimited = await openTestEngine({
    convert: { heapBytes: 1_024 * mebibyte, memoryBytesMax: 300 * mebibyte },
  });
  const outDir = await memoryLimited.outDir();
  const outcome = await memoryLimited.engine.convert({
    ...requestFor('long', outDir),
    sourcePath: await writeHostile(outDir, 'many-lines'),
    pageCount: 10_000,
  });
  await memoryLimited.close();
  expect(outcome).toMatchObject({ failure: { class: 'out_of_memory' } });
  expect(outcome.spent.memoryPeakBytes ?? 0).toBeLessThanOrEqual(300 * mebibyte);
});

it('enforces the memory limit with a watchdog when cgroups are not available', async () => {
  const watched = await openTestEngine({
    cgroupDir: '/nonexistent',
    convert: { heapBytes: 1_024 * mebibyte, memoryBytesMax: 300 * mebibyte },
  });
  expect(watched.probe.memory).toBe('watchdog');
  const outDir = await watched.outDir();
  const sourcePath = await writeHostile(outDir, 'many-lines');
  const outcome = await watched.engine.convert({
    ...requestFor('long', outDir),
    sourcePath,
    pageCount: 10_000,
  });
  await watched.close();
  expect(outcome).toMatchObject({ failure: { class: 'out_of_memory', detail: 'killed: memory limit' } });
});

describe('close', () => {
  it('cancels running and waiting documents, and leaves no process and no file', async () => {
    const closing = await openTestEngine();
    const outDir = await closing.outDir();
    const sourcePath = await writeHostile(outDir, 'endless-forms');
    const { promise, onProgress } = firstProgress();
    const request = { ...requestFor('long', outDir), sourcePath, pageCount: 10_000 };
    const running = closing.engine.convert({ ...request, onProgress });
    const waiting = closing.engine.convert(request);
    await promise;
    const before = (await treeUsage(process.pid)).pids.length;
    await closing.engine.close();
    expect(await Promise.all([running, waiting])).toMatchObject([
      { failure: { class: 'cancelled' } },
      { failure: { class: 'cancelled' } },
    ]);
    expect(await readdir(closing.workDir)).toEqual([]);
    expect((await treeUsage(process.pid)).pids.length).toBeLessThan(before);
    await closing.close();
  });

  it('fails later requests, and requests without a slot, without throwing', async () => {
    const none = await openTestEngine({ slots: 0, preflightSlots: 1 });
    const outDir = await none.outDir();
    expect(await none.engine.convert(requestFor('lists', outDir))).toMatchObject({
      failure: { class: 'environment' },
    });
    await none.engine.close();
    expect(await none.engine.preflight({ path: outDir })).toMatchObject({ failure: { class: 'cancelled' } });
    await none.close();
  });
});

describe('when the worker is killed', () => {
  it('its JVMs exit within 5 seconds, and the next start removes its files', async () => {
    const script = `
      import { openTestEngine } from '${import.meta.dirname}/test-engine.ts';
      const testEngine = await openTestEngine({ slots: 2, preflightSlots: 1 });
      console.log(JSON.stringify({ workDir: testEngine.workDir }));`;
    const child = execFile(process.execPath, ['--input-type=module-typescript', '-e', script]);
    const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [string];
    const { workDir } = JSON.parse(line) as { workDir: string };
    const { pids } = await treeUsage(child.pid ?? 0);
    expect(pids.length).toBeGreaterThan(3);
    child.kill('SIGKILL');
    await once(child, 'close');
    const allExited = async () => (await Promise.all(pids.map(isAlive))).every((alive) => !alive);
    expect(await eventually(allExited, 5_000)).toBe(true);
    expect(await readdir(workDir)).toHaveLength(3);
    const next = await openTestEngine({ workDir });
    expect(await readdir(workDir)).toHaveLength(1);
    await next.close();
  });
});

async function isAlive(pid: number): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }));
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}
