/** Contract of `Store` for share links: who can open them, and when they stop working. */
import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../src/domain/ids.ts';
import type { Job } from '../../src/domain/job.ts';
import type { NewShare } from '../../src/ports/shares.ts';
import type { Store } from '../../src/ports/store.ts';
import { admitted, claimed, doneJob, newAccount, noon, sampleJob } from './samples.ts';

const hourMs = 3_600_000;
const fromNow = (ms: number) => new Date(Date.now() + ms);

export function sampleShare(
  { id: jobId, accountId }: { readonly id: string; readonly accountId: string },
  overrides: Partial<NewShare> = {},
): NewShare {
  return {
    id: newId(Date.now()),
    jobId,
    accountId,
    name: null,
    tokenHash: randomBytes(32),
    element: null,
    withSource: true,
    createdAt: noon,
    expiresAt: fromNow(hourMs),
    ...overrides,
  };
}

export function describeShares(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  const newJob = async (expiresAt: Date | null = null): Promise<Job> => {
    const { id } = await newAccount(store);
    return doneJob(store, sampleJob(id, { expiresAt }));
  };
  const shared = async (job: Job, overrides: Partial<NewShare> = {}) => {
    const share = sampleShare(job, overrides);
    const made = await store.shares.create(share, 100);
    expect(made).toMatchObject({ id: share.id });
    return share;
  };
  const opens = async ({ tokenHash }: NewShare) => (await store.shares.findActive(tokenHash)) !== null;

  describe('a share link', () => {
    it('is found by the hash of its token, with everything that was chosen', async () => {
      const job = await newJob();
      const element = { ref: '/kids/7', readingSha256: 'ab'.repeat(32) };
      const { tokenHash, accountId, ...share } = await shared(job, {
        ...{ name: 'for Ada', element, withSource: false },
      });
      expect(await store.shares.findActive(tokenHash)).toEqual({ share, accountId });
      expect(await store.shares.findActive(randomBytes(32))).toBeNull();
    });

    it('can be made for a done job of the account only', async () => {
      const { id: accountId } = await newAccount(store);
      const pending = sampleJob(accountId);
      await admitted(store, pending);
      expect(await store.shares.create(sampleShare(pending), 100)).toBe('absent');
      const failed = await claimed(store, sampleJob(accountId));
      await store.jobs.fail(failed, 'damaged', noon);
      expect(await store.shares.create(sampleShare({ id: failed.id, accountId }), 100)).toBe('absent');
      const foreign = sampleShare({ id: (await newJob()).id, accountId });
      expect(await store.shares.create(foreign, 100)).toBe('absent');
      expect(await opens(foreign)).toBe(false);
    });

    it('stops working when it is revoked, and only its owner can do that', async () => {
      const job = await newJob();
      const { id: stranger } = await newAccount(store);
      const [share, other] = [await shared(job), await shared(job)];
      expect(await store.shares.revoke(stranger, job.id, share.id)).toBe(false);
      expect(await store.shares.revoke(job.accountId, (await newJob()).id, share.id)).toBe(false);
      expect(await opens(share)).toBe(true);
      expect(await store.shares.revoke(job.accountId, job.id, share.id)).toBe(true);
      expect(await store.shares.revoke(job.accountId, job.id, share.id)).toBe(false);
      expect([await opens(share), await opens(other)]).toEqual([false, true]);
    });

    it('stops working when it expires', async () => {
      const job = await newJob();
      const [over, active] = [await shared(job, { expiresAt: fromNow(-1_000) }), await shared(job)];
      expect([await opens(over), await opens(active)]).toEqual([false, true]);
    });

    it('stops working when its job expires, before the job is removed', async () => {
      const [over, kept] = [await newJob(fromNow(-hourMs)), await newJob(fromNow(hourMs))];
      expect([await opens(await shared(over)), await opens(await shared(kept))]).toEqual([false, true]);
    });

    it('stops working as soon as the deletion of its job begins', async () => {
      const job = await newJob();
      const share = await shared(job);
      await store.jobs.beginDelete(job.accountId, job.id, noon);
      expect(await opens(share)).toBe(false);
      expect(await store.shares.list(job.accountId, job.id)).toEqual([]);
      expect(await store.shares.create(sampleShare(job), 100)).toBe('absent');
      await store.jobs.finishDelete(job.id);
      expect(await opens(share)).toBe(false);
    });
  });

  describe('the links of a job', () => {
    it('are listed for their owner, newest first, without those that have expired', async () => {
      const job = await newJob();
      const old = await shared(job, { createdAt: new Date(noon.getTime() - hourMs) });
      const young = await shared(job);
      await shared(job, { expiresAt: fromNow(-1_000) });
      const listed = await store.shares.list(job.accountId, job.id);
      expect(listed.map(({ id }) => id)).toEqual([young.id, old.id]);
      expect(JSON.stringify(listed)).not.toContain('tokenHash');
      const { id: stranger } = await newAccount(store);
      expect(await store.shares.list(stranger, job.id)).toEqual([]);
    });

    it('are limited under any concurrency; those that have expired do not count', async () => {
      const job = await newJob();
      await shared(job, { expiresAt: fromNow(-1_000) });
      const made = await Promise.all([1, 2, 3, 4, 5].map(() => store.shares.create(sampleShare(job), 3)));
      expect(made.filter((one) => one === 'full')).toHaveLength(2);
      expect(await store.shares.list(job.accountId, job.id)).toHaveLength(3);
    });
  });
}
