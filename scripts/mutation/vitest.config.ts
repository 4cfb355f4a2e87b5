/** The tests of one part, named by OCTAVO_MUTATION_PART, for a tree whose code is full of mutants. */
import { join } from 'node:path';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { isPartName, parts } from './parts.ts';

const name = process.env['OCTAVO_MUTATION_PART'] ?? '';
if (!isPartName(name)) throw new Error(`OCTAVO_MUTATION_PART is "${name}": use npm run tools -- mutation`);

const root = join(import.meta.dirname, '../..');
const conditions = ['octavo-source', ...defaultServerConditions.filter((one) => one !== 'module')];

export default defineConfig({
  root,
  ssr: { resolve: { conditions } },
  resolve: {
    alias: [
      { find: './compile-once.ts', replacement: join(root, 'server/test/mutation/compile-every-time.ts') },
    ],
  },
  test: {
    setupFiles: ['testkit/temporary-files.ts'],
    include: [...parts[name].tests],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
