/** Contract of `Store` for erasures: what is known of a deleted job. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Erasure } from '../../src/domain/erasure.ts';
import type { Store } from '../../src/ports/store.ts';
import {
  admitted,
  claimed,
  doneJob,
  minutesLater,
  newAccount,
  noon,
  sampleDocument,
  sampleJob,
  sampleOutput,
  sampleReading,
} from './samples.ts';

export function describeErasures(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });

  const erasureOf = async (accountId: string, id: string): Promise<Erasure> => {
    const erasure = await store.erasures.find(accountId, id);
    if (erasure === null || erasure === 'deleting') throw new Error(`expected an erasure, got ${erasure}`);
    return erasure;
  };
  const deleted = async (accountId: string, id: string) => {
    await store.jobs.beginDelete(accountId, id, noon);
    await store.jobs.finishDelete(id);
    return erasureOf(accountId, id);
  };

  describe('an erasure', () => {
    it('names every file of a done job, the source first', async () => {
      const { id: accountId } = await newAccount(store);
      const job = sampleJob(accountId);
      const claim = await claimed(store, job);
      const [markdown, document, reading] = [
        sampleOutput(job, claim),
        sampleDocument(job, claim),
        sampleReading(job, claim),
      ];
      const json = { ...sampleOutput(job, claim), format: 'json' as const, bytes: 7 };
      const outputs = [markdown, json];
      await store.jobs.complete(claim, { pageCount: 2, warnings: [], outputs, document, reading }, noon);
      const before = Date.now();
      const erasure = await deleted(accountId, job.id);
      expect(erasure).toEqual({
        jobId: job.id,
        reason: 'requested',
        status: 'done',
        pages: 2,
        files: [
          { name: 'source', bytes: job.source.bytes, sha256: job.source.sha256 },
          { name: 'json', bytes: 7, sha256: json.sha256 },
          { name: 'markdown', bytes: markdown.bytes, sha256: markdown.sha256 },
          { name: 'document', bytes: document.bytes, sha256: document.sha256 },
          { name: 'reading-index', bytes: reading.bytes, sha256: reading.sha256 },
        ],
        submittedAt: job.createdAt,
        requestedAt: expect.any(Date),
        erasedAt: expect.any(Date),
      });
      // By the clock of the database, which may differ a little.
      expect(Math.abs(erasure.requestedAt.getTime() - before)).toBeLessThan(60_000);
      expect(erasure.erasedAt.getTime()).toBeGreaterThanOrEqual(erasure.requestedAt.getTime());
    });

    it('of a job that was not converted has only its source', async () => {
      const { id: accountId } = await newAccount(store);
      const pending = await admitted(store, sampleJob(accountId));
      const failed = await claimed(store, sampleJob(accountId));
      await store.jobs.fail(failed, 'damaged', noon);
      expect(await deleted(accountId, pending)).toMatchObject({ status: 'pending', pages: 0 });
      const { status, files } = await deleted(accountId, failed.id);
      expect([status, files.map(({ name }) => name)]).toEqual(['failed', ['source']]);
    });

    it('says whether the job had expired', async () => {
      const { id: accountId } = await newAccount(store);
      const job = await doneJob(store, sampleJob(accountId, { expiresAt: minutesLater(-10_000) }));
      expect(await store.retention.beginExpiry(job.id, noon)).toBe(true);
      await store.jobs.finishDelete(job.id);
      expect(await erasureOf(accountId, job.id)).toMatchObject({ reason: 'expired' });
      // A job that has not finished does not expire: its owner deletes it.
      const pending = await admitted(store, sampleJob(accountId, { expiresAt: minutesLater(-10_000) }));
      expect(await deleted(accountId, pending)).toMatchObject({ reason: 'requested' });
      const later = await doneJob(
        store,
        sampleJob(accountId, { expiresAt: new Date(Date.now() + 3_600_000) }),
      );
      expect(await deleted(accountId, later.id)).toMatchObject({ reason: 'requested' });
    });

    it('does not exist before the deletion is finished', async () => {
      const { id: accountId } = await newAccount(store);
      const { id } = await doneJob(store, sampleJob(accountId));
      await store.jobs.finishDelete(id);
      expect(await store.erasures.find(accountId, id)).toBeNull();
      await store.jobs.beginDelete(accountId, id, noon);
      expect(await store.erasures.find(accountId, id)).toBe('deleting');
      await store.jobs.finishDelete(id);
      expect(await store.erasures.find(accountId, id)).toMatchObject({ jobId: id });
    });

    it('is known to the owner of the job only, before and after the end of the deletion', async () => {
      const { id: accountId } = await newAccount(store);
      const { id: stranger } = await newAccount(store);
      const { id } = await doneJob(store, sampleJob(accountId));
      await store.jobs.beginDelete(accountId, id, noon);
      expect(await store.erasures.find(stranger, id)).toBeNull();
      await store.jobs.finishDelete(id);
      expect(await store.erasures.find(stranger, id)).toBeNull();
    });

    it('is recorded once, however many processes finish the deletion', async () => {
      const { id: accountId } = await newAccount(store);
      const { id } = await doneJob(store, sampleJob(accountId));
      await store.jobs.beginDelete(accountId, id, noon);
      await Promise.all([1, 2, 3, 4].map(() => store.jobs.finishDelete(id)));
      const first = await erasureOf(accountId, id);
      await store.jobs.finishDelete(id);
      expect(await erasureOf(accountId, id)).toEqual(first);
    });

    it('is not recorded where none is wanted', async () => {
      const { id: accountId } = await newAccount(store);
      const { id } = await doneJob(store, sampleJob(accountId));
      await store.jobs.beginDelete(accountId, id, noon);
      await store.jobs.finishDelete(id, { withoutRecord: true });
      expect(await store.erasures.find(accountId, id)).toBeNull();
      expect(await store.jobs.beginDelete(accountId, id, noon)).toBe(false);
    });

    it('is removed by age in limited batches', async () => {
      const { id: accountId } = await newAccount(store);
      const ids: string[] = [];
      for (const _ of [1, 2, 3]) ids.push(await admitted(store, sampleJob(accountId)));
      for (const id of ids) await deleted(accountId, id);
      await store.erasures.prune(3_600_000, 1_000);
      for (const id of ids) await erasureOf(accountId, id);
      expect(await store.erasures.prune(-3_600_000, 2)).toBe(2);
      while ((await store.erasures.prune(-3_600_000, 1_000)) > 0);
      for (const id of ids) expect(await store.erasures.find(accountId, id)).toBeNull();
    });
  });
}
