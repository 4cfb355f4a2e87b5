/** Every manifest, the Python package and the API have one version, and a new one reaches all of them. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { manifestOf, otherPlaces, versionedDirectories } from './published.ts';
import { isNewer, isVersion, setVersion, versionFaults } from './versions.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const current = manifestOf(root, '.').version ?? '';

it('the tree has one version everywhere', () => {
  expect(versionFaults(root, current)).toEqual([]);
});

describe('a copy of the tree', () => {
  let copy: string;
  const files = [
    ...versionedDirectories(root).map((directory) => join(directory, 'package.json')),
    ...Object.keys(otherPlaces),
  ];

  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'octavo-versions-'));
    for (const file of files) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      cpSync(join(root, file), join(copy, file));
    }
  });
  afterEach(() => rmSync(copy, { recursive: true }));

  it('gets a new version, and nothing else changes', () => {
    setVersion(copy, '9.8.7');
    expect(versionFaults(copy, '9.8.7')).toEqual([]);
    for (const file of files) {
      const [was, is] = [root, copy].map((base) => readFileSync(join(base, file), 'utf8'));
      const isOther = (line: string, index: number) => line !== was?.split('\n')[index];
      const changed = is?.split('\n').filter(isOther) ?? [];
      expect(changed.length).toBeGreaterThan(0);
      expect(changed.filter((line) => !line.includes('9.8.7'))).toEqual([]);
    }
  });

  it.each(files)('is refused with another version in %s', (file) => {
    const text = readFileSync(join(copy, file), 'utf8');
    writeFileSync(join(copy, file), text.replace(new RegExp(`(version.*|cli@)${current}`, 'i'), '$19.9.9'));
    expect(versionFaults(copy, current).join()).toContain(file);
  });

  it('is refused if one package wants another version of ours', () => {
    const file = join(copy, 'cli/package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/("@octavo\/sdk": ")[^"]+/, '$10.0.1'));
    expect(versionFaults(copy, current)).toEqual(['cli/package.json wants @octavo/sdk 0.0.1']);
  });
});

it.each([
  ['1.0.0', '0.9.9', true],
  ['0.10.0', '0.9.0', true],
  ['1.0.0', '1.0.0-rc.2', true],
  ['1.0.0-rc.10', '1.0.0-rc.9', true],
  ['1.0.0-rc.1', '1.0.0', false],
  ['1.0.0', '1.0.0', false],
  ['0.9.0', '0.10.0', false],
])('%s after %s: %s', (next, before, expected) => {
  expect(isNewer(next, before)).toBe(expected);
});

it.each(['1.2', 'v1.2.3', '1.2.3+build', 'latest', ''])('%j is not a version', (text) => {
  expect(isVersion(text)).toBe(false);
});
