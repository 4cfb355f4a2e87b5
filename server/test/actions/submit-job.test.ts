/** `submitJob` on fakes: correct results when the commit fails, is delayed or its response is lost. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { submitJob } from '../../src/actions/submit-job.ts';
import type { Caller } from '../../src/domain/caller.ts';
import { unavailable } from '../../src/domain/errors.ts';
import { sourceKey } from '../../src/domain/job.ts';
import { defaultPlans } from '../../src/domain/plan.ts';
import { UploadLimiter } from '../../src/domain/upload-limiter.ts';
import { systemClock } from '../../src/ports/clock.ts';
import type { Engine } from '../../src/ports/engine.ts';
import type { JobStore, NewJob } from '../../src/ports/store.ts';
import { atEnd } from '../at-end.ts';
import { ampleLimits, newAccount } from '../contracts/samples.ts';
import { fakeEngine } from '../fakes/fake-engine.ts';
import { type MemoryBlobs, memoryBlobs } from '../fakes/memory-blobs.ts';
import { memoryStore } from '../fakes/memory-store.ts';
import { anySpan } from '../fakes/recording-tracer.ts';

let store: ReturnType<typeof memoryStore>;
let blobs: MemoryBlobs;
let caller: Caller;

beforeEach(async () => {
  store = memoryStore();
  blobs = await memoryBlobs();
  atEnd(() => blobs.close());
  caller = { account: await newAccount(store), plan: defaultPlans.free, apiKeyId: null };
});
afterEach(() => void vi.useRealTimers());

type Overrides = {
  readonly jobs?: Partial<JobStore>;
  readonly putFile?: MemoryBlobs['putFile'];
  readonly preflight?: Engine['preflight'];
};

async function* fileOf(text: string) {
  yield {
    kind: 'file' as const,
    name: 'file',
    fileName: 'a.pdf',
    body: (async function* () {
      yield Buffer.from(text);
    })(),
  };
}

function submit(
  text = '%PDF-1.7',
  { jobs, putFile, preflight }: Overrides = {},
  idempotencyKey: string | null = null,
) {
  const ports = {
    store: { ...store, jobs: { ...store.jobs, ...jobs } },
    blobs: { ...blobs, putFile: putFile ?? blobs.putFile },
    engine: fakeEngine(preflight ? { preflight } : {}),
    clock: systemClock,
    spoolDir: mkdtempSync(join(tmpdir(), 'octavo-submit-')),
    sealingKeys: [Buffer.alloc(32, 7)] as const,
    uploadLimiter: new UploadLimiter(32),
  };
  return submitJob(ports, caller, {
    parts: fileOf(text),
    contentLength: undefined,
    idempotencyKey,
    span: anySpan(),
    signal: new AbortController().signal,
  });
}

const jobsOf = async () => (await store.jobs.list(caller.account.id, { number: 1, size: 10 })).items;
const hasSource = async (job: { id: string; accountId: string }) =>
  (await blobs.head(sourceKey(job))) !== null;
const storedFiles = () => Array.fromAsync(blobs.list('accounts/'));
const broken = () => unavailable('database', new Error('the connection broke'));

/** The fake engine counts three pages in every document. */
describe('limits of the plan', () => {
  const limited = (change: Partial<Caller['plan']>) => {
    caller = { ...caller, plan: { ...caller.plan, ...change } };
  };

  it('refuses pages that others have reserved, and removes the file', async () => {
    limited({ pagesPerMonth: 5 });
    await submit('%PDF-1.7 first');
    await expect(submit('%PDF-1.7 second')).rejects.toMatchObject({
      code: 'page_limit_reached',
      detail: { pagesRemaining: 2, pagesUsed: 3 },
    });
    expect(await storedFiles()).toHaveLength(1);
    limited({ pagesPerMonth: 6 });
    await submit('%PDF-1.7 second');
    expect(await jobsOf()).toHaveLength(2);
  });

  it('refuses a job too many before its file is read, but not the repetition of an earlier one', async () => {
    limited({ activeJobsMax: 1 });
    const { job } = await submit('%PDF-1.7', {}, 'key');
    await expect(submit('%PDF-1.7')).rejects.toMatchObject({ code: 'concurrent_job_limit' });
    await expect(submit('%PDF-1.7', {}, 'other key')).rejects.toMatchObject({ code: 'concurrent_job_limit' });
    expect(await submit('%PDF-1.7', {}, 'key')).toMatchObject({ job: { id: job.id }, repeated: true });
  });

  it.each([
    [{ kind: 'too_many_jobs', activeJobs: 7 }, 'concurrent_job_limit'],
    [{ kind: 'page_limit', usage: { pagesCharged: 1, pagesReserved: 2 } }, 'page_limit_reached'],
  ] as const)(
    'ends with the limit that another submit reached meanwhile, and removes the file: %o',
    async (admission, code) => {
      let source = '';
      const admit = async (newJob: NewJob) => {
        source = sourceKey(newJob);
        expect(await blobs.head(source)).not.toBeNull();
        return admission;
      };
      await expect(submit('%PDF-1.7', { jobs: { admit } })).rejects.toMatchObject({ code });
      expect(await blobs.head(source)).toBeNull();
      expect(await jobsOf()).toEqual([]);
    },
  );
});

