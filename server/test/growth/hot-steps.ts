/** The most frequent operations as calls of the store: they must not slow down as tables grow. */
import { randomUUID } from 'node:crypto';
import type { ClaimRef, NewJob, Store } from '../../src/ports/store.ts';
import { sampleOutput } from '../contracts/samples.ts';
import { periodicSteps } from './periodic-steps.ts';

export type HotSubjects = {
  readonly heavyAccount: string;
  readonly keyHash: Buffer;
  readonly asked: NewJob;
  /** The active claim of `asked`. */
  readonly claim: () => ClaimRef;
  /** Another job, pending. */
  readonly companion: NewJob;
};

export function hotSteps(
  store: Store,
  subjects: HotSubjects,
): Readonly<Record<string, () => Promise<unknown>>> {
  const { heavyAccount, keyHash, asked, claim, companion } = subjects;
  const firstPage = { number: 1, size: 20 };
  return {
    'authenticate by key': () => store.apiKeys.findActive(keyHash),
    'first page of 20 jobs': () => store.jobs.list(heavyAccount, firstPage),
    'first page of failed jobs': () => store.jobs.list(heavyAccount, firstPage, { statuses: ['failed'] }),
    'first page of finished jobs': () =>
      store.jobs.list(heavyAccount, firstPage, { statuses: ['done', 'failed'] }),
    'finished jobs of an hour': () =>
      store.jobs.list(heavyAccount, firstPage, {
        statuses: ['done', 'failed'],
        createdAfter: new Date('2026-01-01T00:00:00Z'),
        createdBefore: new Date('2026-01-01T01:00:00Z'),
      }),
    ...periodicSteps(store, heavyAccount),
    'a job by id': () => store.jobs.find(heavyAccount, asked.id),
    'an absent job': () => store.jobs.find(heavyAccount, randomUUID()),
    'a share link': () => store.shares.findActive(keyHash),
    'the share links of a job': () => store.shares.list(heavyAccount, asked.id),
    'an erasure': () => store.erasures.find(heavyAccount, asked.id),
    'a direct upload': () => store.directUploads.find(heavyAccount, randomUUID()),
    'a year of days': () => store.usage.charges(heavyAccount, { from: '2026-01-01', to: '2026-12-31' }),
    'the ledger of a job': () => store.usage.movements(heavyAccount, asked.id),
    'usage of the month': () => store.accounts.monthUsage(heavyAccount, '2026-11-01'),
    'an idempotency key': () => store.jobs.findByIdempotencyKey(heavyAccount, 'unknown', asked.createdAt),
    'what is kept of events': () => store.events.bounds(heavyAccount),
    'the newest event of followed accounts': () => store.events.newest([heavyAccount]),
    'the newest events': () => store.events.after(heavyAccount, 0, 100, null),
    'the events of a job': () => store.events.after(heavyAccount, -1_000_000, 100, asked.id),
    'the place in the queue': () => store.jobs.queuePositions([companion.id]),
    'what a job dropped': () => store.jobs.dropped(heavyAccount, asked.id),
    'the accessibility report of a job': () => store.jobs.accessibility(heavyAccount, asked.id),
    'the reading index of a job': () => store.jobs.reading(heavyAccount, asked.id),
    'warnings of a job': () => store.jobs.warnings(heavyAccount, [asked.id]),
    progress: () => store.jobs.recordProgress(claim(), { stage: 'layout', done: 1, total: 3 }),
    'renew a lease': () => store.jobs.renew(claim(), 30_000),
    'active jobs': () => store.jobs.activeCount(heavyAccount),
    complete: () =>
      store.jobs.complete(
        claim(),
        { pageCount: 3, warnings: [], outputs: [sampleOutput(asked, claim())] },
        asked.createdAt,
      ),
  };
}
