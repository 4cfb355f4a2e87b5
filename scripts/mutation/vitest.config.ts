/** The tests of one part, named by OCTAVO_MUTATION_PART, for a tree whose code is full of mutants. */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { matchesGlob } from 'node:path/posix';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { isPartName, parts } from './parts.ts';

const name = process.env['OCTAVO_MUTATION_PART'] ?? '';
if (!isPartName(name)) throw new Error(`OCTAVO_MUTATION_PART is "${name}": use npm run tools -- mutation`);

const root = join(import.meta.dirname, '../..');
const conditions = ['octavo-source', ...defaultServerConditions.filter((one) => one !== 'module')];

/** They replace a module for all that import it, also in the files after them. */
const mocking = globSync('server/test/**/*.isolated.test.ts', { cwd: root });

const tests = (isolated: boolean) => ({
  ssr: { resolve: { conditions } },
  resolve: {
    alias: [
      { find: './compile-once.ts', replacement: join(root, 'server/test/mutation/compile-every-time.ts') },
    ],
  },
  test: {
    name: isolated ? 'mocking' : 'shared',
    // Importing the modules again for every file takes twice the time of the tests.
    isolate: isolated,
    setupFiles: ['testkit/temporary-files.ts', 'server/test/clean-up.ts'],
    include: isolated
      ? mocking.filter((file) => parts[name].tests.some((glob) => matchesGlob(file, glob)))
      : [...parts[name].tests],
    exclude: isolated ? [] : mocking,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    fileParallelism: false,
  },
});

export default defineConfig({ root, test: { projects: [tests(false), tests(true)] } });
