/** Packages contain what users need, and nothing of our tests and tools. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { contentFaults } from './contents.ts';
import { manifestOf, npmPackages, versionedDirectories } from './published.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const licence = readFileSync(join(root, 'LICENSE'), 'utf8');

function packedFiles(directory: string): readonly string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const text = execFileSync('npm', args, {
    cwd: join(root, directory),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const packed = JSON.parse(text) as object;
  const [first] = Object.values(packed) as { readonly files: readonly { readonly path: string }[] }[];
  return first?.files.map(({ path }) => path) ?? [];
}

describe.each(npmPackages)('%s', (directory) => {
  it('packs its licence and README, and no tests, settings or fixtures', { timeout: 60_000 }, () => {
    const files = packedFiles(directory);
    expect(files.length).toBeGreaterThan(2);
    // The build may not have run.
    expect(contentFaults('a.tgz', [...files, 'dist/index.mjs'])).toEqual([]);
  });

  it('has the licence of the repository, and is published with provenance', () => {
    expect(readFileSync(join(root, directory, 'LICENSE'), 'utf8')).toBe(licence);
    expect(manifestOf(root, directory)).toMatchObject({
      license: 'Apache-2.0',
      publishConfig: { access: 'public', provenance: true },
      repository: { directory },
    });
  });
});

it('no other package can be published by mistake', () => {
  const published: readonly string[] = npmPackages;
  const others = versionedDirectories(root).filter((directory) => !published.includes(directory));
  expect(others.filter((directory) => manifestOf(root, directory).private !== true)).toEqual([]);
});

it('the Python package has the licence of the repository', () => {
  expect(readFileSync(join(root, 'python/LICENSE'), 'utf8')).toBe(licence);
});

describe('contentFaults', () => {
  const complete = ['LICENSE', 'README.md', 'package.json', 'dist/index.mjs'];

  it.each(complete)('notices that %s is missing', (file) => {
    const rest = complete.filter((one) => one !== file);
    expect(contentFaults('a.tgz', rest)).toHaveLength(1);
  });

  it.each([
    'src/client.test.ts',
    'src/testing/fake-fetch.ts',
    'fixtures/a.json',
    'src/__snapshots__/help.test.ts.snap',
    'tsdown.config.ts',
    'tsconfig.json',
    '.env',
    '.npmrc',
    'node_modules/x/index.js',
  ])('notices %s', (file) => {
    expect(contentFaults('a.tgz', [...complete, file])).toHaveLength(1);
  });

  it('knows what wheels and source archives need', () => {
    expect(contentFaults('octavo-1.0.0-py3-none-any.whl', ['octavo/client.py'])).toHaveLength(3);
    expect(contentFaults('octavo-1.0.0.tar.gz', ['README.md', 'tests/test_a.py'])).toHaveLength(4);
    expect(contentFaults('octavo.zip', complete)).toHaveLength(1);
  });
});
