/** What is mutated, and the tests that have to notice. */

export type Part = {
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  /** Its tests use the real services. */
  readonly needsServices: boolean;
};

/**
 * Tests that start processes of their own are not listed: a mutant is switched on in the process of the tests alone.
 * Nor is the property test, whose random histories would say something else of the same mutant each time.
 */
export const parts = {
  actions: {
    mutate: ['server/src/actions/*.ts'],
    tests: [
      'server/src/actions/*.test.ts',
      'server/src/admin/*.test.ts',
      'server/test/{actions,http,worker}/*.test.ts',
    ],
    needsServices: false,
  },
  worker: {
    mutate: ['server/src/worker/*.ts'],
    tests: ['server/src/worker/*.test.ts', 'server/test/{actions,worker}/*.test.ts'],
    needsServices: false,
  },
  postgres: {
    mutate: ['server/src/postgres/{job-*,metering,jobs,queue,lost-tasks,idempotency,uploads,retention}.ts'],
    tests: [
      'server/test/integration/{postgres-store,postgres-tasks,postgres-webhooks,postgres-event-feed}.test.ts',
    ],
    needsServices: true,
  },
} as const satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof parts;

export const isPartName = (name: string): name is PartName => Object.hasOwn(parts, name);
