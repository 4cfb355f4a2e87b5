/** Runs one task: claims its job if that is not done yet, attempts the conversion, and cleans up. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConvertJobEnd,
  type ConvertJobPorts,
  convertJob,
  handBackClaim,
} from '../actions/convert-job.ts';
import { type RemoveUnusedOutputsPorts, removeUnusedOutputs } from '../actions/remove-unused-outputs.ts';
import { serviceFailure } from '../actions/service-failure.ts';
import { OctavoError } from '../domain/errors.ts';
import { workerRetryBudget } from '../domain/retry-budget.ts';
import type { Claim } from '../ports/store.ts';
import type { Task, Tasks } from '../ports/tasks.ts';
import { errorType } from '../ports/traced.ts';
import type { Span, Tracer } from '../ports/tracer.ts';
import { readTraceParent } from '../protocol/trace-context.ts';
import type { WorkerMetrics } from './worker-metrics.ts';

export type WorkerLog = Readonly<
  Record<'info' | 'warn' | 'error', (fields: Readonly<Record<string, unknown>>, message: string) => void>
>;

export type AttemptPorts = Omit<ConvertJobPorts, 'blobs'> & {
  readonly blobs: ConvertJobPorts['blobs'] & RemoveUnusedOutputsPorts['blobs'];
  readonly tasks: Tasks;
  readonly leaseMs: number;
  readonly log: WorkerLog;
  readonly tracer: Tracer;
  readonly metrics: WorkerMetrics;
};

/** Delay after a failure that the document did not cause. */
const errorDelayMs = 2_000;
/** Failures that the state of this machine may cause: the next job could fail the same way at once. */
const machineFailures: ReadonlySet<string> = new Set(['out_of_memory', 'disk', 'environment']);

async function handBackAfterError(ports: AttemptPorts, claim: Claim, error: unknown): Promise<ConvertJobEnd> {
  await sleep(errorDelayMs);
  // Outages are retried without limit; anything else counts against the job.
  const outage = error instanceof OctavoError && error.code === 'service_unavailable';
  const failure = serviceFailure('environment', workerRetryBudget.errorMessage);
  return handBackClaim(ports, claim, outage ? null : workerRetryBudget, failure);
}

function beginSpan({ tracer }: AttemptPorts, { job, attempt, traceParent }: Claim): Span {
  const parent = readTraceParent(traceParent);
  const attributes = { 'octavo.job_id': job.id, 'octavo.attempt': attempt, 'octavo.pages': job.pages };
  if (attempt === 1) {
    const waiting = { kind: 'consumer', beganAtMs: job.createdAt.getTime(), attributes } as const;
    tracer.begin('wait in queue', parent, waiting).end();
  }
  return tracer.begin('attempt', parent, { kind: 'consumer', attributes });
}

/** Converts the claimed job, and records the attempt in the log, the trace and the metrics. */
async function runAttempt(
  ports: AttemptPorts,
  claim: Claim,
  signal: AbortSignal,
): Promise<ConvertJobEnd['end']> {
  const span = beginSpan(ports, claim);
  const startedAtMs = performance.now();
  const about = { job_id: claim.jobId, attempt: claim.attempt, trace_id: span.context.traceId };
  const recordEnd = (result: ConvertJobEnd, failure: string) => {
    const { end } = result;
    if (end === 'done') ports.metrics.pagesConverted(result.pages);
    ports.metrics.attemptEnded(end, failure, (performance.now() - startedAtMs) / 1000);
    span.setAttributes({ 'octavo.end': end, 'octavo.formats': claim.job.options.format.length });
    span.end(end === 'done' ? 'ok' : 'error');
    return end;
  };
  try {
    const result = await convertJob(ports, claim, signal, span);
    const why = 'failure' in result ? { class: result.failure.class, detail: result.failure.detail } : {};
    ports.log.info({ ...about, end: result.end, ...why }, 'attempt ended');
    // Keeps a worker without disk or memory from failing the whole queue.
    if (result.end === 'handed_back' && machineFailures.has(result.failure.class)) await sleep(errorDelayMs);
    return recordEnd(result, 'failure' in result ? result.failure.class : 'none');
  } catch (error) {
    ports.log.error({ ...about, err: error }, 'attempt interrupted by a failing dependency');
    span.setAttributes({ 'error.type': errorType(error) });
    const result = await handBackAfterError(ports, claim, error);
    return recordEnd(result, result.end === 'done' ? 'none' : 'trouble');
  }
}

/** Best effort: what cannot be removed now is removed when the job is deleted. */
async function cleanUp(ports: AttemptPorts, claim: Claim, end: ConvertJobEnd['end']): Promise<void> {
  // Before the first claim there were no other attempts.
  if (claim.attempt === 1 && end !== 'lost') return;
  try {
    await removeUnusedOutputs(ports, claim.job);
  } catch (error) {
    ports.log.warn({ job_id: claim.jobId, err: error }, 'outputs of earlier attempts could not be removed');
  }
}

/** `takenAtMs`: when it was asked for, which is before a lease on its job began. */
export type TakenTask = Task & { readonly takenAtMs: number };

export async function runTask(
  ports: AttemptPorts,
  { jobId, claim: taken, takenAtMs }: TakenTask,
  signal: AbortSignal,
  onClaim: (claim: Claim, askedAtMs: number) => void,
): Promise<void> {
  const { store, tasks } = ports;
  const askedAtMs = taken ? takenAtMs : performance.now();
  const claim = taken ?? (await store.jobs.claim(jobId, ports.leaseMs));
  if (!claim) return tasks.complete(jobId);
  onClaim(claim, askedAtMs);
  const end = await runAttempt(ports, claim, signal);
  await cleanUp(ports, claim, end);
  if (end === 'lost') await store.jobs.releaseLease(claim);
}
