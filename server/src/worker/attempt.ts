/** One task from claim to end: the attempt at its job, the clean-up after it, and the end of the task. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type ConvertJobEnd,
  type ConvertJobPorts,
  convertJob,
  handBackClaim,
  serviceFailure,
} from '../actions/convert-job.ts';
import { workerRetryBudget } from '../actions/job-losses.ts';
import { type RemoveUnusedOutputsPorts, removeUnusedOutputs } from '../actions/remove-unused-outputs.ts';
import { errorType } from '../actions/traced.ts';
import { OctavoError } from '../domain/errors.ts';
import { readTraceParent } from '../domain/trace.ts';
import type { Claim } from '../ports/store.ts';
import type { Tasks } from '../ports/tasks.ts';
import type { Span, Tracer } from '../ports/tracer.ts';
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

/** How long a slot rests after a failure of its surroundings. */
const errorDelayMs = 2_000;

type End = { readonly end: ConvertJobEnd['end']; readonly failure: string };

const failureOf = (result: ConvertJobEnd) => ('failure' in result ? result.failure.class : 'none');

async function handBackAfterError(ports: AttemptPorts, claim: Claim, error: unknown): Promise<ConvertJobEnd> {
  await sleep(errorDelayMs);
  // An outage is waited out, however long it lasts; anything else must not go on for ever.
  const outage = error instanceof OctavoError && error.code === 'service_unavailable';
  const failure = serviceFailure('environment', workerRetryBudget.errorMessage);
  return handBackClaim(ports, claim, outage ? null : workerRetryBudget, failure);
}

async function workOnClaim(ports: AttemptPorts, claim: Claim, signal: AbortSignal, span: Span): Promise<End> {
  const about = { job_id: claim.jobId, attempt: claim.attempt, trace_id: span.context.traceId };
  try {
    const result = await convertJob(ports, claim, signal, span);
    const why = 'failure' in result ? { class: result.failure.class, detail: result.failure.detail } : {};
    ports.log.info({ ...about, end: result.end, ...why }, 'attempt ended');
    if (result.end === 'done') ports.metrics.pagesConverted(result.pages);
    // A worker that fails one job after the other, for want of disk or memory, must not go through the whole queue.
    if (result.end === 'handed_back' && !signal.aborted) await sleep(errorDelayMs);
    return { end: result.end, failure: failureOf(result) };
  } catch (error) {
    ports.log.error({ ...about, err: error }, 'attempt interrupted by a failing dependency');
    span.setAttributes({ 'error.type': errorType(error) });
    const result = await handBackAfterError(ports, claim, error);
    if (result.end === 'done') ports.metrics.pagesConverted(result.pages);
    return { end: result.end, failure: result.end === 'done' ? 'none' : 'trouble' };
  }
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

async function workTraced(ports: AttemptPorts, claim: Claim, signal: AbortSignal): Promise<End['end']> {
  const span = beginSpan(ports, claim);
  const beganMs = performance.now();
  const { end, failure } = await workOnClaim(ports, claim, signal, span);
  ports.metrics.attemptEnded(end, failure, (performance.now() - beganMs) / 1000);
  span.setAttributes({ 'octavo.end': end, 'octavo.formats': claim.job.options.format.length });
  span.end(end === 'done' ? 'ok' : 'error');
  return end;
}

/** Decides nothing about the job: what cannot be removed now goes when the job is deleted. */
async function cleanUp(ports: AttemptPorts, claim: Claim, end: End['end']): Promise<void> {
  // The first claim of a job that was not lost has no other attempts before it.
  if (claim.attempt === 1 && end !== 'lost') return;
  try {
    await removeUnusedOutputs(ports, claim.job);
  } catch (error) {
    ports.log.warn({ job_id: claim.jobId, err: error }, 'outputs of earlier attempts could not be removed');
  }
}

export async function runTask(
  ports: AttemptPorts,
  jobId: string,
  signal: AbortSignal,
  onClaim: (claim: Claim, askedAtMs: number) => void,
): Promise<void> {
  const { store, tasks } = ports;
  const askedAtMs = performance.now();
  const claim = await store.jobs.claim(jobId, ports.leaseMs);
  if (!claim) return tasks.complete(jobId);
  onClaim(claim, askedAtMs);
  const end = await workTraced(ports, claim, signal);
  // A job that was handed back has a new task by now, under the same id.
  if (end === 'done' || end === 'failed') await tasks.complete(jobId);
  await cleanUp(ports, claim, end);
  if (end === 'lost') await store.jobs.releaseLease(claim);
}
