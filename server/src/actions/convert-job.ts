/** Converts one claimed job: fetch, convert, store, commit. */
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { attemptTimeoutMs, type TimeLimits } from '../domain/deadline.ts';
import { type Output, outputKey, sourceKey } from '../domain/job.ts';
import { type SealingKeys, unseal } from '../domain/sealing.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { ConvertOutcome, Engine, EngineFailure, EngineOutput } from '../ports/engine.ts';
import type { Claim, Loss, Store } from '../ports/store.ts';
import type { Span } from '../ports/tracer.ts';
import { lossBy } from './job-losses.ts';
import { type ProgressReport, reportProgress } from './report-progress.ts';
import { traced } from './traced.ts';

export type ConvertJobPorts = {
  readonly store: Pick<Store, 'jobs'>;
  readonly blobs: Pick<Blobs, 'get' | 'putFile'>;
  readonly engine: Pick<Engine, 'convert'>;
  readonly clock: Clock;
  readonly workDir: string;
  readonly sealingKeys: SealingKeys;
  readonly timeLimits: TimeLimits;
};

export type ConvertJobEnd =
  | { readonly end: 'done'; readonly pages: number }
  | { readonly end: 'failed' | 'handed_back'; readonly failure: EngineFailure }
  /** Another claim has the job, or it was deleted: nothing that this one writes counts. */
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
      const objectKey = outputKey(claim.job, claim, format);
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

type ClaimPorts = Pick<ConvertJobPorts, 'store' | 'clock'>;

/**
 * How the records say the claim ended; `null` while it is still held. Asked whenever a write of the claim matched no
 * row or got no answer: the answer to an earlier commit of the same claim may have been lost.
 */
async function recordedEnd(
  { store }: ClaimPorts,
  claim: Claim,
  failure: EngineFailure,
): Promise<ConvertJobEnd | null> {
  const recorded = await store.jobs.claimState(claim);
  switch (recorded.state) {
    case 'done':
      return { end: 'done', pages: recorded.pageCount };
    case 'failed':
      return { end: 'failed', failure };
    case 'lost':
      return { end: 'lost' };
    case 'held':
      return null;
  }
}

/** So that a job does not bounce between workers at full speed after trouble. */
const retryDelayMs = 2_000;

/** Back to the queue: at once and uncounted without a loss, after a delay with one. */
export async function handBackClaim(
  ports: ClaimPorts,
  claim: Claim,
  loss: Loss | null,
  failure: EngineFailure,
): Promise<ConvertJobEnd> {
  const back = { loss, delayMs: loss ? retryDelayMs : 0 };
  const next = await ports.store.jobs.handBack(claim, back, ports.clock.now());
  if (!next) return (await recordedEnd(ports, claim, failure)) ?? { end: 'lost' };
  return { end: next === 'failed' ? 'failed' : 'handed_back', failure };
}

async function endInFailure(
  ports: ConvertJobPorts,
  claim: Claim,
  failure: EngineFailure,
): Promise<ConvertJobEnd> {
  if (failure.class === 'cancelled') return handBackClaim(ports, claim, null, failure);
  if (failure.retryable) return handBackClaim(ports, claim, lossBy(failure), failure);
  const failed = await ports.store.jobs.fail(claim, failure.message, ports.clock.now());
  return failed
    ? { end: 'failed', failure }
    : ((await recordedEnd(ports, claim, failure)) ?? { end: 'lost' });
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
    return endInFailure(ports, claim, ownFailure('invalid', message));
  }
  report({ stage: 'store', done: 0, total: outcome.outputs.length });
  const outputs = await traced(span, 'store outputs', () =>
    storeOutputs(ports, claim, outcome.outputs, signal),
  );
  const { pagesConverted: pageCount, warnings, dropped } = outcome;
  const result = { pageCount, outputs, warnings, dropped };
  const done = await traced(span, 'commit', () => store.jobs.complete(claim, result, clock.now()));
  if (done) return { end: 'done', pages: outcome.pagesConverted };
  return (await recordedEnd(ports, claim, interrupted)) ?? { end: 'lost' };
}

export function ownFailure(failureClass: EngineFailure['class'], message: string): EngineFailure {
  return {
    class: failureClass,
    retryable: false,
    message,
    detail: message,
    failedFormats: [],
    workingFormats: [],
  };
}

const interrupted = ownFailure('cancelled', 'The conversion was interrupted.');

async function work(ports: ConvertJobPorts, attempt: Work): Promise<ConvertJobEnd> {
  const { claim, signal, report, span } = attempt;
  const directory = await mkdtemp(join(ports.workDir, 'job-'));
  try {
    await mkdir(join(directory, 'out'));
    const path = join(directory, 'source.pdf');
    if (!(await traced(span, 'fetch source', () => fetchSource(ports, claim, path, signal)))) {
      return await endInFailure(ports, claim, ownFailure('environment', sourceLost));
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

/**
 * `signal` ends the attempt early, for a deletion, a lost lease or a shutdown. Throws only when storage or database
 * fail on the way: then the claim is still held, or nobody can say.
 */
export async function convertJob(
  ports: ConvertJobPorts,
  claim: Claim,
  signal: AbortSignal,
  span: Span,
): Promise<ConvertJobEnd> {
  try {
    return await work(ports, { claim, signal, span, report: reportProgress(ports.store, claim) });
  } catch (error) {
    // The commit that ends the job may have succeeded although its answer never came.
    const recorded = await recordedEnd(ports, claim, interrupted).catch(() => null);
    if (recorded) return recorded;
    if (!signal.aborted) throw error;
    return handBackClaim(ports, claim, null, interrupted);
  }
}
