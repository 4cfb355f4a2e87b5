/** Missing outputs on fakes: found by the audit and restored by running the job again without a charge. */
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { auditOutputs } from '../../src/actions/audit-outputs.ts';
import { type RerunJobPorts, rerunJob } from '../../src/actions/rerun-job.ts';
import { claimPrefix, outputKey, sourceKey } from '../../src/domain/job.ts';
import type { ConvertRequest } from '../../src/ports/engine.ts';
import type { Claim, NewJob } from '../../src/ports/store.ts';
import { claimed, month, newAccount, noon, sampleJob } from '../contracts/samples.ts';
import { converted, failed, recognize } from '../fakes/conversions.ts';
import { fakeDocumentWriter, markdown } from '../fakes/fake-document-writer.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { recordingTracer } from '../fakes/recording-tracer.ts';

const sha256 = createHash('sha256').update(markdown).digest('hex');
const bytes = markdown.length;

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let ports: RerunJobPorts;
let job: NewJob;
let claim: Claim;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  job = sampleJob((await newAccount(store)).id);
  claim = await claimed(store, job);
  await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
  const objectKey = outputKey(job, claim, 'markdown');
  await blobs.put(objectKey, Buffer.from(markdown), { contentType: 'text/markdown' });
  const outputs = [{ format: 'markdown' as const, objectKey, bytes, sha256 }];
  await store.jobs.complete(claim, { pageCount: 3, warnings: [], outputs }, noon);
  ports = {
    store,
    blobs,
    writer: fakeDocumentWriter,
    engine: { convert: converted, recognize },
    tracer: recordingTracer(),
    workDir: mkdtempSync(join(tmpdir(), 'octavo-rerun-')),
    timeLimits: { baseMs: 1_000, perPageMs: 10, maxMs: 1_020 },
    ocrPagesMax: 1_000,
    toolchain: 'ab'.repeat(32),
  };
});

const removeOutputs = () => blobs.deletePrefix(claimPrefix(job, claim));
const audit = () => auditOutputs({ store, blobs })();

describe('the audit of outputs', () => {
  it('reports nothing when every output is in storage with its size', async () => {
    expect(await audit()).toEqual({ checked: 1, missing: [], missingInRound: 0, roundEnded: true });
  });

  it('reports a missing output and one of a different size', async () => {
    await removeOutputs();
    expect(await audit()).toMatchObject({
      missingInRound: 1,
      missing: [{ jobId: job.id, format: 'markdown' }],
    });
    await blobs.put(outputKey(job, claim, 'markdown'), Buffer.from('#'), { contentType: 'text/markdown' });
    expect(await audit()).toMatchObject({ missingInRound: 1 });
  });

  it('ignores a job that was deleted during the audit', async () => {
    await removeOutputs();
    const { head } = blobs;
    blobs.head = async (key) => {
      await store.jobs.beginDelete(job.accountId, job.id, noon);
      return head(key);
    };
    expect(await audit()).toMatchObject({ missing: [] });
  });
});

describe('running a job again', () => {
  it('stores its outputs under a new prefix and charges nothing', async () => {
    const before = await store.accounts.monthUsage(job.accountId, month);
    await removeOutputs();
    expect(await rerunJob(ports, job.id)).toEqual({ isRepaired: true, formats: ['markdown'] });
    expect(await audit()).toMatchObject({ checked: 3, missing: [] });
    const repaired = await store.jobs.find(job.accountId, job.id);
    expect(repaired).toMatchObject({ status: 'done', pageCount: 3 });
    expect(repaired?.outputs[0]?.objectKey).not.toContain(claim.claimId);
    expect(await store.accounts.monthUsage(job.accountId, month)).toEqual(before);
  });

  it('removes the remaining old outputs', async () => {
    await rerunJob(ports, job.id);
    expect(await blobs.head(outputKey(job, claim, 'markdown'))).toBeNull();
  });

  it('reports a missing source or a failed conversion and changes nothing', async () => {
    ports = {
      ...ports,
      engine: {
        recognize,
        convert: async () => failed({ class: 'encrypted', message: 'It needs a password.' }),
      },
    };
    expect(await rerunJob(ports, job.id)).toEqual({ isRepaired: false, why: 'It needs a password.' });
    await blobs.deletePrefix(`accounts/${job.accountId}/jobs/${job.id}/`);
    expect(await rerunJob(ports, job.id)).toMatchObject({ isRepaired: false });
    const [output] = (await store.jobs.find(job.accountId, job.id))?.outputs ?? [];
    expect(output?.objectKey).toContain(claim.claimId);
  });

  it('fails when a concurrent run of the same job finished first, and keeps the outputs of that run', async () => {
    let second: Promise<unknown> | undefined;
    const slow = {
      ...ports,
      engine: {
        recognize,
        convert: async (request: ConvertRequest) => {
          second ??= rerunJob(ports, job.id);
          await second;
          return converted(request);
        },
      },
    };
    await expect(rerunJob(slow, job.id)).rejects.toThrow('replaced meanwhile');
    expect(await audit()).toMatchObject({ checked: 3, missing: [] });
  });

  it('leaves no files when the job is deleted during the run', async () => {
    const slow = {
      ...ports,
      engine: {
        recognize,
        convert: async (request: ConvertRequest) => {
          await store.jobs.beginDelete(job.accountId, job.id, noon);
          await blobs.deletePrefix(`accounts/${job.accountId}/jobs/${job.id}/`);
          await store.jobs.finishDelete(job.id);
          return converted(request);
        },
      },
    };
    await expect(rerunJob(slow, job.id)).rejects.toMatchObject({ code: 'job_not_found' });
    expect(await Array.fromAsync(blobs.list('accounts/'))).toEqual([]);
  });

  it('refuses a job that is not done, and an unknown one', async () => {
    const waiting = await claimed(store, sampleJob(job.accountId));
    await expect(rerunJob(ports, waiting.id)).rejects.toMatchObject({ code: 'job_not_done' });
    await expect(rerunJob(ports, '019a8b1c-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 'job_not_found',
    });
  });
});
