import { copyFile, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine } from './engine.ts';
import { checkedEngineJar, engineJarPath, engineJarSha256, sha256Of } from './engine-jar.ts';

describe('the engine jar', () => {
  let directory: string;
  let changed: string;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'octavo-jar-'));
    changed = join(directory, 'changed.jar');
    await copyFile(engineJarPath(), changed);
    const file = await open(changed, 'r+');
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, 4_096);
    byte.writeUInt8(byte.readUInt8(0) ^ 1);
    await file.write(byte, 0, 1, 4_096);
    await file.close();
  });
  afterAll(() => rm(directory, { recursive: true }));

  it('is accepted when its hash is the pinned one', async () => {
    expect(await checkedEngineJar()).toBe(engineJarPath());
  });

  it('is refused when a single bit differs, with both hashes and instructions', async () => {
    const actual = await sha256Of(changed);
    await expect(checkedEngineJar(engineJarSha256, changed)).rejects.toThrow(
      new RegExp(`not the pinned .*${actual}, expected ${engineJarSha256}\\. Install the dependencies again`),
    );
  });

  it('can be a different jar pinned by the operator, and then only that one', async () => {
    const pinned = await sha256Of(changed);
    expect(await checkedEngineJar(pinned, changed)).toBe(changed);
    await expect(checkedEngineJar(pinned)).rejects.toThrow(/not the one you pinned/);
  });

  it('is checked before an engine starts anything', async () => {
    const engine = createEngine({ workDir: join(directory, 'work'), jarSha256: 'ab'.repeat(32) });
    await expect(engine.start()).rejects.toThrow(/not the one you pinned/);
    await engine.close();
  });
});
