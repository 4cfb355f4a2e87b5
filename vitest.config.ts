/** Rings of tests: `unit` touches no service, `engine` runs real JVMs, `integration` the real services, `e2e` the whole. */
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        // The SDK from its source, as the dashboard's build takes it.
        ssr: { resolve: { conditions: ['octavo-source', ...defaultServerConditions] } },
        test: {
          name: 'unit',
          include: [
            'server/{src,test}/**/*.test.ts',
            'sdk/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'e2e/*.test.ts',
            'e2e/pdf/*.test.ts',
            'faults/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
          ],
          exclude: ['server/test/{integration,engine}/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'engine',
          include: ['server/test/engine/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/test/integration/**/*.test.ts', 'faults/checker/*.test.ts'],
          globalSetup: ['server/test/integration/services.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/{spec,beyond,web}/**/*.test.ts'],
          globalSetup: ['e2e/stack/global-setup.ts'],
          testTimeout: 180_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e-runs',
          include: ['e2e/runs/**/*.test.ts'],
          globalSetup: ['e2e/stack/global-setup.ts'],
          testTimeout: 7_200_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
