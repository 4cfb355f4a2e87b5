/** `convertJob` on fakes: every outcome of an attempt, with its records and files. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { type ConvertJobPorts, convertJob } from '../../src/actions/convert-job.ts';
import type { DroppedContent } from '../../src/domain/dropped.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { outputKey, sourceKey } from '../../src/domain/job.ts';
import { seal } from '../../src/domain/sealing.ts';
import type { ConvertOutcome, ConvertRequest, EngineFailure } from '../../src/ports/engine.ts';
import type { Claim, NewJob } from '../../src/ports/store.ts';
import { admitted, newAccount, noon, sampleJob, sampleReport } from '../contracts/samples.ts';
import { converted as convertedBy, failed, recognize } from '../fakes/conversions.ts';
import { fakeDocumentWriter } from '../fakes/fake-document-writer.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { anySpan, recordingTracer } from '../fakes/recording-tracer.ts';

const dropped: DroppedContent = {
  count: 1,
  items: [{ page: 1, box: [1, 2, 3, 4], reason: 'tiny', kind: 'text' }],
};
const sealingKeys = [Buffer.alloc(32, 7)] as const;

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let ports: ConvertJobPorts;
let outcome: (request: ConvertRequest) => Promise<ConvertOutcome>;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  outcome = converted(3);
  ports = {
    store,
    blobs,
    writer: fakeDocumentWriter,
    engine: { convert: (request) => outcome(request), recognize },
    clock: { now: () => noon },
    workDir: mkdtempSync(join(tmpdir(), 'octavo-convert-')),
    sealingKeys,
    timeLimits: { baseMs: 1_000, perPageMs: 10, maxMs: 1_020 },
    ocrPagesMax: 1_000,
    toolchain: 'ab'.repeat(32),
  };
});

const converted = (pages: number) => (request: ConvertRequest) =>
  convertedBy(request, { dropped, accessibility: sampleReport, pageCount: pages, pagesConverted: pages });

const failing = (failure: Partial<EngineFailure>) => async () => failed(failure);

async function claimedJob(overrides: Partial<NewJob> = {}): Promise<{ claim: Claim; accountId: string }> {
  const { id: accountId } = await newAccount(store);
  const job = sampleJob(accountId, overrides);
  await blobs.put(sourceKey(job), Buffer.from('%PDF-'), { contentType: 'application/pdf' });
  return { claim: await claimAgain(await admitted(store, job)), accountId };
}

async function claimAgain(jobId: string): Promise<Claim> {
  const claim = await store.jobs.claim(jobId, 30_000);
  if (!claim) throw new Error('expected a claim');
  return claim;
}

async function attemptKeys(claim: Claim): Promise<string[]> {
  const keys = (await Array.fromAsync(blobs.list('accounts/'))).map(({ key }) => key);
  return keys
    .filter((key) => key.includes(`${claim.job.id}/attempt-`))
    .map((key) => key.replace(/.*attempt/, 'attempt'));
}

const never = new AbortController().signal;

describe('convertJob', () => {
  it('closes the source that it had asked for when no directory can be made for it', async () => {
    const { claim } = await claimedJob();
    const body = Readable.from([Buffer.from('%PDF-')]);
    const source = { body, bytes: 5, totalBytes: 5, contentType: 'application/pdf' };
    const full = {
      ...ports,
      blobs: { ...blobs, get: async () => source },
      workDir: join(ports.workDir, 'gone'),
    };
    await expect(convertJob(full, claim, never, anySpan())).rejects.toThrow('ENOENT');
    expect(body.destroyed).toBe(true);
  });

  it('completes the job with its outputs stored under the attempt, and cleans up', async () => {
    const { claim, accountId } = await claimedJob();
    expect(await convertJob(ports, claim, never, anySpan())).toEqual({ end: 'done', pages: 3 });
    const job = await store.jobs.find(accountId, claim.job.id);
    expect(job).toMatchObject({ status: 'done', pageCount: 3 });
    expect(job?.outputs[0]?.objectKey).toBe(outputKey(claim.job, claim, 'markdown'));
    expect(await store.jobs.dropped(accountId, claim.job.id)).toEqual(dropped);
    expect(await store.jobs.accessibility(accountId, claim.job.id)).toEqual(sampleReport);
    expect(readdirSync(ports.workDir)).toEqual([]);
  });

  it('traces its steps and the stages of the engine without document content', async () => {
    const tracer = recordingTracer();
    const convertDefault = outcome;
    outcome = async (request) => {
      for (const stage of ['read', 'layout', 'layout', 'write'] as const) {
        request.onProgress?.({ stage, done: 1, total: 3 });
      }
      return convertDefault(request);
    };
    const { claim } = await claimedJob();
    const span = tracer.begin('attempt', null);
    await convertJob(ports, claim, never, span);
    const names = tracer.spans.map(({ name }) => name);
    expect(names).toEqual(['fetch source', 'convert', 'store outputs', 'commit']);
    const convert = tracer.spans.find(({ name }) => name === 'convert');
    expect(convert?.events).toEqual(['read', 'layout', 'write']);
    for (const { traceId, parentSpanId } of tracer.spans) {
      expect(traceId).toBe(span.context.traceId);
      expect(parentSpanId).toBe(span.context.spanId);
    }
    expect(JSON.stringify(tracer.spans)).not.toContain(claim.job.source.fileName);
  });

  it('records the failure class on the engine span', async () => {
    const tracer = recordingTracer();
    outcome = failing({ class: 'timeout' });
    const { claim } = await claimedJob();
    await convertJob(ports, claim, never, tracer.begin('attempt', null));
    expect(tracer.spans.find(({ name }) => name === 'convert')).toMatchObject({
      failed: true,
      attributes: { 'error.type': 'timeout' },
    });
  });

  it('passes the decrypted password, the page counts and the time limit of the plan to the engine', async () => {
    const job = sampleJob((await newAccount(store)).id, { pages: 9, documentPages: 12 });
    const sealedPassword = seal(sealingKeys, 'open sesame', job.id);
    const { claim } = await claimedJob({ ...job, sealedPassword });
    let seen: ConvertRequest | undefined;
    outcome = async (request) => {
      seen = request;
      return converted(9)(request);
    };
    await convertJob(ports, claim, never, anySpan());
    expect(seen).toMatchObject({
      password: 'open sesame',
      pageCount: 12,
      timeoutMs: 1_020,
      fileName: 'report.pdf',
    });
  });

  it('fails a permanent failure at once, with the reason', async () => {
    const { claim, accountId } = await claimedJob();
    outcome = failing({});
    expect((await convertJob(ports, claim, never, anySpan())).end).toBe('failed');
    expect(await store.jobs.find(accountId, claim.job.id)).toMatchObject({
      status: 'failed',
      errorMessage: 'The document is damaged.',
    });
  });

  it('tries engine failures twice and machine failures eight times', async () => {
    for (const [failureClass, attempts] of [
      ['crash', 2],
      ['timeout', 2],
      ['out_of_memory', 2],
      ['disk', 8],
      ['environment', 8],
    ] as const) {
      const { claim } = await claimedJob();
      outcome = failing({ class: failureClass, retryable: true });
      const ends = [(await convertJob(ports, claim, never, anySpan())).end];
      while (ends.at(-1) === 'handed_back') {
        ends.push((await convertJob(ports, await claimAgain(claim.job.id), never, anySpan())).end);
      }
      expect([failureClass, ends.length, ends.at(-1)]).toEqual([failureClass, attempts, 'failed']);
    }
  });

  it('fails a document with more pages than reserved, without a charge', async () => {
    const { claim, accountId } = await claimedJob();
    outcome = converted(4);
    expect((await convertJob(ports, claim, never, anySpan())).end).toBe('failed');
    expect(await attemptKeys(claim)).toEqual([]);
    expect(await store.accounts.monthUsage(accountId, '2026-11-01')).toEqual({
      pagesCharged: 0,
      pagesReserved: 0,
    });
  });

  it('ends as lost when its job was deleted during the conversion', async () => {
    const { claim, accountId } = await claimedJob();
    outcome = async (request) => {
      await store.jobs.beginDelete(accountId, claim.job.id, noon);
      return converted(3)(request);
    };
    expect(await convertJob(ports, claim, never, anySpan())).toEqual({ end: 'lost' });
  });

  describe('when the response of the database is lost', () => {
    const lost = () => unavailable('database', new Error('no response'));

    it('ends as done when the commit succeeded, even if the attempt was aborted in between', async () => {
      const { claim, accountId } = await claimedJob();
      const stopping = new AbortController();
      const { complete } = store.jobs;
      store.jobs.complete = async (...args) => {
        await complete(...args);
        stopping.abort();
        throw lost();
      };
      expect(await convertJob(ports, claim, stopping.signal, anySpan())).toEqual({ end: 'done', pages: 3 });
      expect(await store.jobs.find(accountId, claim.job.id)).toMatchObject({ status: 'done' });
      const kept = ['document.jsonl.zst', 'markdown', 'reading.index'].map(
        (name) => `attempt-1-${claim.claimId}/${name}`,
      );
      expect((await attemptKeys(claim)).toSorted()).toEqual(kept);
    });

    it('ends as done when a repeated update finds the row already completed by this claim', async () => {
      const { claim } = await claimedJob();
      const { complete } = store.jobs;
      store.jobs.complete = async (...args) => {
        await complete(...args);
        return complete(...args);
      };
      expect(await convertJob(ports, claim, never, anySpan())).toEqual({ end: 'done', pages: 3 });
    });

    it('throws and keeps the claim when the commit did not succeed', async () => {
      const { claim } = await claimedJob();
      store.jobs.complete = async () => {
        throw lost();
      };
      await expect(convertJob(ports, claim, never, anySpan())).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      expect(await store.jobs.claimState(claim)).toEqual({ state: 'held' });
    });

    it('ends as failed when the failure was written', async () => {
      const { claim } = await claimedJob();
      const { fail } = store.jobs;
      outcome = failing({});
      store.jobs.fail = async (...args) => {
        await fail(...args);
        throw lost();
      };
      expect((await convertJob(ports, claim, never, anySpan())).end).toBe('failed');
    });
  });

  it('leaves no unhandled rejection when the source is missing and the database is unavailable', async () => {
    const { claim, accountId } = await claimedJob();
    await blobs.deletePrefix(`accounts/${accountId}/`);
    store.jobs.fail = async () => {
      throw unavailable('database', new Error('unavailable'));
    };
    const unhandled: unknown[] = [];
    const onUnhandled = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', onUnhandled);
    await expect(convertJob(ports, claim, never, anySpan())).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', onUnhandled);
    expect(unhandled).toEqual([]);
  });

  it('requeues a job interrupted by a shutdown without counting the attempt, before or during the engine run', async () => {
    const { claim } = await claimedJob();
    outcome = failing({ class: 'cancelled', retryable: true });
    expect((await convertJob(ports, claim, never, anySpan())).end).toBe('handed_back');
    expect(
      (await convertJob(ports, await claimAgain(claim.job.id), AbortSignal.abort(), anySpan())).end,
    ).toBe('handed_back');
  });

  it('fails a job whose source file is missing in storage', async () => {
    const { claim, accountId } = await claimedJob();
    await blobs.deletePrefix(`accounts/${accountId}/`);
    expect((await convertJob(ports, claim, never, anySpan())).end).toBe('failed');
  });

  it('stops all uploads before it ends when one of them fails', async () => {
    const { claim } = await claimedJob();
    let late: 'under way' | 'stopped' | 'none' = 'none';
    blobs.putFile = async (key, _file, { signal }) => {
      if (key.endsWith('markdown')) throw unavailable('storage', new Error('unavailable'));
      late = 'under way';
      await new Promise((resolve) => signal?.addEventListener('abort', resolve));
      late = 'stopped';
      throw signal?.reason;
    };
    await expect(convertJob(ports, claim, never, anySpan())).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(late).toBe('stopped');
  });

  it('throws and keeps the claim when the storage is unavailable', async () => {
    const { claim } = await claimedJob();
    blobs.putFile = async () => {
      throw new Error('unavailable');
    };
    await expect(convertJob(ports, claim, never, anySpan())).rejects.toThrow('unavailable');
    expect(await store.jobs.renew(claim, 1_000)).toBe(true);
  });
});
