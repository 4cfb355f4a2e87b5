/** Contract of `Store` for the accessibility reports of jobs. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../src/domain/job.ts';
import type { Store } from '../../src/ports/store.ts';
import {
  claimed,
  doneJob,
  newAccount,
  noon,
  sampleDocument,
  sampleJob,
  sampleOutput,
  sampleReport,
} from './samples.ts';

export function describeAccessibility(open: () => Promise<Store>): void {
  let store: Store;
  beforeAll(async () => {
    store = await open();
  });
  const reportOf = ({ accountId, id }: Job) => store.jobs.accessibility(accountId, id);

  async function jobWith(accessibility = sampleReport): Promise<Job> {
    const { id: accountId } = await newAccount(store);
    const job = sampleJob(accountId);
    const claim = await claimed(store, job);
    const outputs = [sampleOutput(job, claim)];
    await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs, accessibility }, noon);
    const done = await store.jobs.find(accountId, job.id);
    if (!done) throw new Error('expected a job');
    return done;
  }

  describe('the accessibility report', () => {
    it('is what the conversion wrote, only for the account of the job and until it is deleted', async () => {
      const job = await jobWith();
      const { id: other } = await newAccount(store);
      expect(await reportOf(job)).toEqual(sampleReport);
      expect(await store.jobs.accessibility(other, job.id)).toBeNull();
      await store.jobs.beginDelete(job.accountId, job.id, noon);
      expect(await reportOf(job)).toBeNull();
    });

    it('is absent for a job that was done without one', async () => {
      const { id: accountId } = await newAccount(store);
      expect(await reportOf(await doneJob(store, sampleJob(accountId)))).toBeNull();
    });

    it('is not written by a claim that was lost', async () => {
      const { id: accountId } = await newAccount(store);
      const job = sampleJob(accountId);
      const claim = await claimed(store, job);
      const result = { pageCount: 3, warnings: [], outputs: [sampleOutput(job, claim)] };
      const late = { ...claim, attempt: claim.attempt + 1 };
      await store.jobs.complete(late, { ...result, accessibility: sampleReport }, noon);
      expect(await store.jobs.accessibility(accountId, job.id)).toBeNull();
    });

    it('is replaced with the outputs, and removed with them', async () => {
      const job = await jobWith();
      const document = sampleDocument(job, { attempt: 1, claimId: null });
      const accessibility = { ...sampleReport, checked_by: 'a later validator' };
      await store.jobs.replaceOutputs(job, job.outputs, { document, accessibility });
      expect(await reportOf(job)).toEqual(accessibility);
      await store.jobs.replaceOutputs(job, job.outputs, { document });
      expect(await reportOf(job)).toBeNull();
    });
  });
}
