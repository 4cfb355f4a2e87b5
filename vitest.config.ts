/** Three rings of tests: `unit` touches no service, `engine` runs real JVMs, `integration` the real services. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['server/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
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
          include: ['server/test/integration/**/*.test.ts'],
          globalSetup: ['server/test/integration/services.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
