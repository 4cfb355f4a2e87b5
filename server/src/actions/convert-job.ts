/** Converts one job: claim, fetch, convert, store, commit. Whatever happens, the job ends in a state that is true. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { attemptTimeoutMs, type TimeLimits } from '../domain/deadline.ts';
import { jobPrefix, type Output, outputKey, sourceKey } from '../domain/job.ts';
import { type SealingKeys, unseal } from '../domain/sealing.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConvertOutcome, Engine, EngineFailure, EngineOutput } from '../ports/engine.ts';
import type { Claim, Store } from '../ports/store.ts';
import type { Span } from '../ports/tracer.ts';
import { lossBy } from './job-losses.ts';
import { type ProgressReport, reportProgress } from './report-progress.ts';
import { traced } from './traced.ts';

export type ConvertJobPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'get' | 'putFile' | 'deletePrefix'>;
  readonly engine: Pick<Engine, 'convert'>;
  readonly clock: Clock;
  readonly workDir: string;
  readonly sealingKeys: SealingKeys;
  readonly timeLimits: TimeLimits;
};

export type ConvertJobEnd =
  | { readonly end: 'done'; readonly pages: number }
  | { readonly end: 'failed' | 'handed_back'; readonly failure: EngineFailure }
  /** Somebody else has it, or it was deleted: nothing of this attempt remains. */
  | { readonly end: 'lost' };

const sourceLost = 'The uploaded file is no longer in storage. Nothing was charged; submit it again.';

/** False when the storage does not have it: no other attempt would find it either. */
async function fetchSource(
  { blobs }: ConvertJobPorts,
  claim: Claim,
  path: string,
  signal: AbortSignal,
): Promise<boolean> {
  const source = await blobs.get(sourceKey(claim.job), { signal });
  if (source) await pipeline(source.body, createWriteStream(path), { signal });
  return source !== null;
}

async function storeOutputs(
  { blobs }: ConvertJobPorts,
  claim: Claim,
  made: readonly EngineOutput[],
  signal: AbortSignal,
): Promise<readonly Output[]> {
  return Promise.all(
    made.map(async (output) => {
      const { format, bytes, sha256, mediaType } = output;
      const objectKey = outputKey(claim.job, claim.attempt, format);
      await blobs.putFile(objectKey, output, { contentType: mediaType, signal });
      return { format, objectKey, bytes, sha256 };
    }),
  );
}

type Work = {
  readonly claim: Claim;
  readonly signal: AbortSignal;
  readonly report: ProgressReport;
  readonly span: Span;
};

/** A span with a mark where each stage of the engine began, and how it came out. */
function convert(ports: ConvertJobPorts, work: Work, directory: string): Promise<ConvertOutcome> {
  return traced(work.span, 'convert', async (span) => {
    const outcome = await askEngine(ports, { ...work, span }, directory);
    const failed = outcome.status === 'failed' ? { 'error.type': outcome.failure.class } : {};
    const { memoryPeakBytes } = outcome.spent;
    const peak = memoryPeakBytes === null ? {} : { 'octavo.memory_peak_bytes': memoryPeakBytes };
    span.note({ ...failed, ...peak });
    if (outcome.status === 'failed') span.end('error');
    return outcome;
  });
}

function askEngine(
  ports: ConvertJobPorts,
  { claim, signal, report, span }: Work,
  directory: string,
): Promise<ConvertOutcome> {
  const { job, sealedPassword } = claim;
  let stage = '';
  return ports.engine.convert({
    sourcePath: join(directory, 'source.pdf'),
    fileName: job.source.fileName,
    options: job.options,
    password: sealedPassword ? unseal(ports.sealingKeys, sealedPassword, job.id) : undefined,
    pageCount: claim.job.documentPages,
    outDir: join(directory, 'out'),
    timeoutMs: attemptTimeoutMs(ports.timeLimits, claim.job.pages),
    signal,
    onProgress: (progress) => {
      if (progress.stage !== stage) span.event(progress.stage);
      stage = progress.stage;
      report(progress);
    },
  });
}

