/** Signing keys outlive a restart and a rotation. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadKeys, rotateKeys } from './oidc-keys.ts';

describe('signing keys', () => {
  let directory: string;
  let path: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'octavo-unit-'));
    path = join(directory, 'oidc', 'keys.json');
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it('are the same after a restart', async () => {
    expect(await loadKeys(path)).toEqual(await loadKeys(path));
  });

  it('are readable by their owner alone', async () => {
    await loadKeys(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('gain a new first one by rotation and keep the one before it', async () => {
    const before = await loadKeys(path);
    const added = await rotateKeys(path);
    const after = await loadKeys(path);
    expect(after.keys.map(({ kid }) => kid)).toEqual([added.kid, before.keys[0]?.kid]);
    expect(after.cookieSecret).toBe(before.cookieSecret);
  });
});
