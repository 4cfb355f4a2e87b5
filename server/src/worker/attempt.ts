/** One task from claim to end: what was said of the job in the queue is made true, then the task is done with. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConvertJobEnd, type ConvertJobPorts, convertJob } from '../actions/convert-job.ts';
import { workerLoss } from '../actions/job-losses.ts';
import { OctavoError } from '../domain/errors.ts';
import type { Claim } from '../ports/store.ts';
import type { Tasks } from '../ports/tasks.ts';

export type WorkerLog = Readonly<
  Record<'info' | 'warn' | 'error', (fields: Readonly<Record<string, unknown>>, message: string) => void>
>;

export type AttemptPorts = ConvertJobPorts & {
  readonly tasks: Tasks;
  readonly leaseMs: number;
  readonly log: WorkerLog;
};

/** After trouble of the machine or its surroundings, so that a job does not bounce between them at full speed. */
const troubleDelayMs = 2_000;

async function workOnClaim(
  ports: AttemptPorts,
  claim: Claim,
  signal: AbortSignal,
): Promise<ConvertJobEnd['end']> {
  const { job, attempt } = claim;
  try {
    const result = await convertJob(ports, claim, signal);
    const why = 'failure' in result ? { class: result.failure.class, detail: result.failure.detail } : {};
    ports.log.info({ job_id: job.id, attempt, end: result.end, ...why }, 'attempt ended');
    if (result.end === 'handed_back' && !signal.aborted) await sleep(troubleDelayMs);
    return result.end;
  } catch (error) {
    ports.log.error({ job_id: job.id, attempt, err: error }, 'attempt interrupted by trouble around it');
    await sleep(troubleDelayMs);
    // An outage is waited out, however long it lasts; anything else must not go on for ever.
    const outage = error instanceof OctavoError && error.code === 'service_unavailable';
    const back = await ports.store.jobs.handBack(
      job.id,
      attempt,
      outage ? null : workerLoss,
      ports.clock.now(),
    );
    if (!back) return 'lost';
    return back === 'failed' ? 'failed' : 'handed_back';
  }
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
  const end = await workOnClaim(ports, claim, signal);
  if (end === 'lost') await store.jobs.letGo(jobId, claim.attempt);
  // A job that was handed back has a new task by now, under the same id.
  if (end === 'done' || end === 'failed') await tasks.complete(jobId);
}
