/** Rings of tests: `unit` and `unit-isolated` touch no service, `engine` runs real JVMs, `integration` the real services, `integrations` what frameworks use, `e2e` the whole. */
import { defaultClientConditions, defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** The SDK is tested by others as it is in the sources, without a build in between; packages as Node finds them. */
const asNode = defaultServerConditions.filter((condition) => condition !== 'module');
const sources = {
  ssr: { resolve: { conditions: ['octavo-source', ...asNode] } },
  // Tests that run in a DOM resolve packages as browsers do.
  resolve: { conditions: ['octavo-source', ...defaultClientConditions] },
};

const setupFiles = ['testkit/temporary-files.ts', 'server/test/clean-up.ts'];
/** Where files run in the same process: starting one and loading the modules again costs a second of CPU time for each file. */
const inOneProcess = [...setupFiles, 'testkit/restore-globals.ts'];
const isolatedTests = '**/*.isolated.test.ts';

export default defineConfig({
  test: {
    projects: [
      {
        ...sources,
        test: {
          name: 'unit',
          setupFiles: inOneProcess,
          include: [
            'document/**/*.test.ts',
            'mcp/**/*.test.ts',
            'server/{src,test}/**/*.test.ts',
            'sdk/src/**/*.test.ts',
            'cli/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'testkit/**/*.test.ts',
            'e2e/*.test.ts',
            'faults/*.test.ts',
            'bench/**/*.test.ts',
            'security/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
          ],
          exclude: [
            'server/test/{integration,engine}/**',
            'security/controls/**',
            'testkit/invariants/**',
            '**/*.engine.test.ts',
            isolatedTests,
            '**/node_modules/**',
          ],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          maxWorkers: '100%',
          // Starting a worker and loading the modules again for each of 350 files took half of the time.
          isolate: false,
        },
      },
      {
        ...sources,
        test: {
          name: 'unit-isolated',
          setupFiles,
          // Files that mock a module, which would last for the files after them.
          include: [isolatedTests],
          exclude: ['**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'engine',
          setupFiles,
          include: [
            'server/test/engine/**/*.test.ts',
            'security/controls/*.test.ts',
            '{bench,scripts}/**/*.engine.test.ts',
          ],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'integration',
          setupFiles: inOneProcess,
          include: ['server/test/integration/**/*.test.ts', 'testkit/invariants/*.test.ts'],
          globalSetup: ['server/test/integration/services.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          isolate: false,
        },
      },
      {
        ...sources,
        test: {
          name: 'integrations',
          include: ['integrations/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['integrations/install.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/{spec,beyond,sdk,integrations,python,cli,docs,web}/**/*.test.ts'],
          exclude: ['e2e/web/runs/**', '**/node_modules/**'],
          globalSetup: ['testkit/service-under-test/global-setup.ts'],
          setupFiles: ['testkit/restore-globals.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
          // As in `unit`.
          isolate: false,
          // A page needs more than the default of a second when the machine is busy.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'pictures',
          include: ['e2e/web/pictures/*.pictures.ts'],
          globalSetup: ['testkit/service-under-test/global-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'e2e-runs',
          include: ['e2e/runs/**/*.test.ts', 'e2e/web/runs/**/*.test.ts'],
          globalSetup: ['testkit/service-under-test/global-setup.ts'],
          testTimeout: 7_200_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
