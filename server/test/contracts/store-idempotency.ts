/** Contract of `Store` for idempotent submits. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { admit, admitted, ampleLimits, minutesLater, month, newAccount, noon, sampleJob } from './samples.ts';

const day = 24 * 60;

export function describeIdempotency(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  describe('an idempotency key', () => {
    const newKey = () => ({ key: randomBytes(8).toString('hex'), fingerprint: randomBytes(32) });

    it('creates one job from any number of parallel submits and reserves its pages once', async () => {
      const { id } = await newAccount(store);
      const idempotency = newKey();
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => admit(store, sampleJob(id, { idempotency }), ampleLimits)),
      );
      const created = answers.flatMap((answer) => (answer.kind === 'admitted' ? [answer.job.id] : []));
      const repeated = answers.flatMap((answer) =>
        answer.kind === 'repeated' ? [answer.earlier.job?.id] : [],
      );
      expect(created).toHaveLength(1);
      expect(repeated).toEqual(Array.from({ length: 19 }, () => created[0]));
      expect(await store.jobs.activeCount(id)).toBe(1);
      expect((await store.accounts.monthUsage(id, month)).pagesReserved).toBe(3);
    });

    it('is found with its fingerprint, only by its own account', async () => {
      const { id } = await newAccount(store);
      const idempotency = newKey();
      const jobId = await admitted(store, sampleJob(id, { idempotency }));
      const earlier = await store.jobs.findByIdempotencyKey(id, idempotency.key, noon);
      expect(earlier?.fingerprint).toEqual(idempotency.fingerprint);
      expect(earlier?.job?.id).toBe(jobId);
      const { id: other } = await newAccount(store);
      expect(await store.jobs.findByIdempotencyKey(other, idempotency.key, noon)).toBeNull();
      expect((await admit(store, sampleJob(other, { idempotency }), ampleLimits)).kind).toBe('admitted');
    });

    it('is not used up by a refused submit', async () => {
      const { id } = await newAccount(store);
      const idempotency = newKey();
      const refused = await admit(store, sampleJob(id, { idempotency }), {
        ...ampleLimits,
        pagesPerMonth: 1,
      });
      expect(refused.kind).toBe('page_limit');
      expect(await store.jobs.findByIdempotencyKey(id, idempotency.key, noon)).toBeNull();
      await admitted(store, sampleJob(id, { idempotency }));
    });

    it('is checked before slots are counted, because the repeated job may use the last one', async () => {
      const { id } = await newAccount(store);
      const idempotency = newKey();
      const limits = { ...ampleLimits, activeJobsMax: 1 };
      await admitted(store, sampleJob(id, { idempotency }), limits);
      expect((await admit(store, sampleJob(id, { idempotency }), limits)).kind).toBe('repeated');
    });

    it('stays used after its job was deleted, without returning the job', async () => {
      const { id } = await newAccount(store);
      const idempotency = newKey();
      const jobId = await admitted(store, sampleJob(id, { idempotency }));
      await store.jobs.beginDelete(id, jobId, noon);
      await store.jobs.finishDelete(jobId);
      const again = await admit(store, sampleJob(id, { idempotency }), ampleLimits);
      expect(again).toMatchObject({ kind: 'repeated', earlier: { job: null } });
    });

    it('can be used again after a day, and not before', async () => {
      const { id } = await newAccount(store);
      const idempotency = newKey();
      const first = await admitted(store, sampleJob(id, { idempotency }));
      const almost = sampleJob(id, { idempotency, createdAt: minutesLater(day - 1) });
      expect((await admit(store, almost, ampleLimits)).kind).toBe('repeated');
      const second = await admitted(store, sampleJob(id, { idempotency, createdAt: minutesLater(day) }));
      expect(second).not.toBe(first);
      const found = await store.jobs.findByIdempotencyKey(id, idempotency.key, minutesLater(day + 1));
      expect(found?.job?.id).toBe(second);
    });
  });
}
