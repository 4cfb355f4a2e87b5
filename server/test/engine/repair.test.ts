/** Slightly damaged files are repaired, say so, and convert to the same text; what cannot be repaired is refused in time. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDefaults } from '../../src/domain/options.ts';
import { damagedFiles, undamaged } from '../fixtures/damaged.ts';
import { openTestEngine, type TestEngine } from './test-engine.ts';

let testEngine: TestEngine;
beforeAll(async () => {
  testEngine = await openTestEngine({ slots: 1, preflightSlots: 1, inspectSlots: 1 });
});
afterAll(() => testEngine.close());

async function fileOf(content: string): Promise<string> {
  const path = join(await testEngine.outDir(), 'upload');
  await writeFile(path, content, { mode: 0o600 });
  return path;
}

async function converted(path: string) {
  const options = withDefaults({ format: ['text', 'tagged-pdf'] });
  const outDir = await testEngine.outDir();
  const request = { sourcePath: path, fileName: 'a.pdf', options, pageCount: 2, outDir, timeoutMs: 60_000 };
  const outcome = await testEngine.engine.convert(request);
  if (outcome.status === 'failed') throw new Error(outcome.failure.detail);
  const files = await Promise.all(outcome.outputs.map((output) => readFile(output.path)));
  return { text: files[0]?.toString(), hashes: outcome.outputs.map(({ sha256 }) => sha256), outcome };
}

describe('a damaged file', () => {
  it.each(Object.keys(damagedFiles))('is accepted and converted: %s', async (name) => {
    const path = await fileOf(damagedFiles[name] ?? '');
    expect(await testEngine.engine.preflight({ path })).toEqual({
      status: 'accepted',
      pageCount: 2,
      encrypted: false,
      tagged: false,
      repaired: true,
    });
    const { text, outcome } = await converted(path);
    expect(text).toBe((await converted(await fileOf(undamaged))).text);
    expect(outcome.warnings).toContainEqual(expect.objectContaining({ code: 'repaired', count: 1 }));
  });

  it('has the same outputs each time', async () => {
    const path = await fileOf(damagedFiles['no startxref'] ?? '');
    expect((await converted(path)).hashes).toEqual((await converted(path)).hashes);
  });

  it('can be inspected', async () => {
    const path = await fileOf(damagedFiles['a wrong startxref'] ?? '');
    const outcome = await testEngine.engine.inspect({ path, range: [{ from: 1, to: 2 }] });
    expect(outcome).toMatchObject({ status: 'inspected', findings: { pagesInspected: 2 } });
  });

  it('is not changed on disk', async () => {
    const content = damagedFiles['no startxref'] ?? '';
    const path = await fileOf(content);
    await testEngine.engine.preflight({ path });
    expect(await readFile(path, 'utf8')).toBe(content);
  });
});

describe('an undamaged file', () => {
  it('is not repaired', async () => {
    const path = await fileOf(undamaged);
    expect(await testEngine.engine.preflight({ path })).toMatchObject({ repaired: false });
    expect((await converted(path)).outcome.warnings.map(({ code }) => code)).not.toContain('repaired');
  });
});

describe('a file that cannot be repaired', () => {
  it('is refused, and the process goes on', async () => {
    const path = await fileOf(`%PDF-1.7\n${'1 0 obj << /A 2 0 R >> endobj\n'.repeat(20_000)}`);
    expect(await testEngine.engine.preflight({ path })).toMatchObject({
      status: 'refused',
      reason: 'unreadable',
    });
    expect(await testEngine.engine.preflight({ path: await fileOf(undamaged) })).toMatchObject({
      status: 'accepted',
    });
  });

  it('is refused when the repair takes longer than its limit', async () => {
    const hurried = await openTestEngine({ slots: 0, preflightSlots: 1, repairTimeoutMs: 1 });
    try {
      const path = await fileOf(damagedFiles['no startxref'] ?? '');
      expect(await hurried.engine.preflight({ path })).toMatchObject({ reason: 'unreadable' });
    } finally {
      await hurried.close();
    }
  });
});
