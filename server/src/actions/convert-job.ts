/** Converts one claimed job: fetch, convert, store, commit. */
import { jobErrorCode } from '../domain/job-error.ts';
import { type RetryBudget, retryBudgetFor } from '../domain/retry-budget.ts';
import { type SealingKeys, unseal } from '../domain/sealing.ts';
import type { Clock } from '../ports/clock.ts';
import type { EngineFailure } from '../ports/engine.ts';
import type { Claim, Store } from '../ports/store.ts';
import { traced } from '../ports/traced.ts';
import type { Span } from '../ports/tracer.ts';
import type { ConvertedDocument } from './convert-document.ts';
import { type Conversion, type ConvertSourcePorts, convertSource, storeOutputs } from './convert-source.ts';
import { reportProgress } from './report-progress.ts';
import { serviceFailure } from './service-failure.ts';

export type ConvertJobPorts = ConvertSourcePorts & {
  readonly store: Pick<Store, 'jobs'>;
  readonly clock: Clock;
  readonly sealingKeys: SealingKeys;
};

export type ConvertJobEnd =
  | { readonly end: 'done'; readonly pages: number }
  | { readonly end: 'failed' | 'handed_back'; readonly failure: EngineFailure }
  /** Another worker has claimed the job, or it was deleted: nothing that this claim wrote counts. */
  | { readonly end: 'lost' };

const sourceMissing = 'The uploaded file is no longer in storage. Nothing was charged; submit it again.';

type ClaimPorts = Pick<ConvertJobPorts, 'store' | 'clock'>;

/**
 * How the claim ended according to the database; `null` while it is held. Needed whenever a write matched no row or
 * got no answer: an earlier commit of the same claim may have succeeded.
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

/** Keeps a failing job from moving between workers at full speed. */
const retryDelayMs = 2_000;

/** Back to the queue: immediately and uncounted without a budget, after a delay with one. */
export async function handBackClaim(
  ports: ClaimPorts,
  claim: Claim,
  budget: RetryBudget | null,
  failure: EngineFailure,
): Promise<ConvertJobEnd> {
  const back = { budget, delayMs: budget ? retryDelayMs : 0 };
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
  if (failure.retryable) return handBackClaim(ports, claim, retryBudgetFor(failure), failure);
  const code = jobErrorCode(failure);
  const failed = await ports.store.jobs.fail(claim, failure.message, ports.clock.now(), code);
  return failed
    ? { end: 'failed', failure }
    : ((await recordedEnd(ports, claim, failure)) ?? { end: 'lost' });
}

async function endInSuccess(
  ports: ConvertJobPorts,
  claim: Claim,
  conversion: Conversion,
  outcome: ConvertedDocument,
): Promise<ConvertJobEnd> {
  if (outcome.pagesConverted > claim.job.pages) {
    const message = `The document has more pages than it was admitted with (${outcome.pagesConverted} instead of ${claim.job.pages}). Submit it again.`;
    return endInFailure(ports, claim, serviceFailure('invalid', message));
  }
  conversion.report({ stage: 'store', done: 0, total: outcome.outputs.length });
  const stored = await storeOutputs(ports, conversion, claim, outcome);
  const { pagesConverted: pageCount, warnings, dropped } = outcome;
  const result = { pageCount, ...stored, warnings, dropped };
  const done = await traced(conversion.span, 'commit', () =>
    ports.store.jobs.complete(claim, result, ports.clock.now()),
  );
  if (done) return { end: 'done', pages: outcome.pagesConverted };
  return (await recordedEnd(ports, claim, interrupted)) ?? { end: 'lost' };
}

const interrupted = serviceFailure('cancelled', 'The conversion was interrupted.');

function passwordOf({ sealingKeys }: ConvertJobPorts, { job, sealedPassword }: Claim): string | undefined {
  return sealedPassword ? unseal(sealingKeys, sealedPassword, job.id) : undefined;
}

/**
 * `signal` ends the attempt early: deletion, lost lease or shutdown. Throws only when storage or database fail; then
 * the claim is still held, or its state is unknown.
 */
export async function convertJob(
  ports: ConvertJobPorts,
  claim: Claim,
  signal: AbortSignal,
  span: Span,
): Promise<ConvertJobEnd> {
  const report = reportProgress(ports.store, claim);
  try {
    const password = passwordOf(ports, claim);
    const conversion = { job: claim.job, salvage: claim.attempt > 1, password, signal, report, span };
    return await convertSource(ports, conversion, async (outcome) => {
      if (!outcome) return endInFailure(ports, claim, serviceFailure('environment', sourceMissing));
      return outcome.status === 'converted'
        ? endInSuccess(ports, claim, conversion, outcome)
        : endInFailure(ports, claim, outcome.failure);
    });
  } catch (error) {
    // The commit may have succeeded although its answer was lost.
    const recorded = await recordedEnd(ports, claim, interrupted).catch(() => null);
    if (recorded) return recorded;
    if (!signal.aborted) throw error;
    return handBackClaim(ports, claim, null, interrupted);
  }
}
