/** Two rings of tests: `unit` touches no service, `integration` runs on the real ones. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['server/{src,test}/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['server/test/integration/**', '**/node_modules/**'],
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
