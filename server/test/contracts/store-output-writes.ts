/** Contract of `Store` for outputs that are written after their job is done. */
import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TextFormat } from '../../src/domain/formats.ts';
import { folderOf, type Job, type Output, writePrefix } from '../../src/domain/job.ts';
import type { OutputWrite } from '../../src/ports/output-writes.ts';
import type { OutputCursor, StoredOutput } from '../../src/ports/stats.ts';
import type { Store } from '../../src/ports/store.ts';
import { admitted, claimed, doneJob, month, newAccount, noon, sampleJob, sampleOutput } from './samples.ts';

const leaseMs = 30_000;

function outputOf(write: OutputWrite, format: TextFormat = 'html'): Output {
  const objectKey = `${writePrefix(write.job, write.id)}${format}`;
  return { format, objectKey, bytes: 5, sha256: randomBytes(32).toString('hex') };
}

export function describeOutputWrites(open: () => Promise<Store>): void {
  let store: Store;
  let job: Job;
  beforeAll(async () => {
    store = await open();
  });

  const newJob = async () => {
    const { id: accountId } = await newAccount(store);
    job = await doneJob(store, sampleJob(accountId));
    return job;
  };
  const started = async (ms = leaseMs) => {
    const start = await store.outputWrites.begin(job, ['html'], ms);
    if (start.kind !== 'started') throw new Error(`expected a start, got ${start.kind}`);
    return start.write;
  };
  const formatsNow = async () =>
    (await store.jobs.find(job.accountId, job.id))?.outputs.map(({ format }) => format).toSorted();

  describe('outputs written later', () => {
    it('start with the document that the job was completed with', async () => {
      await newJob();
      const start = await store.outputWrites.begin(job, ['html'], leaseMs);
      expect(start).toMatchObject({ kind: 'started', write: { job: { id: job.id } } });
      const { document } = start as { document?: { key: string; bytes: number; sha256: string } };
      expect(document).toMatchObject({ bytes: 77, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
      expect(folderOf(document?.key ?? '')).toBe(folderOf(job.outputs[0]?.objectKey ?? ''));
    });

    it('are listed with the job once they are committed, at no charge', async () => {
      await newJob();
      const before = await store.accounts.monthUsage(job.accountId, month);
      const write = await started();
      expect(await formatsNow()).toEqual(['markdown']);
      const output = outputOf(write);
      expect(await store.outputWrites.commit(write, [output, outputOf(write, 'text')])).toBe(true);
      expect(await formatsNow()).toEqual(['html', 'markdown', 'text']);
      expect((await store.jobs.find(job.accountId, job.id))?.outputs).toContainEqual(output);
      expect(await store.accounts.monthUsage(job.accountId, month)).toEqual(before);
      expect(await store.usage.movements(job.accountId, job.id)).toHaveLength(2);
    });

    it('are written by one request at a time', async () => {
      await newJob();
      const starts = await Promise.all([1, 2, 3].map(() => store.outputWrites.begin(job, ['html'], leaseMs)));
      expect(starts.map(({ kind }) => kind).toSorted()).toEqual(['busy', 'busy', 'started']);
      const start = starts.find(({ kind }) => kind === 'started');
      if (start?.kind !== 'started') throw new Error('expected a start');
      await store.outputWrites.end(start.write.id);
      expect((await started()).id).not.toBe(start.write.id);
    });

    it.each(['pending', 'processing', 'failed', 'deleted'])('cannot start for a %s job', async (state) => {
      const { id: accountId } = await newAccount(store);
      const created = sampleJob(accountId);
      if (state === 'pending') await admitted(store, created);
      else if (state === 'deleted') {
        await doneJob(store, created);
        await store.jobs.beginDelete(accountId, created.id, noon);
      } else {
        const claim = await claimed(store, created);
        if (state === 'failed') await store.jobs.fail(claim, 'over', noon);
      }
      expect(await store.outputWrites.begin(created, ['html'], leaseMs)).toEqual({ kind: 'no_job' });
    });

    it('cannot start for a job of another account, or without a document', async () => {
      const { id: accountId } = await newAccount(store);
      const created = sampleJob(accountId);
      const claim = await claimed(store, created);
      const outputs = [sampleOutput(created, claim)];
      await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs }, noon);
      expect(await store.outputWrites.begin(created, ['html'], leaseMs)).toEqual({ kind: 'no_document' });
      await newJob();
      const { id: stranger } = await newAccount(store);
      const foreign = { id: job.id, accountId: stranger };
      expect(await store.outputWrites.begin(foreign, ['html'], leaseMs)).toEqual({ kind: 'no_job' });
    });

    it('do not start for a format that the job has', async () => {
      await newJob();
      const start = await store.outputWrites.begin(job, ['html', 'markdown'], leaseMs);
      expect(start).toEqual({ kind: 'exists' });
      expect(await store.jobs.isHeld(job.id)).toBe(false);
    });

    it('commit nothing when the job has one of the formats already', async () => {
      await newJob();
      const write = await started();
      const outputs = [outputOf(write), outputOf(write, 'markdown')];
      expect(await store.outputWrites.commit(write, outputs)).toBe(false);
      expect(await formatsNow()).toEqual(['markdown']);
    });

    it('commit nothing after the lease has ended, and leave the job to the next request', async () => {
      await newJob();
      const late = await started(-1);
      expect(await store.outputWrites.renew(late, leaseMs)).toBe(false);
      expect(await store.outputWrites.commit(late, [outputOf(late)])).toBe(false);
      const write = await started();
      expect(await store.outputWrites.commit(write, [outputOf(write)])).toBe(true);
    });

    it('commit nothing to a job that is being deleted, and cannot be renewed', async () => {
      await newJob();
      const write = await started();
      await store.jobs.beginDelete(job.accountId, job.id, noon);
      expect(await store.outputWrites.renew(write, leaseMs)).toBe(false);
      expect(await store.outputWrites.commit(write, [outputOf(write)])).toBe(false);
    });

    it('hold back the deletion of the job until the lease ends', async () => {
      await newJob();
      const place = { id: job.id, accountId: job.accountId };
      const write = await started();
      await store.jobs.beginDelete(job.accountId, job.id, noon);
      expect(await store.jobs.isHeld(job.id)).toBe(true);
      expect(await store.jobs.unfinishedDeletes(0, 1_000, [])).not.toContainEqual(place);
      await store.outputWrites.end(write.id);
      expect(await store.jobs.isHeld(job.id)).toBe(false);
      expect(await store.jobs.unfinishedDeletes(0, 1_000, [])).toContainEqual(place);
      await store.jobs.finishDelete(job.id);
    });

    it('are removed with their job', async () => {
      await newJob();
      const write = await started(-1);
      await store.jobs.beginDelete(job.accountId, job.id, noon);
      await store.jobs.finishDelete(job.id);
      expect(await store.outputWrites.abandoned(1_000, [])).not.toContainEqual(write);
    });

    it('are abandoned when their lease has ended, for good', async () => {
      await newJob();
      const running = await started(1_000);
      expect(await store.outputWrites.abandoned(1_000, [])).not.toContainEqual(running);
      await expect
        .poll(() => store.outputWrites.abandoned(1_000, []), { timeout: 10_000 })
        .toContainEqual(running);
      expect(await store.outputWrites.abandoned(1_000, [running.id])).not.toContainEqual(running);
      expect(await store.outputWrites.renew(running, leaseMs)).toBe(false);
      expect(await store.outputWrites.commit(running, [outputOf(running)])).toBe(false);
      await store.outputWrites.end(running.id);
      expect(await store.outputWrites.abandoned(1_000, [])).not.toContainEqual(running);
    });

    it('can be abandoned by their own request, for good', async () => {
      await newJob();
      const write = await started();
      await store.outputWrites.abandon(write.id);
      expect(await store.outputWrites.renew(write, leaseMs)).toBe(false);
      expect(await store.outputWrites.commit(write, [outputOf(write)])).toBe(false);
      expect(await store.outputWrites.abandoned(1_000, [])).toContainEqual(write);
      await store.outputWrites.end(write.id);
    });

    it('have a prefix that is in use while the lease lasts and after the commit', async () => {
      await newJob();
      const claimed = folderOf(job.outputs[0]?.objectKey ?? '');
      const ended = await started(-1);
      expect(await store.jobs.prefixesInUse(job.id)).toEqual(new Set([claimed]));
      const write = await started();
      const both = new Set([claimed, writePrefix(job, write.id)]);
      expect(await store.jobs.prefixesInUse(job.id)).toEqual(both);
      await store.outputWrites.commit(write, [outputOf(write)]);
      expect(await store.jobs.prefixesInUse(job.id)).toEqual(both);
      await store.outputWrites.end(ended.id);
    });

    it('are audited like other outputs, and so are the document and the reading index', async () => {
      await newJob();
      const write = await started();
      await store.outputWrites.commit(write, [outputOf(write)]);
      const seen: StoredOutput[] = [];
      let before: OutputCursor | null = null;
      do {
        const step = await store.stats.storedOutputs(before, 2);
        seen.push(...step.outputs.filter(({ jobId }) => jobId === job.id));
        before = step.next;
      } while (before);
      expect(seen.map(({ format }) => format)).toEqual(['reading', 'markdown', 'html', 'document']);
      expect(seen.at(-1)).toMatchObject({ bytes: 77, accountId: job.accountId });
    });

    it('are replaced together with document and reading index by a rerun, which can drop them', async () => {
      await newJob();
      const replacement = { ...sampleOutput(job, { attempt: 1, claimId: null }), format: 'json' as const };
      const document = {
        key: `${folderOf(replacement.objectKey)}document.jsonl.gz`,
        bytes: 9,
        sha256: 'ab'.repeat(32),
      };
      const reading = { ...document, key: `${folderOf(replacement.objectKey)}reading.index`, bytes: 8 };
      expect(await store.jobs.replaceOutputs(job, [replacement], { document, reading })).toBe(true);
      expect(await store.jobs.reading(job.accountId, job.id)).toEqual(reading);
      expect(await store.jobs.reading(randomUUID(), job.id)).toBeNull();
      expect(await store.jobs.document(job.accountId, job.id)).toEqual(document);
      expect(await store.jobs.document(randomUUID(), job.id)).toBeNull();
      const start = await store.outputWrites.begin(job, ['html'], leaseMs);
      expect(start).toMatchObject({ kind: 'started', document });
      if (start.kind === 'started') await store.outputWrites.end(start.write.id);
      const current = await store.jobs.find(job.accountId, job.id);
      if (!current) throw new Error('expected a job');
      expect(await store.jobs.replaceOutputs(current, [replacement])).toBe(true);
      expect(await store.outputWrites.begin(job, ['html'], leaseMs)).toEqual({ kind: 'no_document' });
      expect(await store.jobs.reading(job.accountId, job.id)).toBeNull();
      expect(await store.jobs.document(job.accountId, job.id)).toBeNull();
    });
  });
}