describe('a commit whose response is lost', () => {
  it('returns the job when the commit succeeded', async () => {
    const { job, repeated } = await submit('%PDF-1.7', {
      jobs: {
        admit: async (newJob, limits) => {
          await store.jobs.admit(newJob, limits);
          throw broken();
        },
      },
    });
    expect(repeated).toBe(false);
    expect(await jobsOf()).toMatchObject([{ id: job.id }]);
    expect(await hasSource(job)).toBe(true);
  });

  it('creates no job without its file when the commit reaches the database after the lookup', async () => {
    let delayedJob: NewJob | undefined;
    const work = submit('%PDF-1.7', {
      jobs: {
        admit: async (newJob) => {
          delayedJob = newJob;
          throw broken();
        },
        find: async (accountId, jobId) => {
          const found = await store.jobs.find(accountId, jobId);
          if (delayedJob) await store.jobs.admit(delayedJob, ampleLimits).catch(() => {});
          return found;
        },
      },
    });
    await expect(work).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(delayedJob).toBeDefined();
    for (const job of await jobsOf()) expect(await hasSource(job), 'a job without its file').toBe(true);
    expect(await jobsOf()).toEqual([]);
  });

  it('returns the job when the database answers again after a restart', async () => {
    let lookups = 0;
    const { job } = await submit('%PDF-1.7', {
      jobs: {
        admit: async (newJob, limits) => {
          await store.jobs.admit(newJob, limits);
          throw broken();
        },
        find: async (accountId, jobId) => {
          lookups += 1;
          if (lookups < 3) throw broken();
          return store.jobs.find(accountId, jobId);
        },
      },
    });
    expect(await jobsOf()).toMatchObject([{ id: job.id }]);
  });

  it('says that the job may exist, and keeps its file for the sweeper, when the database stays unreachable', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    const fails = async () => {
      vi.advanceTimersByTime(6_000);
      throw broken();
    };
    await expect(submit('%PDF-1.7', { jobs: { admit: fails, find: fails } })).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('the job may exist'),
    });
    expect(await storedFiles()).toHaveLength(1);
    expect(await store.uploads.abandoned(10, [])).toHaveLength(1);
  });
});

it('a database that is lost before the commit is reported at once, without the claim that a job may exist', async () => {
  let lookups = 0;
  const work = submit('%PDF-1.7', {
    putFile: async () => {
      throw broken();
    },
    jobs: {
      find: async () => {
        lookups += 1;
        throw broken();
      },
    },
  });
  await expect(work).rejects.toMatchObject({
    code: 'service_unavailable',
    message: expect.not.stringContaining('may exist'),
  });
  expect(lookups).toBe(0);
  expect(await jobsOf()).toEqual([]);
});

it('an upload that takes longer than the heartbeat timeout to store is not treated as abandoned', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  let finish = () => {};
  const stored = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isStoring = false;
  const work = submit('%PDF-1.7', {
    putFile: async (...args) => {
      isStoring = true;
      await stored;
      return blobs.putFile(...args);
    },
  });
  await vi.waitFor(() => expect(isStoring).toBe(true));
  for (let minute = 0; minute < 5; minute += 1) {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await store.uploads.abandoned(10, [])).toEqual([]);
  }
  finish();
  expect(await hasSource((await work).job)).toBe(true);
});

describe('a file that is stored while it is checked', () => {
  const refused = async () =>
    ({ status: 'refused', reason: 'unreadable', message: 'The file is damaged.' }) as const;

  it('is removed with its record when it is refused', async () => {
    await expect(submit('%PDF-1.7', { preflight: refused })).rejects.toMatchObject({
      code: 'pdf_unreadable',
    });
    expect(await storedFiles()).toEqual([]);
    await expectNoRecord();
  });

  it('is removed also when the storage is slower than the check', async () => {
    const { promise: checked, resolve } = Promise.withResolvers<void>();
    const work = submit('%PDF-1.7', {
      preflight: async () => {
        setTimeout(resolve, 20);
        return refused();
      },
      putFile: async (...args) => {
        await checked;
        return blobs.putFile(...args);
      },
    });
    await expect(work).rejects.toMatchObject({ code: 'pdf_unreadable' });
    expect(await storedFiles()).toEqual([]);
  });

  it('ends its check when it cannot be stored', async () => {
    let ended = false;
    const work = submit('%PDF-1.7', {
      preflight: ({ signal }) =>
        new Promise((resolve) => {
          signal?.addEventListener('abort', () => {
            ended = true;
            void refused().then(resolve);
          });
        }),
      putFile: async () => {
        throw broken();
      },
    });
    await expect(work).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(ended).toBe(true);
    await expectNoRecord();
  });

  /** An upload that is over is no longer found, however late the sweeper looks. */
  async function expectNoRecord() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    expect(await store.uploads.abandoned(10, [])).toEqual([]);
  }
});

describe('the same idempotency key', () => {
  it('with the same request returns the same job', async () => {
    const first = await submit('%PDF-1.7 a', {}, 'key');
    expect(await submit('%PDF-1.7 a', {}, 'key')).toMatchObject({
      job: { id: first.job.id },
      repeated: true,
    });
  });

  it('with a different file is refused and changes nothing', async () => {
    const { job } = await submit('%PDF-1.7 a', {}, 'key');
    await expect(submit('%PDF-1.7 b', {}, 'key')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await jobsOf()).toMatchObject([{ id: job.id }]);
  });

  it('with a different file is refused also when both requests are concurrent', async () => {
    const admitAfterOther = async (...args: Parameters<JobStore['admit']>) => {
      await submit('%PDF-1.7 a', {}, 'key');
      return store.jobs.admit(...args);
    };
    await expect(submit('%PDF-1.7 b', { jobs: { admit: admitAfterOther } }, 'key')).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(await jobsOf()).toHaveLength(1);
    expect(await storedFiles()).toHaveLength(1);
  });
});
