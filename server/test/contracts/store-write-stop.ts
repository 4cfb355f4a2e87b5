/** Contract of `Store` for accounts whose writes are stopped. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../src/ports/store.ts';
import { admit, admitted, claimed, doneJob, newAccount, noon, sampleJob, sampleKey } from './samples.ts';

const refused = { code: 'service_unavailable', retryAfterSeconds: 30 };

export function describeWriteStop(open: () => Promise<Store>): void {
  let store: Store;
  let accountId: string;
  beforeAll(async () => {
    store = await open();
  });

  const past = new Date(Date.now() - 60_000);
  const stopped = async () => {
    accountId = (await newAccount(store)).id;
    expect(await store.accounts.stopWrites(accountId)).toMatchObject({ id: accountId, writesStopped: true });
  };
  const restart = () => store.accounts.allowWrites(accountId);
  const mine = (rows: readonly { readonly accountId: string }[]) =>
    rows.filter((row) => row.accountId === accountId);
  const upload = (id = randomUUID()) => ({
    id,
    accountId,
    fileName: 'a.pdf',
    bytes: 5,
    partBytes: 5,
    sha256: null,
    createdAt: noon,
  });

  describe('an account whose writes are stopped', () => {
    it('is marked until they are allowed again, also for its keys', async () => {
      accountId = (await newAccount(store)).id;
      const key = sampleKey(accountId);
      await store.apiKeys.create(key, 3);
      await store.accounts.stopWrites(accountId);
      expect(await store.accounts.find(accountId)).toMatchObject({ writesStopped: true });
      expect(await store.apiKeys.findActive(key.hash)).toMatchObject({ account: { writesStopped: true } });
      expect(await restart()).not.toHaveProperty('writesStopped');
      expect(await store.accounts.find(accountId)).not.toHaveProperty('writesStopped');
      expect(await store.accounts.stopWrites(randomUUID())).toBeNull();
      await store.closedAccounts.close(accountId);
      expect(await store.accounts.stopWrites(accountId)).toBeNull();
    });

    it('admits no job, not even one whose submit began before, and does so again afterwards', async () => {
      await stopped();
      await expect(admit(store, sampleJob(accountId))).rejects.toMatchObject(refused);
      expect(await store.jobs.activeCount(accountId)).toBe(0);
      await restart();
      expect(await admit(store, sampleJob(accountId))).toMatchObject({ kind: 'admitted' });
    });

    it('admits none after the stop, under any concurrency', async () => {
      accountId = (await newAccount(store)).id;
      const submits = Array.from({ length: 20 }, () => admit(store, sampleJob(accountId)).catch(() => null));
      await store.accounts.stopWrites(accountId);
      const before = await store.jobs.activeCount(accountId);
      await Promise.all(submits);
      expect(await store.jobs.activeCount(accountId)).toBe(before);
    });

    it('keeps its jobs: none is deleted, expires or gets another expiry', async () => {
      accountId = (await newAccount(store)).id;
      const { id } = await doneJob(store, sampleJob(accountId, { expiresAt: past }));
      const [due] = mine(await store.retention.expired(1_000, []));
      expect(due).toMatchObject({ id });
      await store.accounts.stopWrites(accountId);
      expect(mine(await store.retention.expired(1_000, []))).toEqual([]);
      expect(await store.retention.beginExpiry(id, noon)).toBe(false);
      await expect(store.retention.setExpiry(accountId, id, null)).rejects.toMatchObject(refused);
      await expect(store.jobs.beginDelete(accountId, id, noon)).rejects.toMatchObject(refused);
      expect(await store.jobs.find(accountId, id)).toMatchObject({ id, expiresAt: past });
      await restart();
      expect(await store.retention.beginExpiry(id, noon)).toBe(true);
    });

    it('lets running jobs finish and others expire', async () => {
      accountId = (await newAccount(store)).id;
      const other = (await newAccount(store)).id;
      const pending = await admitted(store, sampleJob(accountId));
      const claim = await claimed(store, sampleJob(accountId));
      const expired = await doneJob(store, sampleJob(other, { expiresAt: past }));
      await store.accounts.stopWrites(accountId);
      expect(await store.jobs.fail(claim, 'damaged', noon)).toBe(true);
      expect(await store.jobs.claim(pending, 60_000)).toMatchObject({ jobId: pending });
      expect(await store.retention.beginExpiry(expired.id, noon)).toBe(true);
    });

    it('gets no key and no upload, cannot be deleted, and keeps what waits to be submitted', async () => {
      accountId = (await newAccount(store)).id;
      const waiting = upload();
      await store.directUploads.create(waiting, 0, 10);
      await store.accounts.stopWrites(accountId);
      await expect(store.apiKeys.create(sampleKey(accountId), 3)).rejects.toMatchObject(refused);
      await expect(store.directUploads.create(upload(), 60_000, 10)).rejects.toMatchObject(refused);
      await expect(store.closedAccounts.close(accountId)).rejects.toMatchObject(refused);
      expect(mine(await store.directUploads.toRemove(1_000, []))).toEqual([]);
      await restart();
      await expect.poll(async () => mine(await store.directUploads.toRemove(1_000, []))).toHaveLength(1);
    });

    it('says how many writes from before the stop are unfinished', async () => {
      accountId = (await newAccount(store)).id;
      const job = await doneJob(store, sampleJob(accountId));
      const uploadId = randomUUID();
      await store.uploads.begin({ id: uploadId, accountId }, 60_000);
      await store.jobs.beginDelete(accountId, job.id, noon);
      await store.accounts.stopWrites(accountId);
      expect(await store.accounts.unfinishedWrites(accountId)).toBe(2);
      await store.uploads.end(uploadId);
      await store.jobs.finishDelete(job.id);
      expect(await store.accounts.unfinishedWrites(accountId)).toBe(0);
    });
  });
}
