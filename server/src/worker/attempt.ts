/** One task from claim to end: what was said of the job in the queue is made true, then the task is done with. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConvertJobEnd, type ConvertJobPorts, convertJob } from '../actions/convert-job.ts';
import { workerLoss } from '../actions/job-losses.ts';
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

export type AttemptPorts = ConvertJobPorts & {
  readonly tasks: Tasks;
  readonly leaseMs: number;
  readonly log: WorkerLog;
  readonly tracer: Tracer;
  readonly metrics: WorkerMetrics;
};

/** After trouble of the machine or its surroundings, so that a job does not bounce between them at full speed. */
const troubleDelayMs = 2_000;

type End = { readonly end: ConvertJobEnd['end']; readonly failure: string };

const failureOf = (result: ConvertJobEnd) => ('failure' in result ? result.failure.class : 'none');

async function handBackAfterTrouble(ports: AttemptPorts, claim: Claim, error: unknown): Promise<End> {
  const { job, attempt } = claim;
  await sleep(troubleDelayMs);
  // An outage is waited out, however long it lasts; anything else must not go on for ever.
  const outage = error instanceof OctavoError && error.code === 'service_unavailable';
  const back = await ports.store.jobs.handBack(
    job.id,
    attempt,
    outage ? null : workerLoss,
    ports.clock.now(),
  );
  if (!back) return { end: 'lost', failure: 'trouble' };
  return { end: back === 'failed' ? 'failed' : 'handed_back', failure: 'trouble' };
}

async function workOnClaim(ports: AttemptPorts, claim: Claim, signal: AbortSignal, span: Span): Promise<End> {
  const about = { job_id: claim.job.id, attempt: claim.attempt, trace_id: span.context.traceId };
  try {
    const result = await convertJob(ports, claim, signal, span);
    const why = 'failure' in result ? { class: result.failure.class, detail: result.failure.detail } : {};
    ports.log.info({ ...about, end: result.end, ...why }, 'attempt ended');
    if (result.end === 'done') ports.metrics.pagesConverted(result.pages);
    if (result.end === 'handed_back' && !signal.aborted) await sleep(troubleDelayMs);
    return { end: result.end, failure: failureOf(result) };
  } catch (error) {
    ports.log.error({ ...about, err: error }, 'attempt interrupted by trouble around it');
    span.note({ 'error.type': errorType(error) });
    return handBackAfterTrouble(ports, claim, error);
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
  span.note({ 'octavo.end': end, 'octavo.formats': claim.job.options.format.length });
  span.end(end === 'done' ? 'ok' : 'error');
  return end;
}

export async function runTask(
  ports: AttemptPorts,
  jobId: string,
  signal: AbortSignal,
  onClaim: (claim: Claim) => void,
): Promise<void> {
  const { store, tasks } = ports;
  const claim = await store.jobs.claim(jobId, ports.leaseMs);
  if (!claim) return tasks.complete(jobId);
  onClaim(claim);
  const end = await workTraced(ports, claim, signal);
  if (end === 'lost') await store.jobs.letGo(jobId, claim.attempt);
  // A job that was handed back has a new task by now, under the same id.
  if (end === 'done' || end === 'failed') await tasks.complete(jobId);
}