async function endInFailure(
  { store, clock }: ConvertJobPorts,
  { job, attempt }: Claim,
  failure: EngineFailure,
): Promise<ConvertJobEnd> {
  const now = clock.now();
  if (failure.class === 'cancelled') {
    const back = await store.jobs.handBack(job.id, attempt, null, now);
    return back ? { end: 'handed_back', failure } : { end: 'lost' };
  }
  if (!failure.retryable) {
    const failed = await store.jobs.fail(job.id, attempt, failure.message, now);
    return failed ? { end: 'failed', failure } : { end: 'lost' };
  }
  const back = await store.jobs.handBack(job.id, attempt, lossBy(failure), now);
  if (!back) return { end: 'lost' };
  return { end: back === 'failed' ? 'failed' : 'handed_back', failure };
}

type Converted = Extract<ConvertOutcome, { status: 'converted' }>;

async function endInSuccess(
  ports: ConvertJobPorts,
  { claim, signal, report, span }: Work,
  outcome: Converted,
): Promise<ConvertJobEnd> {
  const { store, clock } = ports;
  if (outcome.pagesConverted > claim.job.pages) {
    const message = `The document has more pages than it was admitted with (${outcome.pagesConverted} instead of ${claim.job.pages}). Submit it again.`;
    const failed = await store.jobs.fail(claim.job.id, claim.attempt, message, clock.now());
    return failed ? { end: 'failed', failure: ownFailure('invalid', message) } : { end: 'lost' };
  }
  report({ stage: 'store', done: 0, total: outcome.outputs.length });
  const outputs = await traced(span, 'store outputs', () =>
    storeOutputs(ports, claim, outcome.outputs, signal),
  );
  const { pagesConverted: pageCount, warnings, dropped } = outcome;
  const result = { pageCount, outputs, warnings, dropped };
  const done = await traced(span, 'commit', () =>
    store.jobs.complete(claim.job.id, claim.attempt, result, clock.now()),
  );
  return done ? { end: 'done', pages: outcome.pagesConverted } : { end: 'lost' };
}

function ownFailure(failureClass: EngineFailure['class'], message: string): EngineFailure {
  return {
    class: failureClass,
    retryable: false,
    message,
    detail: message,
    failedFormats: [],
    workingFormats: [],
  };
}

/** Files of this attempt, or of every one before it, that no commit made visible. */
async function removeAttempts({ blobs }: ConvertJobPorts, { job }: Claim, attempts: readonly number[]) {
  for (const attempt of attempts) await blobs.deletePrefix(`${jobPrefix(job)}attempt-${attempt}/`);
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function work(ports: ConvertJobPorts, attempt: Work): Promise<ConvertJobEnd> {
  const { claim, signal, report, span } = attempt;
  const directory = await mkdtemp(join(ports.workDir, 'job-'));
  try {
    await mkdir(join(directory, 'out'));
    const path = join(directory, 'source.pdf');
    if (!(await traced(span, 'fetch source', () => fetchSource(ports, claim, path, signal)))) {
      return endInFailure(ports, claim, ownFailure('environment', sourceLost));
    }
    const outcome = await convert(ports, attempt, directory);
    return outcome.status === 'converted'
      ? await endInSuccess(ports, attempt, outcome)
      : await endInFailure(ports, claim, outcome.failure);
  } finally {
    report.end();
    await rm(directory, { recursive: true, force: true });
  }
}

async function workUntilAborted(
  ports: ConvertJobPorts,
  claim: Claim,
  signal: AbortSignal,
  span: Span,
): Promise<ConvertJobEnd> {
  try {
    return await work(ports, { claim, signal, span, report: reportProgress(ports.store, claim) });
  } catch (error) {
    if (!signal.aborted) throw error;
    return endInFailure(ports, claim, ownFailure('cancelled', 'The conversion was interrupted.'));
  }
}

/**
 * `signal` ends the attempt early, for a deletion, a lost lease or a shutdown. Throws only when storage or database
 * fail on the way: then the claim is still held.
 */
export async function convertJob(
  ports: ConvertJobPorts,
  claim: Claim,
  signal: AbortSignal,
  span: Span,
): Promise<ConvertJobEnd> {
  const end = await workUntilAborted(ports, claim, signal, span);
  if (end.end === 'lost') await removeAttempts(ports, claim, [claim.attempt]);
  // Earlier attempts may have stored something before they died.
  else if (claim.attempt > 1) await removeAttempts(ports, claim, upTo(claim.attempt - 1));
  return end;
}
