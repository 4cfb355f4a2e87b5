/** A full disk, in any of the three places a conversion writes to, never results in success. */
import { execFile } from 'node:child_process';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { DocumentOutcome } from '../../src/actions/convert-document.ts';
import { createEngine } from '../../src/engine/engine.ts';
import { type Golden, hashesOf, readGolden, requestFor } from '../fixtures/golden.ts';
import { writeHostile } from '../fixtures/hostile.ts';
import { openTestEngine, type TestEngine, traversableDir } from './test-engine.ts';

const run = promisify(execFile);
const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
const mounts: string[] = [];
const golden: Golden = await readGolden();
let testEngine: TestEngine | null = null;

/** Mounts a small tmpfs; the kernel rounds the size up to whole pages. */
async function mountSmall(path: string, options: string): Promise<void> {
  const [program = 'mount', ...rest] = [
    ...asRoot,
    'mount',
    '-t',
    'tmpfs',
    '-o',
    `${options},mode=1777`,
    'tmpfs',
    path,
  ];
  await run(program, rest);
  mounts.push(path);
}

afterEach(async () => {
  await testEngine?.close().catch(() => {});
  testEngine = null;
  for (const path of mounts.splice(0)) {
    const [program = 'umount', ...rest] = [...asRoot, 'umount', '-l', path];
    await run(program, rest);
  }
});

/** Correct and complete, or failed. */
function expectNoWrongSuccess(name: string, outcome: DocumentOutcome): void {
  if (outcome.status === 'converted') {
    expect(hashesOf(outcome)).toEqual(golden[name]);
  } else {
    expect(outcome.failure.class).toMatch(/^(disk|environment)$/);
    expect(outcome.failure.retryable).toBe(true);
  }
}

const names = ['headings', 'images', 'tables', 'long', 'non-latin'];
const sizes = [
  'size=4k',
  'size=64k',
  'size=256k',
  'size=1m',
  'size=4m',
  'size=8m,nr_inodes=8',
  'size=8m,nr_inodes=11',
];

describe.each(sizes)('with a disk of %s', (size) => {
  it('as the output directory of the slot, every conversion matches the golden result or fails as disk', async () => {
    const root = await traversableDir();
    const workDir = join(root, 'work');
    await mkdir(workDir);
    await mountSmall(workDir, size);
    await chmod(workDir, 0o711);
    testEngine = await openTestEngine({ workDir });
    for (const name of names) {
      expectNoWrongSuccess(
        name,
        await testEngine.engine.convert(requestFor(name, await testEngine.outDir())),
      );
    }
  });

  it('as the directory of the caller, every conversion matches the golden result or fails as disk', async () => {
    testEngine = await openTestEngine();
    for (const name of names) {
      const outDir = await testEngine.outDir();
      await mountSmall(outDir, size);
      expectNoWrongSuccess(name, await testEngine.engine.convert(requestFor(name, outDir)));
    }
  });
});

describe('with 64 MiB of temp', () => {
  it('a document that needs more fails as disk, although the engine reports success and logs nothing', async () => {
    testEngine = await openTestEngine({ convert: { tempBytesMax: 67_108_864 } });
    const outDir = await testEngine.outDir();
    const request = requestFor('non-latin', outDir);
    const outcome = await testEngine.engine.convert({
      ...request,
      sourcePath: await writeHostile(outDir, 'large-font'),
    });
    expect(outcome).toMatchObject({ failure: { class: 'disk', retryable: true, detail: 'temp is full' } });
    expect(hashesOf(await testEngine.engine.convert(request))).toEqual(golden['non-latin']);
  });

  it('a smaller limit cannot be configured', () => {
    expect(() => createEngine({ convert: { tempBytesMax: 67_108_863 } })).toThrow(/tempBytesMax/);
  });
});
